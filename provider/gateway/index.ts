export type * from "./chain-calls";
export * from "./gateway-url";
export * from "./json-rpc";
export * from "./networks";
