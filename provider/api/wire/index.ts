/*
 * The types of requests and answers, written without zod: the declarations of the package use only these. A program that compiles
 * without `skipLibCheck` would otherwise compile the declarations of zod, too. A unit test compares each type with its schema.
 *
 * A body is a type alias: TypeScript does not accept an interface as `Record<string, unknown>`.
 *
 * The reference shows the members of a type that is marked `@inline`, since no entry point exports its name.
 */
export type * from "./lists";
export type * from "./operations";
export type * from "./rulesets";
export type * from "./zones";
export type * from "./tokens";
