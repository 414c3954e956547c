import { z } from "zod";
import { isMembers, isUnknown } from "../../provider/api";
import { neverMatchesWith, readRequestFields } from "../../provider/filter";
import type { Reviewed, ReviewedRule } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { conditionOfRule, hasNoKnownRules, isUnknownRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";
import { both, isInZone, zonesInUse, zoneText, type ZoneInUse } from "./zones-in-use";

const PHASE = "http_ratelimit";
/** Actions of rate limiting rules that let the request pass. */
const PASSING: readonly unknown[] = ["log", "skip", "execute"];

const Config = z.object({
  paths: z
    .array(z.string().startsWith("/"))
    .default([])
    .describe(
      "The paths that check passwords, such as /login. Default: none, and then the policy judges nothing.",
    ),
  method: z.string().default("POST").describe("The method of the requests that check passwords."),
});
type Config = z.infer<typeof Config>;

/** In every zone that a stack uses, a rate limit must apply to the login paths, so that nobody tries many passwords. */
export const requireLoginRateLimit: EdgePolicy<Config> = {
  name: "require-login-rate-limit",
  displayName: "Login paths have a rate limit",
  description:
    "In every zone in which a stack has rules, a rate limiting rule must be able to match requests to the configured login paths: without a limit, a program can try many passwords.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["waf", "rate-limits"],
  remediationSteps:
    "Add a rule to http_ratelimit whose condition matches the path, with ip.src among its characteristics and the action block or managed_challenge.",
  unknownValues:
    "A path is reported as not judged if a rule with an unknown condition, or of an unknown zone, may limit it. A condition on something else than method and path, such as the host, is taken to match.",
  config: Config,
  scope: "stack",
  judge: (resources, config) =>
    config.paths.flatMap((path) => {
      // Each rule is evaluated once, however many zones there are.
      const limiting = new Map(resources.map((resource) => [resource, limits(resource, path, config)]));
      return zonesInUse(resources).flatMap((zone) => judgePath(zone, path, limiting, config));
    }),
};

function judgePath(
  zone: ZoneInUse,
  path: string,
  limiting: ReadonlyMap<Reviewed, boolean | undefined>,
  config: Config,
): Verdict[] {
  const answers = new Set([...limiting].map(([resource, limit]) => both(limit, mayApply(resource, zone))));
  if (answers.has(true)) return [];
  const { resource } = zone;
  const at = resource.nameOf("zone_id");
  if (answers.has(undefined)) return [unjudged(resource, at)];
  const request = `${config.method} ${JSON.stringify(path)}`;
  return [
    verdict(
      resource,
      at,
      `no rate limiting rule of ${zoneText(zone)} can match ${request}: add one to ${PHASE}`,
    ),
  ];
}

/** Whether the rules of a resource apply to requests to a zone. Those of an account apply to all of its zones. */
function mayApply(resource: Reviewed, zone: ZoneInUse): boolean | undefined {
  return resource.kind === "ruleset" && resource.place.level === "account" ? true : isInZone(resource, zone);
}

/** Whether a rule of a resource limits requests to a path; undefined if that depends on an unknown value. */
function limits(resource: Reviewed, path: string, { method }: Config): boolean | undefined {
  const [ruleset] = rulesetsIn([resource]);
  if (ruleset === undefined || (ruleset.phase !== PHASE && !isUnknown(ruleset.phase))) return false;
  if (hasNoKnownRules(ruleset)) return undefined;
  const answers = ruleset.rules.map((rule) => limitsRequest(rule, path, method));
  if (answers.includes(true)) return isUnknown(ruleset.phase) ? undefined : true;
  return answers.includes(undefined) ? undefined : false;
}

function limitsRequest(rule: ReviewedRule, path: string, method: string): boolean | undefined {
  const { enabled, action, expression, ratelimit } = rule.wire;
  if (isUnknownRule(rule)) return undefined;
  if (enabled === false || PASSING.includes(action)) return false;
  if (!isMembers(ratelimit) && !isUnknown(ratelimit)) return false;
  const condition = conditionOfRule(rule);
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
