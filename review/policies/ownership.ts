import { z } from "zod";
import { isUnknown, PHASES } from "../../provider/api";
import { parseRef } from "../../provider/marks";
import type { Reviewed, ReviewedRuleset } from "../model/reviewed";
import { hasNoKnownRules, isOpenRule, rulesetsIn } from "./judged-rules";
import { managedDeployments } from "./managed-deployments";
import { definePolicy, unjudged, verdict, type Verdict } from "./policy";
import { counted, joinFirst } from "../../provider/words";

const Removals = z.object({
  maximum: z.int().min(0).default(5).describe("The maximum number of rules that one update removes."),
  approved: z
    .int()
    .min(0)
    .default(0)
    .describe(
      "The number of removals that somebody has approved. An update that removes exactly this many rules passes, and no other one.",
    ),
});
type Removals = z.infer<typeof Removals>;

/** The rules that an update removes from the rulesets of one place and phase. */
export interface RemovedRules {
  /** The ruleset before the update, or the first one if several resources have rules there. */
  readonly ruleset: ReviewedRuleset;
  /** The refs of the removed rules; the path of a rule that has none. */
  readonly names: readonly string[];
  /** The number of further rules of which it is unknown whether they are removed. */
  readonly unknown: number;
}

export const limitRemovedRules = definePolicy({
  name: "limit-removed-rules",
  displayName: "One update removes few rules",
  description:
    "One update must not remove more than a number of rules: such an update is more often a mistake, such as a list that came back empty, than a plan. Only a review judges this policy, because it needs the rules before and after the update.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["rulesets", "review"],
  remediationSteps:
    "Check that every rule is to be removed. Then set `approved` to exactly the number of removed rules for this update, or remove the rules in several updates.",
  unknownValues:
    "If unknown rules may be removed and would exceed the maximum, that is reported as not judged.",
  config: Removals,
  scope: "stack",
  judge: () => [],
  judgeChange: (before, after, config) => judgeRemovals(removedRules(before, after), config),
});

/**
 * Returns the rules that an update removes. Rules are compared by ref within a place and phase, so a rule that moves to another
 * resource is not removed. Rules without a ref are compared by their number, because a changed one cannot be recognised.
 */
export function removedRules(before: readonly Reviewed[], after: readonly Reviewed[]): RemovedRules[] {
  const [old, next] = [byPlace(before), byPlace(after)];
  return [...old].flatMap(([place, rulesets]): RemovedRules[] => {
    const [ruleset] = rulesets;
    const left = next.get(place) ?? [];
    const [was, is] = [rulesets.flatMap(refsOf), left.flatMap(refsOf)];
    const kept = new Set(is.flatMap(({ ref }) => ref ?? []));
    const named = was.flatMap(({ ref }) => (ref === undefined || kept.has(ref) ? [] : [ref]));
    const nameless = was.filter(({ ref }) => ref === undefined).map(({ path }) => path);
    const stillNameless = is.filter(({ ref, isOpen }) => ref === undefined && !isOpen).length;
    const gone = [...named, ...nameless.slice(Math.min(stillNameless, nameless.length))];
    // An unknown rule may be any of the missing ones, and an unknown list may contain them all.
    const open = left.some(hasNoKnownRules) ? gone.length : is.filter(({ isOpen }) => isOpen).length;
    const names = gone.slice(Math.min(open, gone.length));
    return ruleset === undefined || gone.length === 0
      ? []
      : [{ ruleset, names, unknown: gone.length - names.length }];
  });
}

function judgeRemovals(removed: readonly RemovedRules[], { maximum, approved }: Removals): Verdict[] {
  const certain = removed.reduce((sum, { names }) => sum + names.length, 0);
  const possible = removed.reduce((sum, { unknown }) => sum + unknown, certain);
  if (possible <= maximum || (possible === certain && certain === approved)) return [];
  const isUnjudged = certain <= maximum;
  const count = isUnjudged
    ? `may remove up to ${counted(possible, "rule")}`
    : `removes ${counted(certain, "rule")}`;
  return removed.map(({ ruleset, names, unknown }) => {
    const here = isUnjudged ? names.length + unknown : names.length;
    const shownNames = ruleset.isSecret("rules")
      ? ""
      : ` (${names
          .slice(0, 3)
          .map((name) => JSON.stringify(name))
          .join(", ")}${names.length > 3 ? ", …" : ""})`;
    const what = `the update ${count}, ${here} of them here${names.length > 0 ? shownNames : ""}; at most ${maximum} ${maximum === 1 ? "is" : "are"} allowed: if every one is to go, set \`approved\` to the number of removed rules`;
    return { ...verdict(ruleset, "rules", what), ...(isUnjudged && { isUnjudged }) };
  });
}

function byPlace(resources: readonly Reviewed[]): Map<string, ReviewedRuleset[]> {
  const places = new Map<string, ReviewedRuleset[]>();
  for (const ruleset of rulesetsIn(resources)) {
    const { place, phase, level, urn } = ruleset;
    const isKnown = level !== "custom" && !isUnknown(place.id) && phase !== undefined && !isUnknown(phase);
    const key = isKnown ? `${level} ${place.id ?? ""} ${phase}` : urn;
    places.set(key, [...(places.get(key) ?? []), ruleset]);
  }
  return places;
}

interface Named {
  readonly ref: string | undefined;
  readonly path: string;
  /** Whether the ref is unknown, so that the rule may be any rule. */
  readonly isOpen: boolean;
}

function refsOf({ rules }: ReviewedRuleset): Named[] {
  return rules.map((rule) => ({
    ref: rule.ref === undefined || isUnknown(rule.ref) ? undefined : parseRef(rule.ref).ref,
    path: rule.path,
    isOpen: isOpenRule(rule),
  }));
}

export const requireSharedOwnership = definePolicy({
  name: "require-shared-ownership",
  displayName: "Entry points are shared",
  description:
    "A resource must not own an entry point exclusively where rules of other owners are: it removes them. A review that knows what is live reports only entry points with such rules; otherwise every exclusive one is reported.",
  severity: "high",
  enforcementLevel: "disabled",
  tags: ["rulesets", "ownership"],
  remediationSteps:
    'Set ownership: "shared". A ruleset of another provider always replaces all rules: declare its rules with ZoneEntrypointRuleset. If one program owns the phase, add the phase to `allow`.',
  remediation:
    'Sets ownership: "shared". The engine checks a resource before it remediates it. So if the entry point has rules of other owners and takeOver is not set, the preview of an exclusive resource already fails in that check, except with the native plugin.',
  unknownValues: "Unknown ownerships and phases are reported as not judged.",
  config: z.object({
    allow: z
      .array(z.enum(PHASES))
      .default([])
      .describe("The phases whose entry points a resource may own exclusively. Default: none."),
  }),
  scope: "stack",
  judge: (resources, { allow }) =>
    rulesetsIn(resources)
      .filter(({ origin, level }) => origin !== "live" && level !== "custom")
      .flatMap((ruleset) => judgeOwnership(ruleset, resources, allow)),
  remediate: (resource, args, { allow }) => {
    if (resource.kind !== "ruleset" || resource.origin !== "edge" || resource.level === "custom")
      return undefined;
    const isAllowed = allow.some((phase) => phase === resource.phase);
    return resource.ownership === "exclusive" && !isAllowed ? { ...args, ownership: "shared" } : undefined;
  },
});

function judgeOwnership(
  ruleset: ReviewedRuleset,
  resources: readonly Reviewed[],
  allow: readonly string[],
): Verdict[] {
  const { ownership, phase, nameOf, origin } = ruleset;
  if (ownership === "shared") return [];
  if (phase !== undefined && !isUnknown(phase) && allow.includes(phase)) return [];
  const path = origin === "edge" ? nameOf("ownership") : "rules";
  if (isUnknown(ownership)) return [unjudged(ruleset, path)];
  if (isUnknown(phase) && allow.length > 0) return [unjudged(ruleset, "phase")];
  const live = liveRulesets(ruleset, resources);
  const foreign = live?.flatMap((one) => foreignRules(one, ruleset)) ?? [];
  if (live !== undefined && foreign.length === 0) return [];
  const refs = foreign.map((ref) => JSON.stringify(ref));
  const effect =
    live === undefined
      ? "owns all rules of the entry point, so it removes those of other owners"
      : `owns all rules of the entry point, so it removes those of other owners: ${joinFirst(refs, 3)}`;
  const cure =
    origin === "edge"
      ? 'set ownership: "shared"'
      : "declare the rules with ZoneEntrypointRuleset, which shares it";
  return [verdict(ruleset, path, `${effect}; ${cure}, or add the phase to \`allow\``)];
}

/** Returns what is live at the place of a ruleset; undefined if nothing is known about what is live. */
function liveRulesets(
  { place, phase }: ReviewedRuleset,
  resources: readonly Reviewed[],
): ReviewedRuleset[] | undefined {
  const live = rulesetsIn(resources).filter(({ origin, level }) => origin === "live" && level !== "custom");
  if (live.length === 0 || isUnknown(place.id) || isUnknown(phase)) return undefined;
  return live.filter(
    (one) => one.phase === phase && one.place.level === place.level && one.place.id === place.id,
  );
}

/** Returns the refs of live rules that a resource does not declare, without the deployments of managed rulesets that this package keeps. */
function foreignRules(live: ReviewedRuleset, declared: ReviewedRuleset): string[] {
  const own = new Set(declared.rules.map(({ ref }) => ref));
  const managed = new Set(managedDeployments(live).map(({ rule }) => rule?.path));
  return live.rules
    .filter(({ path }) => declared.origin !== "edge" || !managed.has(path))
    .flatMap(({ ref }) => (ref === undefined ? [] : [parseRef(ref).ref]))
    .filter((ref) => !own.has(ref));
}

export const requireTakeoverApproval = definePolicy({
  name: "require-takeover-approval",
  displayName: "Exclusive take-overs are approved",
  description:
    "A ruleset with exclusive ownership and takeOver must be approved: the configuration allows the resource, with a reason: it removes the rules of all other owners there.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["rulesets", "ownership", "review"],
  remediationSteps:
    "Set ownership to shared, or let somebody review which rules go, and allow the resource with their approval as the reason. Remove takeOver after the update.",
  unknownValues:
    "An unknown ownership with takeOver is reported as not judged. An unknown takeOver is taken to be true.",
  judge: (resources) => resources.flatMap(judgeTakeOver),
});

function judgeTakeOver(resource: Reviewed): Verdict[] {
  if (resource.kind !== "ruleset" || !resource.takesOver || resource.ownership === "shared") return [];
  if (isUnknown(resource.ownership)) return [unjudged(resource, resource.nameOf("ownership"))];
  const name = JSON.stringify(resource.name);
  const what = `removes the rules of other owners, because ownership is exclusive: set ownership: "shared", or allow the resource ${name}, with its approval as the reason`;
  return [verdict(resource, resource.nameOf("take_over"), what)];
}
