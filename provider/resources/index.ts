export * from "./api-token";
export * from "./build-filter";
export * from "./gateway-endpoint";
export * from "./owasp-config";
export * from "./resource-keys";
export * from "./validated-filter";
export * from "./zone-entrypoint-ruleset";
