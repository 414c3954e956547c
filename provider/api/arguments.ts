import { insteadOf } from "./former-names";
import type { Problem } from "./problem";
import { isUnknown } from "./unknown";
import { didYouMean, joinQuotedOr } from "../words";

/** A plain object with unchecked members. */
export type Members = Readonly<Record<string, unknown>>;

/** The id of a zone, account, token, ruleset or rule. */
export const ID_PATTERN = /^[0-9a-f]{32}$/;

const QUOTED_LENGTH = 64;

/** Whether a value is an object and no array. */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the path of a member: `policies.resources` for a name, `policies[0]` for an index. */
export function pathTo(parent: string, member: string | number): string {
  if (typeof member === "number") return `${parent}[${member}]`;
  return parent ? `${parent}.${member}` : member;
}

/** Returns the JSON pointer of a member: `/policies/0`. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Describes a value for an error message. Scalars are quoted, so never pass a secret: use `kindOf` for that. */
export function found(value: unknown): string {
  if (typeof value === "string" && value.length <= QUOTED_LENGTH) return JSON.stringify(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return kindOf(value);
}

/** Describes the kind of a value for an error message without quoting any of it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "string") return value === "" ? "an empty string" : "a string";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}

/** Returns a problem for each member whose name is not in `known`. */
export function unknownMembers(value: Members, known: readonly string[], path: string): Problem[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: pathTo(path, name),
      message: `is not a known property${insteadOf(name, known) || `; known properties are ${known.join(", ")}`}`,
    }));
}

/** Checks a value that must be one of the allowed texts. An unknown value passes. */
export function checkOneOf(value: unknown, allowed: readonly string[], path: string): Problem[] {
  if (isUnknown(value) || allowed.some((one) => one === value)) return [];
  const hint = typeof value === "string" ? didYouMean(value, allowed) : "";
  return [{ path, message: `must be ${joinQuotedOr(allowed)}, found ${found(value)}${hint}` }];
}

/** Checks a switch. An unknown value passes. */
export function checkBoolean(value: unknown, path: string): Problem[] {
  if (isUnknown(value) || typeof value === "boolean") return [];
  return [{ path, message: `must be true or false, found ${found(value)}` }];
}

/** Checks the id of a remote object. An unknown value passes. */
export function checkId(value: unknown, path: string): Problem[] {
  if (isUnknown(value) || (typeof value === "string" && ID_PATTERN.test(value))) return [];
  return [{ path, message: `must be 32 lower-case hexadecimal digits, found ${found(value)}` }];
}

/** Checks a list item by item. The list, or some of its items, may be unknown in a preview: unknown values pass. */
export function checkList(
  value: unknown,
  path: string,
  what: string,
  checkItem: (item: unknown, path: string) => Problem[],
): Problem[] {
  if (isUnknown(value)) return [];
  if (value === undefined) return [{ path, message: `is missing; write a list of ${what}` }];
  if (!Array.isArray(value)) return [{ path, message: `must be a list of ${what}, found ${kindOf(value)}` }];
  return value.flatMap((item: unknown, index) => {
    if (isUnknown(item)) return [];
    // An undefined item of a program arrives as null.
    if (item === undefined || item === null)
      return [{ path: pathTo(path, index), message: "is undefined or null; remove it from the list" }];
    return checkItem(item, pathTo(path, index));
  });
}

/** Checks an object: first the names of its members, then what `check` finds. An unknown object passes. */
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

/** Returns a copy without null members, at any depth: null and absent mean the same. */
export function withoutNulls(value: unknown): unknown {
  if (value == null) return undefined;
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isMembers(value)) return value;
  const present: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member != null) present.push([name, typeof member === "object" ? withoutNulls(member) : member]);
  }
  return Object.fromEntries(present);
}

/** Serializes a value with sorted members, so that values which differ only in the order of members are equal. */
export function sortedJson(value: unknown): string | undefined {
  // Most members are texts, and the function that sorts is slow.
  if (typeof value !== "object") return JSON.stringify(value);
  return JSON.stringify(value, (_, member: unknown) =>
    isMembers(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
