import {
  isMembers,
  UNKNOWN,
  type Members,
  type Phase,
  isUnknown,
  kindOf,
  unknownMembers,
  type Problem,
} from "../../api";
import { GENERAL_RULESET } from "../../rulebook/managed-rulesets";

/*
 * What a baseline consists of, and its defaults, which only log, so that no visitor is blocked. The component in a program and the
 * plugin make the same resources of it. Values are those of a program, or of a request of the engine: only their structure is read.
 */

/** The arguments of a baseline that make resources. Rules are lists. */
export interface BaselineContents {
  readonly customRules?: unknown;
  readonly rateLimits?: unknown;
  readonly managedRules?: unknown;
  readonly owasp?: unknown;
}

/** The name of an argument, and of the member of the component that holds the resource made of that argument. */
export type BaselineMember = keyof BaselineContents;

/** One resource of a baseline. */
export interface BaselinePart {
  readonly kind: "ZoneEntrypointRuleset" | "OwaspConfig";
  /** What the name of the resource has after the name of the component. */
  readonly suffix: string;
  /** The arguments without `zoneId` and `connection`, which all resources of a baseline share. */
  readonly args: Members;
  /** The resource that is made before this one. */
  readonly after?: BaselineMember;
}

/** Returns the resources of a baseline, in the order in which they are made. */
export function baselineParts({
  customRules = [],
  rateLimits = [],
  managedRules = {},
  owasp = {},
}: BaselineContents): Partial<Record<BaselineMember, BaselinePart>> {
  const hasManaged = managedRules !== false;
  return {
    ...rulesPart("customRules", "custom", "http_request_firewall_custom", mapRules(customRules, customRule)),
    ...rulesPart("rateLimits", "rate-limits", "http_ratelimit", mapRules(rateLimits, rateLimitRule)),
    ...(hasManaged &&
      rulesPart("managedRules", "managed", "http_request_firewall_managed", deployingRules(managedRules))),
    ...(owasp !== false && {
      owasp: {
        kind: "OwaspConfig",
        suffix: "owasp",
        args: owaspArgs(owasp),
        // New rules go to the end of the phase, so OWASP scores what the managed rules have let through.
        ...(hasManaged && { after: "managedRules" }),
      },
    }),
  };
}

function rulesPart(
  member: BaselineMember,
  suffix: string,
  phase: Phase,
  rules: unknown,
): Partial<Record<BaselineMember, BaselinePart>> {
  if (Array.isArray(rules) && rules.length === 0) return {};
  return { [member]: { kind: "ZoneEntrypointRuleset", suffix, args: { phase, rules } } };
}

/** Maps each rule. Anything else, such as an unknown list, stays as it is: the check of the ruleset reports it. */
function mapRules(rules: unknown, map: (rule: Members) => Members): unknown {
  if (!Array.isArray(rules)) return rules;
  return rules.map((rule: unknown) => (isMembers(rule) ? map(rule) : rule));
}

function customRule(rule: Members): Members {
  return { ...rule, action: rule["action"] ?? "log" };
}

function rateLimitRule({
  action,
  requestsPerPeriod,
  period,
  mitigationTimeout,
  characteristics,
  ...rule
}: Members): Members {
  const ratelimit = {
    characteristics: characteristics ?? ["cf.colo.id", "ip.src"],
    period: period ?? 60,
    requestsPerPeriod,
    mitigationTimeout,
  };
  return { ...rule, action: action ?? "log", ratelimit };
}

function deployingRules(managed: unknown): unknown {
  // Only a value that a preview does not know has passed the check of the baseline.
  if (!isMembers(managed)) return UNKNOWN;
  const { action, expression, rulesetId } = managed;
  const overrides = action === "default" ? {} : { overrides: { action: action ?? "log" } };
  const rule = {
    ref: "baseline-managed-rules",
    action: "execute",
    actionParameters: { id: rulesetId ?? GENERAL_RULESET, ...overrides },
    expression: expression ?? "true",
  };
  return [rule];
}

function owaspArgs(owasp: unknown): Members {
  if (!isMembers(owasp)) return { paranoiaLevel: UNKNOWN, scoreThreshold: UNKNOWN, action: UNKNOWN };
  const { paranoiaLevel, scoreThreshold, action, ...others } = owasp;
  return {
    paranoiaLevel: paranoiaLevel ?? 1,
    scoreThreshold: scoreThreshold ?? "low",
    action: action ?? "log",
    ...others,
  };
}

const ARGUMENTS = ["zoneId", "connection", "filters", "customRules", "rateLimits", "managedRules", "owasp"];
const MANAGED = ["action", "expression", "rulesetId"];

/**
 * Reports unknown arguments of a ZoneBaseline, and arguments of the wrong type. The resources of the component check the values, but
 * they never get a misspelt argument.
 */
export function checkBaseline(args: unknown): Problem[] {
  if (!isMembers(args)) return [{ path: "args", message: `must be an object, found ${kindOf(args)}` }];
  const { zoneId, filters, managedRules, owasp } = args;
  return [
    ...unknownMembers(args, ARGUMENTS, ""),
    ...(zoneId === undefined || zoneId === null
      ? [{ path: "zoneId", message: "is missing; write the id of a zone" }]
      : []),
    ...objectOrNothing(filters, "filters"),
    ...(managedRules === false ? [] : objectOrNothing(managedRules, "managedRules", MANAGED)),
    ...(owasp === false ? [] : objectOrNothing(owasp, "owasp")),
  ];
}

function objectOrNothing(value: unknown, path: string, names?: readonly string[]): Problem[] {
  if (value === undefined || isUnknown(value)) return [];
  if (!isMembers(value)) return [{ path, message: `must be an object, found ${kindOf(value)}` }];
  return names ? unknownMembers(value, names, path) : [];
}
