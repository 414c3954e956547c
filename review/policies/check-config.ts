import type { z } from "zod";
import { found, isMembers } from "../../provider/api";
import { Allowances, withoutFormerSettings } from "./allowances";
import { EDGE_POLICIES, type EdgePolicy } from "./index";
import { HIDE_SECRETS, REPORT_UNJUDGED } from "./pack-policies";
import { didYouMean, joinAnd, joinQuotedOr } from "../../provider/words";

const LEVELS: readonly string[] = ["advisory", "disabled", "mandatory", "remediate"];
/** Sets the level of all policies. */
const ALL = "all";
const LEVEL = "enforcementLevel";
/** How messages name the types of settings. */
const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  string: "a text",
};

/** Returns the problems of a configuration of the policy pack: by policy name, a level or an object with a level and settings. */
export function checkConfig(config: unknown): string[] {
  if (!isMembers(config))
    return [`the configuration must be an object with one member per policy; found ${found(config)}`];
  const names = [...EDGE_POLICIES, REPORT_UNJUDGED, HIDE_SECRETS].map(({ name }) => name);
  return Object.entries(config).flatMap(([name, choice]) => {
    if (name !== ALL && !names.includes(name))
      return [`${JSON.stringify(name)} is not a policy${didYouMean(name, names)}`];
    return checkChoice(name, choice);
  });
}

export function checkSettings(
  { name, config, ids = [] }: EdgePolicy,
  given: Readonly<Record<string, unknown>>,
): string[] {
  const settings = withoutFormerSettings(given, config.shape);
  const known = Object.keys(config.shape);
  const strangers = Object.keys(settings).filter((setting) => !known.includes(setting));
  const parsed = config.safeParse(settings);
  return [
    ...strangers.map((setting) => {
      const names = known.map((setting) => JSON.stringify(setting));
      const accepted = known.length > 0 ? `it has ${joinAnd(names)}` : "it has none";
      return `${name} has no setting ${JSON.stringify(setting)}: ${accepted}${didYouMean(setting, known)}`;
    }),
    ...(parsed.error?.issues ?? []).map((issue) => {
      const at = `${name}: ${issue.path.map(String).join(".")}: ${requirementOf(issue)}`;
      if (showsValue(issue)) return at;
      return `${at}; found ${found(issue.path.reduce<unknown>(memberOf, settings))}`;
    }),
    ...allowedIds(parsed.data).flatMap((id, index) => {
      if (id === undefined || ids.includes(id)) return [];
      const at = `${name}: allowances.${index}.id: `;
      return ids.length === 0
        ? [`${at}this policy reports one thing, which has no id: name a zone, a resource or a rule`]
        : [`${at}the policy reports nothing with the id ${JSON.stringify(id)}${didYouMean(id, ids)}`];
    }),
  ];
}

function allowedIds(settings: unknown): readonly (string | undefined)[] {
  const { allowances } = isMembers(settings) ? settings : {};
  return Allowances.catch([])
    .parse(allowances)
    .map(({ id }) => id);
}

function memberOf(value: unknown, name: PropertyKey): unknown {
  return isMembers(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined;
}

/** Whether the message of an issue shows the value itself, as a code frame does. */
function showsValue(issue: z.core.$ZodIssue): boolean {
  return issue.code === "custom" && issue.params?.["showsValue"] === true;
}

function requirementOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_big":
      return `must be at most ${issue.maximum}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}`;
    case "invalid_format":
      return issue.pattern === undefined ? `must be a ${issue.format}` : `must match ${issue.pattern}`;
    case "invalid_value":
      return `must be ${joinQuotedOr(issue.values.map((value) => found(value)))}`;
    default:
      return issue.message;
  }
}

function checkChoice(name: string, choice: unknown): string[] {
  const policy = EDGE_POLICIES.find((one) => one.name === name);
  if (!isMembers(choice)) return checkLevel(name, choice);
  const { [LEVEL]: level, ...settings } = choice;
  return [
    ...(level === undefined ? [] : checkLevel(name, level)),
    ...(policy
      ? checkSettings(policy, settings)
      : Object.keys(settings).map((one) => `${name} has no setting ${JSON.stringify(one)}`)),
  ];
}

function checkLevel(name: string, level: unknown): string[] {
  if (typeof level === "string" && LEVELS.includes(level)) return [];
  const guess = typeof level === "string" ? didYouMean(level, LEVELS) : "";
  return [`${name}: the level must be ${joinQuotedOr(LEVELS)}; found ${found(level)}${guess}`];
}
