import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { OWASP_RULESET } from "../../provider/rulebook/managed-rulesets";
import type { Reviewed, ReviewedPlace } from "../model/reviewed";
import {
  judgeDeployments,
  type ManagedDeployment,
  managedDeployments,
  unknownDeployments,
  owaspStrength,
  type Placed,
} from "./managed-deployments";
import { judgedTrial, MaxLogOnlyDays } from "./trials";
import { definePolicy, shown, unjudged, verdict, type Verdict } from "./policy";
import { groupBy } from "../changes/group-by";

const Required = z.object({
  minimumLevel: z.int().min(1).max(4).default(2).describe("The minimum paranoia level."),
  allowLog: z.boolean().default(false).describe("Whether a deployment that only logs is sufficient."),
  maxLogOnlyDays: MaxLogOnlyDays,
});
type Required = z.infer<typeof Required>;

type InZone = Extract<Reviewed, { readonly place: ReviewedPlace }>;

export const requireOwasp = definePolicy({
  name: "require-owasp",
  displayName: "OWASP in every zone",
  description: "Every zone must deploy the managed OWASP ruleset at the required paranoia level.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["waf", "owasp"],
  remediationSteps:
    "Add an OwaspConfig to the zone, with the required paranoia level, enabled, and with an action other than log, or with the last day of its trial, as limit-log-only says. With another provider, add a rule that executes the OWASP ruleset to the ruleset of the phase http_request_firewall_managed.",
  unknownValues:
    "A violation is reported only if it exists for any value. Unknown zones, levels, actions and rules that could decide otherwise are reported as not judged.",
  config: Required,
  scope: "stack",
  judge: (resources, config, now = new Date()) => {
    const judged = resources.filter(needsOwasp);
    const protecting = resources.filter((resource) => deploymentsIn(resource).length > 0).filter(isInZone);
    const bare = judged.filter((one) => !protecting.some((other) => shareZone(one, other) !== "never"));
    const unsure = judged.filter((one) => {
      const shared = protecting.map((other) => shareZone(one, other));
      return !shared.includes("always") && shared.includes("maybe");
    });
    const undecided = resources.filter(isInZone).filter(mayDeploy);
    const isUndecided = (one: InZone) => undecided.some((other) => shareZone(one, other) !== "never");
    return [
      ...groupBy(
        bare.filter((one) => !isUndecided(one)),
        // Two unknown zones may differ.
        ({ place: { id }, urn }) => (isUnknown(id) ? ["", urn] : [id ?? ""]),
      ).flatMap((members) => describeBareZone(members, config)),
      ...[...unsure, ...bare.filter(isUndecided)].map(unjudgedZone),
      ...judged.flatMap(deploymentsIn).flatMap((deployment) => checkStrength(deployment, config, now)),
    ];
  },
});

function isInZone(resource: Reviewed): resource is InZone {
  return "place" in resource && resource.place.level === "zone";
}

function needsOwasp(resource: Reviewed): resource is InZone {
  return isInZone(resource) && resource.place.id !== undefined;
}

function shareZone({ place: a }: InZone, { place: b }: InZone): "always" | "maybe" | "never" {
  if (isUnknown(a.id) || isUnknown(b.id)) return "maybe";
  return a.id === b.id ? "always" : "never";
}

function describeBareZone(members: readonly [InZone, ...InZone[]], { minimumLevel }: Required): Verdict[] {
  const [first] = members;
  const users = members.map(({ label }) => label).join(", ");
  const { missing, cure } = adviceFor(members, first, minimumLevel);
  const message =
    `${zoneOf(first)} has no ${missing}, but this stack uses the zone in ${users}: ${cure} or, if another stack ` +
    "protects the zone, allow it in the configuration of the policy require-owasp.";
  return [{ urn: first.urn, path: first.nameOf("zone_id"), message }];
}

/** Returns what to add where all resources of a zone are those of another provider, or else an `OwaspConfig`. */
function adviceFor(
  members: readonly InZone[],
  { nameOf }: InZone,
  minimumLevel: number,
): { readonly missing: string; readonly cure: string } {
  if (members.every(({ origin }) => origin === "cloudflare" || origin === "terraform")) {
    const id = `${nameOf("action_parameters")}.id ${JSON.stringify(OWASP_RULESET)}`;
    const cure = `add a rule with the action execute and ${id} to the zone's ruleset of the phase http_request_firewall_managed`;
    return { missing: "rule that executes the OWASP ruleset", cure };
  }
  return {
    missing: "OwaspConfig",
    cure: `add new OwaspConfig("…", { zoneId, paranoiaLevel: ${minimumLevel}, scoreThreshold: 40 })`,
  };
}

function zoneOf({ place, isSecret, nameOf }: InZone): string {
  if (isUnknown(place.id)) return "A zone whose id is not known yet";
  return isSecret(nameOf("zone_id")) ? "A zone whose id is secret" : `Zone ${String(place.id)}`;
}

function unjudgedZone({ urn, label, nameOf }: InZone): Verdict {
  const message = `${label}: whether its zone deploys the OWASP ruleset cannot be judged before the update, because some values are not known yet.`;
  return { urn, path: nameOf("zone_id"), message, isUnjudged: true };
}

/** Returns the deployments of the OWASP ruleset in a zone: an `OwaspConfig`, or rules of an entry point. */
function deploymentsIn(resource: Reviewed): ManagedDeployment[] {
  if (resource.kind === "ruleset" && resource.level !== "zone") return [];
  return managedDeployments(resource).filter(({ rulesetId }) => rulesetId === OWASP_RULESET);
}

/** Whether a part of the resource that is not known yet may deploy the OWASP ruleset. */
function mayDeploy(resource: Reviewed): boolean {
  if (resource.kind !== "ruleset" || resource.level !== "zone") return false;
  return (
    unknownDeployments(resource).length > 0 ||
    managedDeployments(resource).some(({ rulesetId }) => isUnknown(rulesetId))
  );
}

/** A property of a deployment, and what is wrong with it if it is weak. */
interface Member {
  readonly path: string;
  readonly value: unknown;
  readonly isWeak: boolean;
  readonly weakness: string;
  readonly allowance?: Verdict["allowance"];
}

function checkStrength(
  deployment: ManagedDeployment,
  { minimumLevel, allowLog, maxLogOnlyDays }: Required,
  now: Date,
): Verdict[] {
  const { resource, rule, enabled } = deployment;
  const { level, action } = owaspStrength(deployment, minimumLevel);
  const trial = judgedTrial(resource, rule?.ref, maxLogOnlyDays, now);
  const members: readonly Member[] = [
    {
      ...level,
      isWeak: !(typeof level.value === "number" && level.value >= minimumLevel),
      weakness: describeLevel(deployment, level, minimumLevel),
    },
    {
      path: rule === undefined ? "enabled" : `${rule.path}.enabled`,
      value: enabled,
      isWeak: enabled === false,
      weakness: "enabled is false, so no request is inspected: set it to true, or remove it",
    },
    {
      path: action.path,
      value: allowLog ? undefined : action.value,
      isWeak: action.value === "log" && !allowLog,
      weakness: `action is "log", which blocks no request: ${trial ? `it ${trial.text}` : 'set it to "managed_challenge" or "block"'}`,
      allowance: trial?.allowance,
    },
  ];
  return members.flatMap(({ path, value, isWeak, weakness, allowance }) => {
    if (isUnknown(value)) return [unjudged(resource, path)];
    // The path of a weakness is in its text.
    return isWeak
      ? [{ ...verdict(resource, rule?.path ?? "", weakness), path, ...(allowance && { allowance }) }]
      : [];
  });
}

function describeLevel(
  { resource, rule }: ManagedDeployment,
  { path, value }: { readonly path: string; readonly value: unknown },
  minimumLevel: number,
): string {
  const required = `at least ${minimumLevel} is required`;
  const level = value === undefined ? "not set to a level" : shown(resource, path, value);
  if (rule !== undefined)
    return `the paranoia level is ${level}, ${required}: turn off no category up to paranoia-level-${minimumLevel}`;
  const right = minimumLevel === 4 ? "set it to 4" : `set it to ${minimumLevel} or more, up to 4`;
  return `paranoiaLevel is ${level}, ${required}: ${right}`;
}

const Strictness = z.object({
  minimumLevel: z.int().min(1).max(4).default(2).describe("The minimum paranoia level."),
  maximumThreshold: z
    .int()
    .min(1)
    .default(40)
    .describe("The maximum score threshold: 60 is low, 40 medium and 25 high sensitivity."),
});
type Strictness = z.infer<typeof Strictness>;

export const requireOwaspLevel = definePolicy({
  name: "require-owasp-level",
  displayName: "OWASP is strict enough",
  description:
    "Every deployment of the OWASP ruleset must run at least a paranoia level, and act at a score that attacks reach: a weak deployment looks like protection and is none.",
  severity: "high",
  enforcementLevel: "advisory",
  tags: ["waf", "owasp"],
  remediationSteps:
    'Raise the paranoia level and lower the score threshold. Try the new values with the action "log" first, and look for good requests in the log.',
  unknownValues: "Unknown levels, thresholds and overrides are reported as not judged.",
  config: Strictness,
  judge: (resources, config) =>
    judgeDeployments(resources, (deployment) => judgeStrictness(deployment, config)),
});

function judgeStrictness(deployment: ManagedDeployment, config: Strictness): Verdict[] {
  const { resource, rule, rulesetId, enabled } = deployment;
  if (enabled === false) return [];
  if (isUnknown(rulesetId)) return [unjudged(resource, rule?.path ?? "")];
  if (rulesetId !== OWASP_RULESET) return [];
  const { minimumLevel: least, maximumThreshold: most } = config;
  const { level, threshold } = owaspStrength(deployment, least);
  const judge = (
    { path, value }: Placed<number>,
    isStrict: (value: number) => boolean,
    required: string,
    cure: string,
  ) => {
    if (isUnknown(value)) return [unjudged(resource, path)];
    if (value !== undefined && isStrict(value)) return [];
    return [verdict(resource, path, `${required}, found ${shown(resource, path, value)}: ${cure}`)];
  };
  const found = [
    ...judge(level, (value) => value >= least, `the paranoia level must be at least ${least}`, "raise it"),
    ...judge(threshold, (value) => value <= most, `the score threshold must be at most ${most}`, "lower it"),
  ];
  if (found.length === 0 || !isUnknown(enabled)) {
    // Level and threshold of a rule have the same path, so both may be the same unknown value.
    return found.filter(({ message }, index) => found.findIndex((one) => one.message === message) === index);
  }
  return [unjudged(resource, rule === undefined ? "enabled" : `${rule.path}.enabled`)];
}
