/**
 * A number that the program computes, such as one of a configuration. The compiler accepts every `number` as the value of an enum, but a
 * number that is written in the program only if the enum has it: so `301 | ComputedNumber` accepts `config.requireNumber("status")`, and
 * not `300`. Nothing has this value, so the package does not export the enum.
 */
declare enum ComputedNumber {
  None = 0.5,
}

/** Numbers by value, or one that the program computes. Other types stay as they are. */
export type OrComputed<T> = T | (T extends number ? (number extends T ? never : ComputedNumber) : never);

/**
 * `T` if it can be any of the known texts, as `string` can, and `never` if it is some of them, or a misspelt one. A class that finds `T` in its
 * arguments so accepts a text of a configuration, and of the literals only those that exist.
 */
export type Computed<Known extends string, T extends string> = [Known] extends [T] ? T : never;

/**
 * The known texts if `T` is a literal that is none of them, so that the compiler's error names them, and `never` otherwise. The literal is an
 * error all the same.
 */
export type Expected<Known extends string, T extends string> = string extends T
  ? never
  : [Exclude<T, Known>] extends [never]
    ? never
    : Known;

/** Any text or number: the known ones are what an editor completes. */
export type OrAny<Known extends string | number> = Known | (Known extends string ? string & {} : number & {});

/** A whole number with the unit `s`, `m`, `h`, `d` or `w`: `30d`. */
export type Duration = `${bigint}${"s" | "m" | "h" | "d" | "w"}`;

/** `T` if it is not written in the program: `string`, or a template string such as `${days}d` with a number. */
export type ComputedDuration<T extends string> = T extends unknown
  ? Extract<"1s" | "1m" | "1h" | "1d" | "1w", T> extends never
    ? never
    : T
  : never;
