import { z } from "zod";
import { isMembers, isUnknown, type Members } from "../../provider/api";
import { activeAllowances } from "../../provider/rulebook";
import { isAllowable } from "../../provider/rulebook/check-allowances";
import type { Reviewed } from "../model/reviewed";
import { unjudged, type Verdict } from "./policy";
import { zoneOf } from "./zones";

const Allowance = z
  .strictObject({
    id: z
      .string()
      .optional()
      .describe("the id of what is reported, such as a hazard, a constraint or a warning"),
    zone: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .optional()
      .describe("the id of a zone"),
    resource: z.string().optional().describe("the name of a resource"),
    rule: z.string().optional().describe("the ref of a rule"),
    reason: z
      .string()
      .regex(/\p{L}/u, "must be a reason in words")
      .describe("why it is allowed, and who decided that"),
    until: z.iso.date().optional().describe("the last day of the allowance, in UTC"),
  })
  .refine(
    ({ id, zone, resource, rule }) => [id, zone, resource, rule].some((one) => one !== undefined),
    "must name what is allowed: id, zone, resource, rule, or several of them",
  );

/** Allows what a policy reports, with a reason: all that its members select together. */
export type Allowance = z.infer<typeof Allowance>;

export const Allowances = z
  .array(Allowance)
  .default([])
  .describe("What the policy allows, each with a reason. Default: nothing.");

/** Whether a policy that repeats what previews report reads the allowances of resources. */
export const ResourceAllowances = z
  .boolean()
  .default(true)
  .describe(
    "Whether an item of a resource's allowances is enough, as in a preview. With false, only this configuration allows anything. Default: true.",
  );

/** Settings of earlier releases: lists of what an allowance selects with this member. */
const FORMER_LISTS: Readonly<Record<string, keyof Allowance>> = {
  allow: "id",
  except: "resource",
  exclude: "zone",
};
const FORMER_REASON = "named in the configuration";

/**
 * Returns settings in which those of earlier releases are allowances. A policy that has a setting of the same name keeps it. `shape` is
 * that of the policy's configuration.
 */
export function withoutFormerSettings(settings: Members, shape: object): Members {
  const { allowances = [] } = settings;
  if (!Array.isArray(allowances)) return settings;
  const added: unknown[] = [];
  const kept = Object.entries(settings).filter(([name, value]) => {
    if (name === "allowances" || Object.hasOwn(shape, name)) return name !== "allowances";
    const member = Object.hasOwn(FORMER_LISTS, name) ? FORMER_LISTS[name] : undefined;
    if (member !== undefined && Array.isArray(value))
      added.push(...value.map((one: unknown) => ({ [member]: one, reason: FORMER_REASON })));
    else if (name === "approvals" && isMembers(value))
      added.push(...Object.entries(value).map(([resource, reason]) => ({ resource, reason })));
    else return true;
    return false;
  });
  if (added.length === 0 && !("allowances" in settings)) return Object.fromEntries(kept);
  return { ...Object.fromEntries(kept), allowances: [...(allowances as unknown[]), ...added] };
}

/** Notes at each verdict what its resource allows: what a preview would let pass, too. */
export function markAllowedByResource(
  verdicts: readonly Verdict[],
  resources: readonly Reviewed[],
  now?: Date,
): Verdict[] {
  const known = new Map(resources.map((resource) => [resource.urn, resource]));
  return verdicts.map((verdict) => {
    const { id, path } = verdict;
    const resource = known.get(verdict.urn);
    if (id === undefined || !isAllowable(id)) return verdict;
    const allowance = activeAllowances(resource?.allowances, now).find(
      (one) => one.id === id && (one.rule === undefined || isAtRule(path, resource, one.rule)),
    );
    if (!allowance) return verdict;
    const { reason, until } = allowance;
    return { ...verdict, allowance: { reason, until, by: "resource" } };
  });
}

/**
 * Notes at each verdict what the configuration allows. A verdict on a resource in a zone that only the update will know is not judged yet if an allowance names a
 * zone. An allowance that has ended allows nothing, and the verdict says so.
 */
export function markAllowed(
  verdicts: readonly Verdict[],
  resources: readonly Reviewed[],
  allowances: readonly Allowance[],
  now = new Date(),
): Verdict[] {
  if (allowances.length === 0) return [...verdicts];
  const known = new Map(resources.map((resource) => [resource.urn, resource]));
  return verdicts.map((verdict) => {
    if (verdict.allowance) return verdict;
    const resource = known.get(verdict.urn);
    const fitting = allowances.filter((one) => selects(one, verdict, resource) !== false);
    const certain = fitting.filter((one) => selects(one, verdict, resource) === true);
    const allowance = certain.find((one) => !hasEnded(one, now));
    if (allowance) return { ...verdict, allowance };
    const [ended] = certain;
    if (ended?.until !== undefined)
      return { ...verdict, message: `${verdict.message} Its allowance ended on ${ended.until}.` };
    return resource && fitting.length > 0 ? unjudged(resource, resource.nameOf("zone_id")) : verdict;
  });
}

/** Whether a policy leaves a resource as it is, because an allowance selects all of it. */
export function isAllowed(resource: Reviewed, allowances: readonly Allowance[], now = new Date()): boolean {
  const verdict = { urn: resource.urn, path: "", message: "" };
  return allowances.some(
    (one) => one.id === undefined && selects(one, verdict, resource) === true && !hasEnded(one, now),
  );
}

/** Whether an allowance is about a verdict; undefined if that depends on an unknown zone. */
function selects(
  { id, zone, resource: name, rule }: Allowance,
  verdict: Verdict,
  resource: Reviewed | undefined,
): boolean | undefined {
  if (id !== undefined && id !== verdict.id) return false;
  if (name !== undefined && name !== resource?.name) return false;
  if (rule !== undefined && !isAtRule(verdict.path, resource, rule)) return false;
  if (zone === undefined) return true;
  const place = resource && zoneOf(resource);
  return place !== undefined && isUnknown(place) ? undefined : place === zone;
}

function isAtRule(path: string, resource: Reviewed | undefined, ref: string): boolean {
  const rules = resource?.kind === "ruleset" ? resource.rules : [];
  return rules.some((rule) => rule.ref === ref && (path === rule.path || path.startsWith(`${rule.path}.`)));
}

function hasEnded({ until }: Allowance, now: Date): boolean {
  return until !== undefined && now.toISOString().slice(0, 10) > until;
}
