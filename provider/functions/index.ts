export * from "./call-gateway";
export { LookupError, type InputsOf, type LookupOptions } from "./lookup";
export * from "./rulesets";
export * from "./tokens";
export * from "./validate-expression";
export * from "./zones";
