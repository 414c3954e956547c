import { isMembers, isUnknown, type Members } from "../../api";
import { getIdentifier } from "../../filter/scheme/identifiers";
import { type Constraint, constraints, type RuleContext, type Violation, violation } from "../constraint";

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

export const STATIC_VALUES = constraints({
  "value-is-expression": {
    says: "`value` is sent as it is written. A field or a call of a function belongs in `expression`.",
    source: "developers docs, rules/transform; that the text was meant as an expression is a guess",
    confidence: "inferred",
  },
  "value-placeholder": {
    says: "`value` is sent as it is written. References such as `$1` belong in `expression`, in regex_replace or wildcard_replace.",
    source: "developers docs, rules/url-forwarding; that the text was meant as a reference is a guess",
    confidence: "inferred",
  },
});

/** Whether a static text is a field with a dot in its name, or a call of a function. */
export function looksLikeExpression(value: string): boolean {
  const [, field, call] =
    /^\s*(?:([a-z0-9_]+(?:\.[a-z0-9_]+)+)(?:\[.*\])?|([a-z0-9_]+)\(.*\))\s*$/s.exec(value) ?? [];
  return getIdentifier(field ?? call ?? "") !== undefined;
}

/** Reports a static text that was probably meant to be computed. */
export function checkStaticValue(value: string, path: Violation["path"]): Violation[] {
  if (looksLikeExpression(value)) {
    const message = "is sent as it is written, although it looks like an expression; write it as expression";
    return [violation(STATIC_VALUES["value-is-expression"], path, message)];
  }
  if (!/\$(?:\d|\{\d)/.test(value)) return [];
  const message =
    "is sent as it is written, with its $ references; write an expression with wildcard_replace or regex_replace";
  return [violation(STATIC_VALUES["value-placeholder"], path, message)];
}
