import { decodeUtf8 } from "../utf8";
import { isBytes, type RuntimeValue } from "./runtime-value";

/** What a function makes of its arguments; `undefined` is a missing value. */
export type RuntimeFunction = (args: readonly (RuntimeValue | undefined)[]) => RuntimeValue | undefined;

/** Arguments that are all there: a missing one makes the result missing. */
export type Present = readonly RuntimeValue[];

/** A function that gives a missing value where an argument is missing. */
export function present(compute: (args: Present) => RuntimeValue | undefined): RuntimeFunction {
  return (args) => (areThere(args) ? compute(args) : undefined);
}

/** The same, for a function of some bytes alone. */
export function bytesFunction(compute: (bytes: Uint8Array) => RuntimeValue | undefined): RuntimeFunction {
  return ([value]) => (isBytes(value) ? compute(value) : undefined);
}

/** The letters of an argument with options; none where it is left out. */
export function optionsOf(options: RuntimeValue | undefined): string {
  return isBytes(options) ? (decodeUtf8(options) ?? "") : "";
}

function areThere(args: readonly (RuntimeValue | undefined)[]): args is Present {
  return !args.includes(undefined);
}
