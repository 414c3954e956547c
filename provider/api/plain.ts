/*
 * What of this room needs no schemas. A program that declares resources imports only this of it: to load the schemas with their
 * library takes more than all the rest of the package.
 */
export * from "./arguments";
export * from "./error-codes";
export * from "./limits";
export * from "./permission-groups";
export * from "./permissions";
export * from "./problem";
export * from "./requirements";
export * from "./suggestion";
export * from "./unknown";
