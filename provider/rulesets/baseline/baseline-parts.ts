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
import { checkDay, type RuleAllowance } from "../../rulebook/allowance";
import { LOG_ONLY } from "../../rulebook/log-only";
import { GENERAL_RULESET } from "../../rulebook/managed-rulesets";

/*
 * What a baseline consists of, and its defaults, which pass the policies of this package: protection that a person can pass, or, until a
 * day that the program names, only logs. The component in a program and the plugin make the same resources of it. Values are those of a
 * program, or of a request of the engine: only their structure is read.
 */

/** The arguments of a baseline that make resources. Rules are lists. */
export interface BaselineContents {
  /** The last day on which everything without an action only logs. It has passed `checkBaseline`. */
  readonly logOnlyUntil?: unknown;
  readonly customRules?: unknown;
  readonly rateLimits?: unknown;
  readonly managedRules?: unknown;
  readonly owasp?: unknown;
}

/** The name of an argument, and of the member of the component that holds the resource made of that argument. */
export type BaselineMember = Exclude<keyof BaselineContents, "logOnlyUntil">;

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
  logOnlyUntil,
  customRules = [],
  rateLimits = [],
  managedRules = {},
  owasp = {},
}: BaselineContents): Partial<Record<BaselineMember, BaselinePart>> {
  const hasManaged = managedRules !== false;
  return {
    ...rulesPart(
      "customRules",
      "custom",
      "http_request_firewall_custom",
      mapRules(customRules, customRule),
      ownTrials(customRules, logOnlyUntil),
    ),
    ...rulesPart(
      "rateLimits",
      "rate-limits",
      "http_ratelimit",
      mapRules(rateLimits, rateLimitRule),
      ownTrials(rateLimits, logOnlyUntil),
    ),
    ...(hasManaged && managedPart(managedRules, logOnlyUntil)),
    ...(owasp !== false && {
      owasp: {
        kind: "OwaspConfig",
        suffix: "owasp",
        args: owaspArgs(owasp, logOnlyUntil),
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
  trials: readonly RuleAllowance[],
): Partial<Record<BaselineMember, BaselinePart>> {
  if (Array.isArray(rules) && rules.length === 0) return {};
  const args = { phase, rules, ...(trials.length > 0 && { allowances: trials }) };
  return { [member]: { kind: "ZoneEntrypointRuleset", suffix, args } };
}

/** Returns the allowance to log only until a day: of one rule, or of everything that the resource deploys. */
function trial(until: unknown, rule?: string): RuleAllowance[] {
  if (typeof until !== "string") return [];
  const reason = "logOnlyUntil of the ZoneBaseline";
  return [{ id: LOG_ONLY, ...(rule !== undefined && { rule }), reason, until }];
}

/** Returns the allowances of the program's own rules that log. */
function ownTrials(rules: unknown, until: unknown): RuleAllowance[] {
  return (Array.isArray(rules) ? rules : []).flatMap((rule: unknown) =>
    isMembers(rule) && (rule["action"] ?? "log") === "log" && typeof rule["ref"] === "string"
      ? trial(until, rule["ref"])
      : [],
  );
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

function managedPart(managed: unknown, until: unknown): ReturnType<typeof rulesPart> {
  const part = (rules: unknown, trials: readonly RuleAllowance[]) =>
    rulesPart("managedRules", "managed", "http_request_firewall_managed", rules, trials);
  // Only a value that a preview does not know has passed the check of the baseline.
  if (!isMembers(managed)) return part(UNKNOWN, []);
  const { expression, rulesetId } = managed;
  const action = managed["action"] ?? (until === undefined ? "default" : "log");
  const overrides = action === "default" ? {} : { overrides: { action } };
  const rule = {
    ref: "baseline-managed-rules",
    description: "The vendor's managed ruleset, deployed by the baseline of the zone",
    action: "execute",
    actionParameters: { id: rulesetId ?? GENERAL_RULESET, ...overrides },
    expression: expression ?? "true",
  };
  return part([rule], action === "log" ? trial(until) : []);
}

function owaspArgs(owasp: unknown, until: unknown): Members {
  if (!isMembers(owasp)) return { paranoiaLevel: UNKNOWN, scoreThreshold: UNKNOWN, action: UNKNOWN };
  const { paranoiaLevel, scoreThreshold, allowances, ...others } = owasp;
  const action = owasp["action"] ?? (until === undefined ? "managed_challenge" : "log");
  const trials = action === "log" ? trial(until) : [];
  const allowed = Array.isArray(allowances)
    ? [...(allowances as unknown[]), ...trials]
    : (allowances ?? trials);
  return {
    paranoiaLevel: paranoiaLevel ?? 2,
    scoreThreshold: scoreThreshold ?? "medium",
    ...others,
    action,
    ...((allowances !== undefined || trials.length > 0) && { allowances: allowed }),
  };
}

const ARGUMENTS = [
  "zoneId",
  "connection",
  "logOnlyUntil",
  "filters",
  "customRules",
  "rateLimits",
  "managedRules",
  "owasp",
];
const MANAGED = ["action", "expression", "rulesetId"];

/**
 * Reports unknown arguments of a ZoneBaseline, and arguments of the wrong type. The resources of the component check the values, but
 * they never get a misspelt argument.
 */
export function checkBaseline(args: unknown): Problem[] {
  if (!isMembers(args)) return [{ path: "args", message: `must be an object, found ${kindOf(args)}` }];
  const { zoneId, logOnlyUntil, filters, managedRules, owasp } = args;
  return [
    ...unknownMembers(args, ARGUMENTS, ""),
    ...(zoneId === undefined || zoneId === null
      ? [{ path: "zoneId", message: "is missing; write the id of a zone" }]
      : []),
    ...(logOnlyUntil === undefined ? [] : checkDay(logOnlyUntil, "logOnlyUntil")),
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
