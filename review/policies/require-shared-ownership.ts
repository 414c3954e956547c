import { z } from "zod";
import { isUnknown, PHASES } from "../../provider/api";
import { parseRef } from "../../provider/marks";
import type { Reviewed, ReviewedRuleset } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { rulesetsIn } from "./judged-rules";
import { managedDeployments } from "./managed-deployments";
import type { EdgePolicy, Verdict } from "./policy";

const Config = z.object({
  allow: z
    .array(z.enum(PHASES))
    .default([])
    .describe("The phases whose entry points a resource may own exclusively. Default: none."),
});
type Config = z.infer<typeof Config>;

/** An entry point with rules of other owners must be shared, because an exclusive owner removes their rules. */
export const requireSharedOwnership: EdgePolicy<Config> = {
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
  config: Config,
  scope: "stack",
  judge: (resources, { allow }) =>
    rulesetsIn(resources)
      .filter(({ origin, level }) => origin !== "live" && level !== "custom")
      .flatMap((ruleset) => judgeRuleset(ruleset, resources, allow)),
  remediate: (resource, args, { allow }) => {
    if (resource.kind !== "ruleset" || resource.origin !== "edge" || resource.level === "custom")
      return undefined;
    const isAllowed = allow.some((phase) => phase === resource.phase);
    return resource.ownership === "exclusive" && !isAllowed ? { ...args, ownership: "shared" } : undefined;
  },
};

function judgeRuleset(
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
  const refs = foreign.slice(0, 3).map((ref) => JSON.stringify(ref));
  const which = foreign.length > 3 ? `${refs.join(", ")} and ${foreign.length - 3} more` : refs.join(", ");
  const effect =
    live === undefined
      ? "owns all rules of the entry point, so it removes those of other owners"
      : `owns all rules of the entry point, so it removes those of other owners: ${which}`;
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
