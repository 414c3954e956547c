/** A type with its intersections and aliases resolved, at every depth. */
type Resolved<T> = T extends object ? { [K in keyof T]: Resolved<T[K]> } : T;

// The compiler compares two conditional types with a deferred condition by identity, so their functions need a type parameter.
/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters */
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/* eslint-enable @typescript-eslint/no-unnecessary-type-parameters */

/** Whether two types have the same members, with the same optionality, at every depth. */
export type SameType<A, B> = Identical<Resolved<A>, Resolved<B>>;
