import { z } from "zod";
import { containsUnknown, found, isUnknown } from "../../provider/api";
import {
  managedRuleset,
  OWASP_RULESET,
  PARANOIA_LEVELS,
  paranoiaTag,
} from "../../provider/rulebook/managed-rulesets";
import { trialOf } from "../../provider/rulebook/log-only";
import type { MaybeUnknown, Reviewed } from "../model/reviewed";
import {
  type DeploymentOverride,
  type ManagedDeployment,
  managedDeployments,
  managedName,
  judgeDeployments,
  owaspStrength,
} from "./managed-deployments";
import { definePolicy, shown, unjudged, verdict, type Verdict } from "./policy";
import { judgedTrial } from "./trials";
import { zoneOf } from "./zones";
import { counted } from "../../provider/words";

/** The policy `require-owasp-level` judges the paranoia levels. */
const LEVELS: readonly unknown[] = PARANOIA_LEVELS.map(paranoiaTag);

export const forbidDisabledTags = definePolicy({
  name: "forbid-disabled-tags",
  displayName: "No tag of managed rules is turned off",
  description:
    "An override must not turn off a whole ruleset, or all managed rules with a tag: it also turns off every rule that the vendor adds against a new attack.",
  severity: "medium",
  enforcementLevel: "advisory",
  tags: ["waf", "owasp", "managed-rules"],
  remediationSteps:
    "Turn off the single rules that block good requests, by their ids. If the zone does not use what the tag protects, add the tag to `allow`.",
  unknownValues: "Unknown overrides are reported as not judged.",
  config: z.object({
    allow: z
      .array(z.string().min(1))
      .default([])
      .describe("The tags that a deployment may turn off, such as wordpress. Default: none."),
  }),
  judge: (resources, { allow }) =>
    judgeDeployments(resources, (deployment) =>
      deployment.enabled === false
        ? []
        : deployment.overrides.flatMap((override) => judgeOverride(deployment, override, allow)),
    ),
});

function judgeOverride(
  { resource, rulesetId }: ManagedDeployment,
  { path, by, name, enabled, sensitivity }: DeploymentOverride,
  allow: readonly string[],
): Verdict[] {
  const isExempt =
    LEVELS.includes(name) || (typeof name === "string" && !isUnknown(name) && allow.includes(name));
  if (by === "rule" || isExempt) return [];
  // DDoS rules cannot be disabled; this is their lowest sensitivity.
  const isOff = enabled === false || sensitivity === "eoff";
  if (!isOff) return containsUnknown([enabled, sensitivity]) ? [unjudged(resource, path)] : [];
  if (isUnknown(name)) return [unjudged(resource, path)];
  const of = isUnknown(rulesetId) ? "a managed ruleset" : managedName(rulesetId);
  const what =
    by === "ruleset"
      ? `turns off ${of}, except what other overrides turn on`
      : `turns off all rules of ${of} with the tag ${shown(resource, path, name)}`;
  const cure = by === "ruleset" ? "" : ", or add the tag to `allow`";
  return [verdict(resource, path, `${what}: turn off single rules instead${cure}`)];
}

export const forbidDuplicateDeployments = definePolicy({
  name: "forbid-duplicate-deployments",
  displayName: "Each managed ruleset is deployed once per zone",
  description:
    "A zone must execute each managed ruleset once, over all resources: the API refuses a second execution, and two resources would overwrite each other's overrides.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["waf", "owasp", "managed-rules"],
  remediationSteps: "Join the overrides of both deployments in one resource, and remove the other one.",
  unknownValues:
    "Two deployments are reported as not judged if their zones or their rulesets may be the same.",
  scope: "stack",
  judge: (resources) => {
    const deployments = resources.filter(isInSomeZone).flatMap(managedDeployments);
    return deployments.flatMap((deployment, index) => judgeRivals(deployment, deployments.slice(0, index)));
  },
});

function isInSomeZone(resource: Reviewed): boolean {
  // A custom ruleset executes nothing by itself.
  return zoneOf(resource) !== undefined && !(resource.kind === "ruleset" && resource.level === "custom");
}

function judgeRivals(deployment: ManagedDeployment, earlier: readonly ManagedDeployment[]): Verdict[] {
  const { resource, rule, rulesetId } = deployment;
  // What is live and what a program declares are the same deployment.
  const rivals = earlier.filter(
    (other) => (other.resource.origin === "live") === (resource.origin === "live"),
  );
  const certain = rivals.find((other) => isSame(other, deployment) === true);
  const path = rule?.path ?? "";
  if (certain !== undefined && !isUnknown(rulesetId)) {
    const other = [certain.resource.label, ...(certain.rule ? [certain.rule.path] : [])].join(": ");
    const what = `deploys ${managedName(rulesetId)} again in the zone, as ${other} does: keep one of the two`;
    return [verdict(resource, path, what)];
  }
  const isOpen = rivals.some((other) => isSame(other, deployment) === undefined);
  return isOpen ? [unjudged(resource, path === "" ? resource.nameOf("zone_id") : path)] : [];
}

function isSame(one: ManagedDeployment, other: ManagedDeployment): boolean | undefined {
  const pairs = [
    [one.rulesetId, other.rulesetId],
    // Rules of one ruleset are in one zone, also if its id is not known.
    one.resource === other.resource ? ["", ""] : [zoneOf(one.resource), zoneOf(other.resource)],
  ] as const;
  if (pairs.some(([a, b]) => a !== b && !isUnknown(a) && !isUnknown(b))) return false;
  return pairs.some(([a, b]) => isUnknown(a) || isUnknown(b)) ? undefined : true;
}

const DAY_MS = 86_400_000;
const DATE = /\b\d{4}-\d\d-\d\d\b/;

const Logging = z.object({
  maxDays: z
    .int()
    .min(0)
    .default(30)
    .describe(
      "The maximum number of days for which a deployment only logs: since its first day, or from today to its last day.",
    ),
  since: z
    .record(z.string(), z.iso.date())
    .default({})
    .describe(
      'The days on which resources started to log only, by the name of the resource: { "owasp": "2030-01-31" }. They take precedence over what resources say.',
    ),
});
type Logging = z.infer<typeof Logging>;

export const limitLogOnly = definePolicy({
  name: "limit-log-only",
  displayName: "Managed rules do not only log forever",
  description:
    "A deployment of managed rules that only logs must say until when, or since when, and end after a number of days: a trial that nobody ends protects nothing.",
  severity: "medium",
  enforcementLevel: "advisory",
  tags: ["waf", "owasp", "managed-rules"],
  remediationSteps:
    'Set the action of the deployment to "managed_challenge" or "block". While a trial runs, write its last day into logOnlyUntil of the ZoneBaseline, or allow it in the resource: allowances: [{ id: "limit-log-only", reason: "…", until: "2030-01-31" }]. Where resources have no allowances, write the first day into the description of the rule ("log only since 2030-01-31"), or into `since` in the configuration.',
  unknownValues: "Unknown actions, overrides and descriptions are reported as not judged.",
  config: Logging,
  judge: (resources, config, now = new Date()) =>
    judgeDeployments(resources, (deployment) => judgeLogging(deployment, config, now)),
});

function judgeLogging(deployment: ManagedDeployment, config: Logging, now: Date): Verdict[] {
  const { resource, rule, enabled } = deployment;
  if (enabled === false) return [];
  const { path, value: action } = actionOf(deployment);
  if (isUnknown(action)) return [unjudged(resource, path)];
  if (action !== "log") return [];
  const found = judgeTrial(deployment, path, config, now);
  if (found.every(({ allowance }) => allowance) || !isUnknown(enabled)) return found;
  return [unjudged(resource, rule === undefined ? "enabled" : `${rule.path}.enabled`)];
}

/** Returns the action of a deployment: "log" if all of its rules only log. */
function actionOf(deployment: ManagedDeployment): { path: string; value: MaybeUnknown<string> | undefined } {
  const { rule, rulesetId, overrides } = deployment;
  if (isUnknown(rulesetId)) return { path: rule?.path ?? "", value: rulesetId };
  if (rulesetId === OWASP_RULESET) return owaspStrength(deployment, 0).action;
  const all = overrides.find(({ by }) => by === "ruleset");
  const single = overrides.filter(({ by }) => by !== "ruleset").map(({ action }) => action);
  const others = single.filter((action) => action !== undefined && action !== "log");
  const value =
    all?.action === "log" && others.length > 0 ? (others.every(isUnknown) ? others[0] : "acts") : all?.action;
  return { path: all?.path ?? "", value: typeof value === "string" ? value : undefined };
}

function judgeTrial(deployment: ManagedDeployment, path: string, config: Logging, now: Date): Verdict[] {
  const { resource, rule, rulesetId } = deployment;
  const { maxDays, since } = config;
  const configured = Object.hasOwn(since, resource.name) ? since[resource.name] : undefined;
  const trial = configured === undefined ? judgedTrial(resource, rule?.ref, maxDays, now) : undefined;
  if (!trial) return judgeSince(deployment, path, { maxDays, configured }, now);
  const { allowance, text } = trial;
  return [
    { ...verdict(resource, path, `${managedName(rulesetId)} ${text}`), ...(allowance && { allowance }) },
  ];
}

function judgeSince(
  { resource, rule, rulesetId }: ManagedDeployment,
  path: string,
  { maxDays, configured }: { readonly maxDays: number; readonly configured: string | undefined },
  now: Date,
): Verdict[] {
  const description = rule?.wire["description"];
  if (configured === undefined && isUnknown(description))
    return [unjudged(resource, `${rule?.path ?? ""}.description`)];
  const day = configured ?? (typeof description === "string" ? DATE.exec(description)?.[0] : undefined);
  const name = managedName(rulesetId);
  const cure = "set an action that protects";
  const start = Date.parse(day ?? "");
  if (Number.isNaN(start)) {
    const what =
      resource.origin === "edge"
        ? `no day says until when: ${cure}, or add { id: "limit-log-only", reason, until } to \`allowances\``
        : `no day says since when: ${cure}, or write the day into the description of the rule, or into \`since\` in the configuration`;
    return [verdict(resource, path, `${name} only logs, and ${what}`)];
  }
  const days = Math.floor((now.getTime() - start) / DAY_MS);
  if (days >= 0 && days <= maxDays) return [];
  const isHidden =
    configured === undefined && rule !== undefined && resource.isSecret(`${rule.path}.description`);
  const shownDay = isHidden ? "a day that is secret" : String(day);
  const what =
    days < 0
      ? `${name} only logs since ${shownDay}, which is in the future: correct the day`
      : `${name} only logs since ${shownDay}, more than ${counted(maxDays, "day")}: ${cure}`;
  return [verdict(resource, path, what)];
}

/** The level and the threshold of a deployment, which are no exceptions. */
const OWASP_SETTINGS: readonly unknown[] = [
  ...PARANOIA_LEVELS.map(paranoiaTag),
  managedRuleset(OWASP_RULESET)?.scoringRule,
];

export const listOverrides = definePolicy({
  name: "list-overrides",
  displayName: "Overrides of managed rules are listed",
  description:
    "Every deployment with overrides of managed rules is listed: an exception that was right once stays until somebody looks at it.",
  severity: "low",
  enforcementLevel: "advisory",
  tags: ["waf", "owasp", "managed-rules", "review"],
  remediationSteps: "Check that each override is still needed, and remove those that are not.",
  unknownValues:
    "Unknown overrides are counted. Deployments that are unknown as a whole are reported as not judged.",
  config: z.object({
    maxListed: z.int().min(0).default(10).describe("The maximum number of overrides that a message lists."),
  }),
  judge: (resources, { maxListed }, now = new Date()) =>
    judgeDeployments(resources, (deployment) => describeOverrides(deployment, maxListed, now)),
});

function describeOverrides(
  { resource, rule, rulesetId, overrides }: ManagedDeployment,
  maxListed: number,
  now: Date,
): Verdict[] {
  // What a trial overrides is no exception: the policy limit-log-only judges the trial.
  const isTried = trialOf(resource.allowances, rule?.ref, now) !== undefined;
  const exceptions = overrides.filter(
    (one) => !OWASP_SETTINGS.includes(one.name) && !(isTried && onlyLogs(one)),
  );
  const [first, ...others] = exceptions;
  if (first === undefined) return [];
  if (others.length === 0 && isUnknown(first.name) && isUnknown(first.enabled))
    return [unjudged(resource, first.path)];
  const path = rule?.path ?? "rules";
  const listed = resource.isSecret(first.path) ? [] : exceptions.slice(0, maxListed);
  const left = exceptions.length - listed.length;
  const more = left > 0 ? [listed.length === 0 ? "none is shown" : `and ${left} more`] : [];
  const of = isUnknown(rulesetId) ? "a managed ruleset" : managedName(rulesetId);
  const count = counted(exceptions.length, "override");
  const text = [...listed.map(textOf), ...more].join("; ");
  return [verdict(resource, path, `has ${count} of ${of} (${text}): check that each is still needed`)];
}

/** Whether an override makes all rules log, and does nothing else. */
function onlyLogs({ by, enabled, action, sensitivity, threshold }: DeploymentOverride): boolean {
  return (
    by === "ruleset" &&
    action === "log" &&
    [enabled, sensitivity, threshold].every((one) => one === undefined)
  );
}

function textOf({ by, name, enabled, action, sensitivity, threshold }: DeploymentOverride): string {
  const changes = Object.entries({ enabled, action, sensitivity, threshold })
    .filter(([, value]) => value !== undefined)
    .map(([member, value]) => `${member} ${textOfValue(value)}`);
  const target = by === "ruleset" ? "all rules" : `${by} ${textOfValue(name)}`;
  return `${target}: ${changes.join(", ")}`;
}

function textOfValue(value: unknown): string {
  return isUnknown(value) ? "not known yet" : found(value);
}
