import { toLatin1 } from "./latin1";
import { isBytes, type RuntimeValue } from "./runtime-value";

/** What a function makes of its arguments; `undefined` is a missing value. */
export type RuntimeFunction = (args: readonly (RuntimeValue | undefined)[]) => RuntimeValue | undefined;

/** Says whether an argument is there and of a type. */
type Guard<T extends RuntimeValue | undefined> = (value: RuntimeValue | undefined) => value is T;
type Guards<A extends (RuntimeValue | undefined)[]> = readonly [...{ [I in keyof A]: Guard<A[I]> }];

/**
 * A function of arguments of these types, and of constants behind them that were read before. Where an argument is missing,
 * or of another type, the result is missing.
 */
export function typed<A extends (RuntimeValue | undefined)[]>(
  guards: Guards<A>,
  compute: (...args: A) => RuntimeValue | undefined,
): RuntimeFunction {
  return (args) => {
    const count = Math.min(guards.length, args.length);
    for (let index = 0; index < count; index += 1) if (!guards[index](args[index])) return undefined;
    // The guards have just said so, of each of them.
    return compute(...(args as A));
  };
}

/** The same, of bytes and any number of further arguments of one type. */
export function typedWithRest<T extends RuntimeValue>(
  isRest: Guard<T>,
  compute: (bytes: Uint8Array, rest: readonly T[]) => RuntimeValue | undefined,
): RuntimeFunction {
  return ([bytes, ...rest]) => (isBytes(bytes) && rest.every(isRest) ? compute(bytes, rest) : undefined);
}

/** An argument that may be left out. One that is written but missing makes the result missing all the same. */
export function optional<T extends RuntimeValue>(guard: Guard<T>): Guard<T | undefined> {
  return guard;
}

/** The letters of an argument with options; none where it is left out. */
export function optionsOf(options: Uint8Array | undefined): string {
  return options === undefined ? "" : toLatin1(options);
}
