import { z } from "zod";
import { isMembers, isUnknown } from "../../provider/api";
import { neverMatchesWith, readRequestFields } from "../../provider/filter";
import { GENERAL_RULESET } from "../../provider/rulebook/managed-rulesets";
import type { MaybeUnknown, Reviewed, ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { conditionOfRule, hasNoKnownRules, isUnknownRule, rulesetsIn } from "./judged-rules";
import { managedDeployments, managedName, unknownDeployments } from "./managed-deployments";
import { definePolicy, unjudged, verdict, type Verdict } from "./policy";
import { judgedTrial, MaxLogOnlyDays } from "./trials";

export const protectZones = definePolicy({
  name: "protect-zones",
  displayName: "Protected zones refuse deletion",
  description:
    "Every resource in a protected zone must have the option protect, and no update may delete one: a deletion leaves the zone without its rules. A review also refuses an update that deletes such a resource.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["rulesets", "owasp"],
  remediationSteps:
    "Set the option protect: true (in Terraform: prevent_destroy). To delete a resource after all, remove its zone from `zones` for this update.",
  unknownValues:
    "A resource without protect in an unknown zone is reported as not judged, and so is one whose document does not say whether it is protected.",
  config: z.object({
    zones: z
      .array(z.string().regex(/^[0-9a-f]{32}$/))
      .default([])
      .describe("The ids of the protected zones. Default: none, and then the policy judges nothing."),
  }),
  judge: (resources, { zones }) => resources.flatMap((resource) => judgeProtection(resource, zones)),
  judgeChange: (before, after, { zones }) => {
    const left = new Map(after.map((resource) => [resource.urn, zoneOf(resource)]));
    return before
      .filter((resource) => {
        const [zone, later] = [zoneOf(resource), left.get(resource.urn)];
        // In a zone that only the update will know, the protection is judged then.
        return (
          zones.some((one) => one === zone) && zone !== later && (later === undefined || !isUnknown(later))
        );
      })
      .map((resource) =>
        verdict(
          resource,
          "",
          "is in a protected zone, so no update may delete it: keep it, or remove the zone from `zones`",
        ),
      );
  },
});

function judgeProtection(resource: Reviewed, zones: readonly string[]): Verdict[] {
  const zone = zoneOf(resource);
  const { origin, isProtected } = resource;
  // What is live belongs to no program that could protect it.
  if (zones.length === 0 || zone === undefined || origin === "live" || isProtected === true) return [];
  if (isUnknown(zone)) return [unjudged(resource, resource.nameOf("zone_id"))];
  if (!zones.includes(zone)) return [];
  const option = origin === "terraform" ? "prevent_destroy" : "protect";
  if (isProtected === undefined) return [unjudged(resource, option)];
  return [verdict(resource, option, "must be true, because the zone is protected, found false: set it")];
}

const PHASE = "http_ratelimit";
/** Actions of rate limiting rules that let the request pass. A rule that only logs is enough during its trial. */
const PASSING: readonly unknown[] = ["log", "skip", "execute"];

const Login = z.object({
  paths: z
    .array(z.string().startsWith("/"))
    .default([])
    .describe(
      "The paths that check passwords, such as /login. Default: none, and then the policy judges nothing.",
    ),
  method: z.string().default("POST").describe("The method of the requests that check passwords."),
  maxLogOnlyDays: MaxLogOnlyDays,
});
type Login = z.infer<typeof Login>;

export const requireLoginRateLimit = definePolicy({
  name: "require-login-rate-limit",
  displayName: "Login paths have a rate limit",
  description:
    "In every zone in which a stack has rules, a rate limiting rule must be able to match requests to the configured login paths: without a limit, a program can try many passwords.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["waf", "rate-limits"],
  remediationSteps:
    "Add a rule to http_ratelimit whose condition matches the path, with ip.src among its characteristics and the action block or managed_challenge. A rule that only logs is enough until the last day of its trial, as limit-log-only says.",
  unknownValues:
    "A path is reported as not judged if a rule with an unknown condition, or of an unknown zone, may limit it. A condition on something else than method and path, such as the host, is taken to match.",
  config: Login,
  scope: "stack",
  judge: (resources, config, now = new Date()) =>
    config.paths.flatMap((path) => {
      const request = `${config.method} ${JSON.stringify(path)}`;
      return judgeZones(
        resources,
        (resource) => limits(resource, path, config, now),
        mayApply,
        (zone) => `no rate limiting rule of ${zone} can match ${request}: add one to ${PHASE}`,
      );
    }),
});

/** Whether the rules of a resource apply to requests to a zone. Those of an account apply to all of its zones. */
function mayApply(resource: Reviewed, zone: ZoneInUse): boolean | undefined {
  return resource.kind === "ruleset" && resource.place.level === "account" ? true : isInZone(resource, zone);
}

/** Whether a rule of a resource limits requests to a path; undefined if that depends on an unknown value. */
function limits(resource: Reviewed, path: string, config: Login, now: Date): boolean | undefined {
  const [ruleset] = rulesetsIn([resource]);
  if (ruleset === undefined || (ruleset.phase !== PHASE && !isUnknown(ruleset.phase))) return false;
  if (hasNoKnownRules(ruleset)) return undefined;
  const answers = ruleset.rules.map((rule) => limitsRequest(ruleset, rule, path, config, now));
  if (answers.includes(true)) return isUnknown(ruleset.phase) ? undefined : true;
  return answers.includes(undefined) ? undefined : false;
}

function limitsRequest(
  ruleset: ReviewedRuleset,
  rule: ReviewedRule,
  path: string,
  { method, maxLogOnlyDays }: Login,
  now: Date,
): boolean | undefined {
  const { enabled, action, expression, ratelimit } = rule.wire;
  if (isUnknownRule(rule)) return undefined;
  const isTried =
    action === "log" && judgedTrial(ruleset, rule.ref, maxLogOnlyDays, now)?.allowance !== undefined;
  if (enabled === false || (PASSING.includes(action) && !isTried)) return false;
  if (!isMembers(ratelimit) && !isUnknown(ratelimit)) return false;
  const condition = conditionOfRule(ruleset, rule);
  if (condition === undefined) return isUnknown(expression) ? undefined : false;
  if (neverMatchesWith(condition, fieldsOf(path, method))) return false;
  return [enabled, action, ratelimit].some(isUnknown) ? undefined : true;
}

/** Returns what is the same in all such requests. Login forms are posted without a query. */
function fieldsOf(path: string, method: string): ReturnType<typeof readRequestFields> {
  return readRequestFields({
    "http.request.method": method,
    "http.request.uri": path,
    "http.request.uri.path": path,
    "http.request.uri.query": "",
    "raw.http.request.uri": path,
    "raw.http.request.uri.path": path,
    "raw.http.request.uri.query": "",
  });
}

export const requireManagedRuleset = definePolicy({
  name: "require-managed-ruleset",
  displayName: "Every zone executes the managed rulesets",
  description:
    "Every zone in which a stack has rules must execute the required managed rulesets: they protect against attacks that no rule of the program knows.",
  severity: "high",
  enforcementLevel: "disabled",
  tags: ["waf", "managed-rules"],
  remediationSteps:
    "Add a rule with the action execute and the id of the managed ruleset to the entry point of http_request_firewall_managed, or allow the zone if another stack or the account executes it.",
  unknownValues:
    "A zone is reported as not judged if a deployment with unknown values may execute the ruleset there.",
  config: z.object({
    rulesets: z
      .array(z.string().regex(/^[0-9a-f]{32}$/))
      .default([GENERAL_RULESET])
      .describe(
        "The ids of the managed rulesets that every zone must execute. Default: the vendor's general managed ruleset.",
      ),
  }),
  scope: "stack",
  judge: (resources, { rulesets }) =>
    rulesets.flatMap((id) =>
      judgeZones(
        resources,
        (resource) => executes(resource, id),
        isInZone,
        (zone) => `${zone} does not execute ${managedName(id)} (${id}): add a rule that executes it`,
      ),
    ),
});

/** Whether a resource executes a managed ruleset; undefined if that depends on an unknown value. */
function executes(resource: Reviewed, id: string): boolean | undefined {
  const deployments = managedDeployments(resource).filter(({ enabled }) => enabled !== false);
  const same = deployments.filter(({ rulesetId }) => rulesetId === id);
  if (same.some(({ enabled }) => !isUnknown(enabled))) return true;
  const mayBe = same.length > 0 || deployments.some(({ rulesetId }) => isUnknown(rulesetId));
  return mayBe || unknownDeployments(resource).length > 0 ? undefined : false;
}

/** A zone in which a stack has resources. */
export interface ZoneInUse {
  readonly id: MaybeUnknown<string>;
  /** A resource in the zone, which findings are about. */
  readonly resource: Reviewed;
}

/** Returns the zones of a stack. Each resource with an unknown zone is in a zone of its own. */
export function zonesInUse(resources: readonly Reviewed[]): ZoneInUse[] {
  const zones = new Map<unknown, ZoneInUse>();
  for (const resource of resources) {
    const id = zoneOf(resource);
    if (id === undefined) continue;
    const key = isUnknown(id) ? resource : id;
    if (!zones.has(key)) zones.set(key, { id, resource });
  }
  return [...zones.values()];
}

/** Returns the id of the zone that a resource belongs to; undefined if it belongs to none. */
export function zoneOf(resource: Reviewed): MaybeUnknown<string> | undefined {
  const isPlaced = resource.kind === "ruleset" || resource.kind === "owasp";
  return isPlaced && resource.place.level === "zone" ? resource.place.id : undefined;
}

/** Whether a resource belongs to a zone; undefined if that depends on an unknown id. */
export function isInZone(resource: Reviewed, zone: ZoneInUse): boolean | undefined {
  if (resource === zone.resource) return true;
  const id = zoneOf(resource);
  if (id === undefined) return false;
  return isUnknown(id) || isUnknown(zone.id) ? undefined : id === zone.id;
}

export function zoneText({ id, resource }: ZoneInUse): string {
  if (isUnknown(id)) return "the zone whose id is not known yet";
  return resource.isSecret(resource.nameOf("zone_id")) ? "the zone whose id is secret" : `the zone ${id}`;
}

/** Whether two conditions hold; undefined if that depends on an unknown value. */
function both(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === false || b === false) return false;
  return a === undefined || b === undefined ? undefined : true;
}

/**
 * Judges each zone of a stack: some resource that applies to the zone must do what is required. `does` is asked once per resource, however
 * many zones there are; `what` says of a zone without such a resource what is wrong.
 */
function judgeZones(
  resources: readonly Reviewed[],
  does: (resource: Reviewed) => boolean | undefined,
  applies: (resource: Reviewed, zone: ZoneInUse) => boolean | undefined,
  what: (zone: string) => string,
): Verdict[] {
  const doing = resources.map((resource) => [resource, does(resource)] as const);
  return zonesInUse(resources).flatMap((zone) => {
    const answers = new Set(doing.map(([resource, done]) => both(done, applies(resource, zone))));
    if (answers.has(true)) return [];
    const { resource } = zone;
    const path = resource.nameOf("zone_id");
    if (answers.has(undefined)) return [unjudged(resource, path)];
    return [verdict(resource, path, what(zoneText(zone)))];
  });
}
