export * from "./call-gateway";
export { type LookupInvokeOptions, type LookupInvokeOutputOptions } from "./invoke-options";
export { type InputsOf, type LookupOptions } from "./lookup";
export { LookupError } from "./lookup-error";
export * from "./rulesets";
export * from "./tokens";
export * from "./validate-expression";
export * from "./zones";
