import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { OWASP_RULESET } from "../../provider/rulebook/managed-rulesets";
import type { MaybeUnknown } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import {
  managedDeployments,
  managedName,
  unknownDeployments,
  type ManagedDeployment,
} from "./managed-deployments";
import { owaspStrength } from "./owasp-strength";
import type { EdgePolicy, Verdict } from "./policy";

const DAY_MS = 86_400_000;
const DATE = /\b\d{4}-\d\d-\d\d\b/;

const Config = z.object({
  maxDays: z
    .int()
    .min(0)
    .default(30)
    .describe("The maximum number of days for which a deployment only logs."),
  since: z
    .record(z.string(), z.iso.date())
    .default({})
    .describe(
      'The days on which resources started to log only, by the name of the resource: { "owasp": "2030-01-31" }. They take precedence over days in descriptions.',
    ),
});
type Config = z.infer<typeof Config>;

/** A managed ruleset must not only log forever: a trial that nobody ends protects nothing. */
export const limitLogOnly: EdgePolicy<Config> = {
  name: "limit-log-only",
  displayName: "Managed rules do not only log forever",
  description:
    "A deployment of managed rules that only logs must say since when, and end after a number of days: a trial that nobody ends protects nothing.",
  severity: "medium",
  enforcementLevel: "advisory",
  tags: ["waf", "owasp", "managed-rules"],
  remediationSteps:
    'Set the action of the deployment to "managed_challenge" or "block". While a trial runs, write its first day into the description of the rule ("log only since 2030-01-31"), or into `since` in the configuration.',
  unknownValues: "Unknown actions, overrides and descriptions are reported as not judged.",
  config: Config,
  scope: "resource",
  judge: (resources, config, now = new Date()) =>
    resources.flatMap((resource) => [
      ...managedDeployments(resource).flatMap((deployment) => judgeDeployment(deployment, config, now)),
      ...unknownDeployments(resource).map((path) => unjudged(resource, path)),
    ]),
};

function judgeDeployment(deployment: ManagedDeployment, config: Config, now: Date): Verdict[] {
  const { resource, rule, enabled } = deployment;
  if (enabled === false) return [];
  const { path, value: action } = actionOf(deployment);
  if (isUnknown(action)) return [unjudged(resource, path)];
  if (action !== "log") return [];
  const found = judgeSince(deployment, path, config, now);
  if (found.length === 0 || !isUnknown(enabled)) return found;
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

function judgeSince(
  { resource, rule, rulesetId }: ManagedDeployment,
  path: string,
  { maxDays, since }: Config,
  now: Date,
): Verdict[] {
  const description = rule?.wire["description"];
  const configured = Object.hasOwn(since, resource.name) ? since[resource.name] : undefined;
  if (configured === undefined && isUnknown(description))
    return [unjudged(resource, `${rule?.path ?? ""}.description`)];
  const day = configured ?? (typeof description === "string" ? DATE.exec(description)?.[0] : undefined);
  const name = managedName(rulesetId);
  const cure = "set an action that protects";
  const start = Date.parse(day ?? "");
  if (Number.isNaN(start)) {
    const where = rule === undefined ? "" : "the description of the rule, or into ";
    return [
      verdict(
        resource,
        path,
        `${name} only logs, and no day says since when: ${cure}, or write the day into ${where}\`since\` in the configuration`,
      ),
    ];
  }
  const days = Math.floor((now.getTime() - start) / DAY_MS);
  if (days >= 0 && days <= maxDays) return [];
  const isHidden =
    configured === undefined && rule !== undefined && resource.isSecret(`${rule.path}.description`);
  const shownDay = isHidden ? "a day that is secret" : String(day);
  const what =
    days < 0
      ? `${name} only logs since ${shownDay}, which is in the future: correct the day`
      : `${name} only logs since ${shownDay}, more than ${maxDays} days: ${cure}`;
  return [verdict(resource, path, what)];
}
