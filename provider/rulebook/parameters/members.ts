import { isMembers, isUnknown, type Members } from "../../api";
import { type Constraint, type RuleContext, type Violation, violation } from "../constraint";

const NONE: Members = {};

/** Returns a member that is an object, or an object without members. The schemas report a value of another type. */
export function objectAt(parent: Members, name: string): Members {
  const value = Object.hasOwn(parent, name) ? parent[name] : undefined;
  return isMembers(value) ? value : NONE;
}

/** Returns the known items of a member that is a list. */
export function listAt(parent: Members, name: string): readonly unknown[] {
  const value = parent[name];
  // Array.isArray returns any[].
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Returns a member that is a known text. */
export function textAt(parent: Members, name: string): string | undefined {
  const value = parent[name];
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}

/** Returns the names of the members that are present, or undefined if an unknown value decides. */
export function presentIn(parent: Members, names: readonly string[]): string[] | undefined {
  if (names.some((name) => isUnknown(parent[name]))) return undefined;
  return names.filter((name) => parent[name] !== undefined && parent[name] !== null);
}

/** Reports an object that does not have exactly one of two members. */
export function checkExactlyOne(
  constraint: Constraint,
  parent: Members,
  names: readonly [string, string],
  path: Violation["path"],
  { nameOf }: RuleContext,
): Violation[] {
  const present = presentIn(parent, names);
  if (present === undefined || present.length === 1) return [];
  const found = present.length === 0 ? "neither" : "both";
  return [violation(constraint, path, `must have either ${names.map(nameOf).join(" or ")}, found ${found}`)];
}
