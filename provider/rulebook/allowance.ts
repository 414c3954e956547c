import { found, isMembers } from "../api/arguments";
import { isUnknown } from "../api/unknown";
import type { Problem } from "../api/problem";
import type { Language } from "../filter";
import type { Finding } from "./finding";

/** Allows what the judge finds in rules, with a reason. */
export interface RuleAllowance {
  /** The id of what is allowed, such as `plan-field` or `blocks-everything`. */
  readonly id: string;
  /** The ref of the rule. Default: every rule of the resource, and their ruleset. */
  readonly rule?: string;
  /** Why it is allowed, and who decided that. */
  readonly reason: string;
  /** The last day of the allowance, in UTC: `2027-01-31`. Default: it does not end. */
  readonly until?: string;
}

/** The id of names that this release does not know. To allow it at a rule makes such a name no parse error there. */
export const UNKNOWN_NAME = "unknown-name";

/** Returns the allowances of a resource that have not ended. `checkAllowances` reports those that cannot be read. */
export function activeAllowances(value: unknown, now = new Date()): RuleAllowance[] {
  const today = dayOf(now);
  return writtenAllowances(value).filter(({ until }) => until === undefined || today <= until);
}

/** Returns the allowances of a resource, also those that have ended. */
export function writtenAllowances(value: unknown): RuleAllowance[] {
  return Array.isArray(value) ? value.filter(isAllowance) : [];
}

/** Returns the day of a time, in UTC: `2027-01-31`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Checks the last day of something, which a preview must know. */
export function checkDay(value: unknown, path: string): Problem[] {
  if (isUnknown(value))
    return [{ path, message: "must be known in a preview: write it without outputs of other resources" }];
  if (typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value))) return [];
  return [{ path, message: `must be a day such as "2027-01-31", found ${found(value)}` }];
}

function isAllowance(value: unknown): value is RuleAllowance {
  if (!isMembers(value)) return false;
  const { id, rule, reason, until } = value;
  const isText = (one: unknown) => typeof one === "string";
  const isOptional = (one: unknown) => one === undefined || isText(one);
  return isText(id) && isText(reason) && isOptional(rule) && isOptional(until);
}

/** Returns what allows an id at a rule, or at the ruleset if `ref` is undefined. */
export function allowanceOf(
  allowances: readonly RuleAllowance[],
  id: string,
  ref?: unknown,
): RuleAllowance | undefined {
  return allowances.find((one) => one.id === id && (one.rule === undefined || one.rule === ref));
}

/** Makes an allowed finding information, which says why. */
export function withAllowance(
  finding: Finding,
  allowances: readonly RuleAllowance[],
  refOf: (rule: number) => unknown,
): Finding {
  const { id, rule, source } = finding;
  if (source === "shape" || source === "language") return finding;
  const allowance = allowanceOf(allowances, id, rule === undefined ? undefined : refOf(rule));
  return allowance ? { ...finding, severity: "information", allowed: allowance.reason } : finding;
}

/** Returns the language of a rule, in which an allowance may make unknown names no errors. */
export function languageOfRule(
  language: Language | undefined,
  allowances: readonly RuleAllowance[],
  ref: unknown,
): Language | undefined {
  if (!allowanceOf(allowances, UNKNOWN_NAME, ref)) return language;
  const { names = new Map(), key = "" } = language ?? {};
  return { names, unknownNames: "warn", key: `${key} and unknown names` };
}
