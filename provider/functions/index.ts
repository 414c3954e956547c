export * from "./call-gateway";
export type { InputsOf, LookupOptions } from "./connection";
export * from "./lookup-error";
export * from "./rulesets";
export * from "./tokens";
export * from "./user";
export * from "./validate-expression";
export * from "./zones";
