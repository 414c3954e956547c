import { isMembers, isUnknown, sortedJson } from "../../api";
import type { Members } from "../../api/arguments";
import { CHALLENGES } from "./clearance";
import type { Weakening } from "./compare-limits";

/** The members of an override that decide what managed rules stop. */
const MEMBERS = ["action", "enabled", "score_threshold", "sensitivity_level"] as const;
type Member = (typeof MEMBERS)[number];

/** The value of a member: undefined is what the managed rules have by default. */
type Value = { readonly is: unknown } | "unknown";

/** What managed rules can do, the weakest first. */
const ACTIONS: readonly string[] = ["log", ...CHALLENGES, "block"];
const SENSITIVITIES = ["eoff", "low", "medium", "default"];

const VERBS = {
  before: { one: ["is", "has", "logs"], many: ["are", "have", "log"] },
  now: { one: ["was", "had", "logged"], many: ["were", "had", "logged"] },
} as const;

/**
 * Says which managed rules stop less with the parameters `to` of an `execute` rule than with `from`. If `from` are those of after the change,
 * `side` is `now`, and the texts are about the past.
 */
export function overrideWeakening(
  from: Members,
  to: Members,
  side: keyof typeof VERBS = "before",
): Weakening {
  const targets = [...new Set(["ruleset", ...targetsOf(from), ...targetsOf(to)])];
  const says: string[] = [];
  // Other rules are in another version.
  let isUnclear = sortedJson(from["version"] ?? "latest") !== sortedJson(to["version"] ?? "latest");
  for (const target of targets) {
    for (const member of MEMBERS) {
      // What is said of the whole ruleset holds for the targets that have no value.
      if (target !== "ruleset" && hasNoValue(from, to, target, member)) continue;
      const [before, now] = [valueOf(from, target, member), valueOf(to, target, member)];
      const text =
        sortedJson(before) === sortedJson(now) ? false : weaker(target, member, [before, now], side);
      if (text === undefined) isUnclear = true;
      else if (text !== false) says.push(text);
    }
  }
  return { says, isUnclear };
}

/** Returns false if nothing gets weaker, and undefined if that is not known. */
function weaker(
  target: string,
  member: Member,
  [before, now]: readonly [Value, Value],
  side: keyof typeof VERBS,
): string | false | undefined {
  const isOne = target.startsWith("rule ");
  const name = target === "ruleset" ? "its rules" : isOne ? target : `${target}: its rules`;
  const [is, has, logs] = VERBS[side][isOne ? "one" : "many"];
  if (now === "unknown" || before === "unknown") {
    const isOff = now !== "unknown" && (now.is === false || now.is === "eoff");
    return member === "enabled" && isOff ? `${name} ${is} off` : undefined;
  }
  switch (member) {
    case "enabled":
      if (now.is === false) return `${name} ${is} off`;
      return before.is === true ? undefined : false;
    case "action": {
      if (now.is === "log") return `${name} only ${logs}`;
      if (before.is === "log" || now.is === "block") return false;
      if (before.is === undefined || now.is === undefined) return undefined;
      const [rank, ranked] = [ACTIONS.indexOf(textOf(before)), ACTIONS.indexOf(textOf(now))];
      if (rank === -1 || ranked === -1) return undefined;
      return ranked < rank && `${name} ${has} the action ${textOf(now)}, not ${textOf(before)}`;
    }
    case "score_threshold":
      if (typeof before.is !== "number" || typeof now.is !== "number") return undefined;
      return now.is > before.is && `${name} ${has} the score threshold ${now.is}, not ${before.is}`;
    case "sensitivity_level": {
      const [level, levels] = [before.is ?? "default", now.is ?? "default"].map(String);
      const [rank, ranked] = [SENSITIVITIES.indexOf(level ?? ""), SENSITIVITIES.indexOf(levels ?? "")];
      if (rank === -1 || ranked === -1) return undefined;
      return ranked < rank && `${name} ${has} the sensitivity ${levels}, not ${level}`;
    }
  }
}

function textOf({ is }: Exclude<Value, "unknown">): string {
  return typeof is === "string" ? is : "";
}

function hasNoValue(from: Members, to: Members, target: string, member: Member): boolean {
  return [from, to].every((parameters) => ownValue(parameters, target, member) === undefined);
}

/** Rules take precedence over categories, and these over the ruleset. Which category a rule has is not known. */
function valueOf(parameters: Members, target: string, member: Member): Value {
  const own = ownValue(parameters, target, member);
  if (own !== undefined) return isUnknown(own) ? "unknown" : { is: own };
  if (target.startsWith("rule ") && listOf(parameters, "categories").length > 0) return "unknown";
  const whole = ownValue(parameters, "ruleset", member);
  return isUnknown(whole) ? "unknown" : { is: whole };
}

function ownValue(parameters: Members, target: string, member: Member): unknown {
  const { overrides } = parameters;
  if (isUnknown(overrides)) return overrides;
  if (!isMembers(overrides)) return undefined;
  if (target === "ruleset") return overrides[member] ?? undefined;
  // Of several for the same target, the last one takes precedence.
  return itemsOf(parameters)
    .filter(([name]) => name === target)
    .map(([, item]) => item[member])
    .findLast((value) => value !== undefined && value !== null);
}

function targetsOf(parameters: Members): string[] {
  return itemsOf(parameters).map(([name]) => name);
}

function itemsOf(parameters: Members): [target: string, item: Members][] {
  return [
    ...listOf(parameters, "categories").map((one): [string, Members] => [
      `category ${String(one["category"])}`,
      one,
    ]),
    ...listOf(parameters, "rules").map((one): [string, Members] => [`rule ${String(one["id"])}`, one]),
  ];
}

function listOf({ overrides }: Members, member: "categories" | "rules"): Members[] {
  const list = isMembers(overrides) ? overrides[member] : undefined;
  return Array.isArray(list) ? list.filter(isMembers) : [];
}
