export * from "./call-gateway";
export type { InputsOf, LookupOptions } from "./lookup-options";
export * from "./lookup-error";
export * from "./rulesets";
export * from "./tokens";
export * from "./user";
export * from "./validate-expression";
export * from "./zones";
