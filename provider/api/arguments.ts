import type { Problem } from "./problem";
import { didYouMean } from "./suggestion";
import { isUnknown } from "./unknown";

/** A plain object, whose members may be anything. */
export type Members = Readonly<Record<string, unknown>>;

const QUOTED_LENGTH = 64;

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `policies` and `resources` make `policies.resources`; a number makes `policies[0]`. */
export function pathTo(parent: string, member: string | number): string {
  if (typeof member === "number") return `${parent}[${member}]`;
  return parent ? `${parent}.${member}` : member;
}

/** What was found, in words: scalars as they are, so only for what is no secret. */
export function found(value: unknown): string {
  if (typeof value === "string" && value.length <= QUOTED_LENGTH) return JSON.stringify(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return kindOf(value);
}

/** What kind of thing was found, nothing of its text. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "string") return value === "" ? "an empty string" : "a string";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}

/** A problem for each member that is not among the known ones. */
export function unknownMembers(value: Members, known: readonly string[], path: string): Problem[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: pathTo(path, name),
      message: `is not known here${didYouMean(name, known) || `; known are ${known.join(", ")}`}`,
    }));
}

/** Checks a list, which may not be known yet as a whole or in part. */
export function checkList(
  value: unknown,
  path: string,
  what: string,
  checkItem: (item: unknown, path: string) => Problem[],
): Problem[] {
  if (isUnknown(value)) return [];
  if (!Array.isArray(value)) return [{ path, message: `must be a list of ${what}, found ${kindOf(value)}` }];
  return value.flatMap((item: unknown, index) =>
    isUnknown(item) ? [] : checkItem(item, pathTo(path, index)),
  );
}

/** Checks an object, which may not be known yet: its members, then what `check` finds. */
export function checkMembers(
  value: unknown,
  path: string,
  known: readonly string[],
  check: (value: Members) => Problem[],
): Problem[] {
  if (isUnknown(value)) return [];
  if (!isMembers(value)) return [{ path, message: `must be an object, found ${kindOf(value)}` }];
  return [...unknownMembers(value, known, path), ...check(value)];
}
