/*
 * The exports of this folder that need no schemas. Code that runs in every program imports only these: loading zod and the schemas
 * takes longer than loading the rest of the package.
 */
export * from "./arguments";
export * from "./error-codes";
export * from "./former-names";
export * from "./limits";
export * from "./permission-groups";
export * from "./permissions";
export * from "./plans";
export * from "./problem";
export * from "./requirements";
export * from "./skip-products";
export * from "./suggestion";
export * from "./unknown";
