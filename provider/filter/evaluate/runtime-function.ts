import { toLatin1 } from "./byte-functions";
import { isBytes, type RuntimeValue } from "./runtime-value";

/** The implementation of a function. `undefined` is a missing value. */
export type RuntimeFunction = (args: readonly (RuntimeValue | undefined)[]) => RuntimeValue | undefined;

/** Tells whether an argument is present and has a type. */
type Guard<T extends RuntimeValue | undefined> = (value: RuntimeValue | undefined) => value is T;
type Guards<A extends (RuntimeValue | undefined)[]> = readonly [...{ [I in keyof A]: Guard<A[I]> }];

/**
 * Wraps a function with typed arguments. If an argument is missing or has another type, the result is missing. Arguments
 * after the last guard are constants that the compiler has already read.
 */
export function typed<A extends (RuntimeValue | undefined)[]>(
  guards: Guards<A>,
  compute: (...args: A) => RuntimeValue | undefined,
): RuntimeFunction {
  return (args) => {
    const count = Math.min(guards.length, args.length);
    for (let index = 0; index < count; index += 1) if (!guards[index](args[index])) return undefined;
    // The guards have just checked the arguments.
    return compute(...(args as A));
  };
}

/** Wraps a function of bytes and any number of further arguments of one type. */
export function typedWithRest<T extends RuntimeValue>(
  isRest: Guard<T>,
  compute: (bytes: Uint8Array, rest: readonly T[]) => RuntimeValue | undefined,
): RuntimeFunction {
  return ([bytes, ...rest]) => (isBytes(bytes) && rest.every(isRest) ? compute(bytes, rest) : undefined);
}

/** An argument that may be omitted. If the argument is written but its value is missing, the result is missing too. */
export function optional<T extends RuntimeValue>(guard: Guard<T>): Guard<T | undefined> {
  return guard;
}

/** Returns the letters of an options argument; none if the argument is omitted. */
export function optionsOf(options: Uint8Array | undefined): string {
  return options === undefined ? "" : toLatin1(options);
}
