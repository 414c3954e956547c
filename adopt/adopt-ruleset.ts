import { PHASES, ZONE_PLANS, type Rule, type Ruleset, type RulesetSummary, type Zone } from "../provider/api";
import { markInName } from "../provider/marks";
import { includes, maxRules, planOfPhase } from "../provider/rulebook";
import { checkPhasePlace, rulesOf, type RuleState } from "../provider/rulesets";
import { declarableRules, type AdoptedAt } from "./declarable-rules";
import { leftOutNotes, line, quoted } from "./left-out";
import { phaseSlug, slug } from "./names";
import type { AdoptedArgs, AdoptedResource, AdoptedValue } from "./program";

/** Where a ruleset is live. `zone` is set for a ruleset of a zone. */
export interface RulesetSite {
  readonly id: string;
  /** The name of the zone or account. */
  readonly name: string;
  readonly zone?: Zone;
  /** All rulesets of the zone or account, managed ones included. */
  readonly listed: readonly RulesetSummary[];
}

/** The resource that declares a ruleset, or why there is none; neither for a ruleset without rules. */
export interface RulesetAdoption {
  readonly resource?: AdoptedResource;
  readonly left?: string;
}

/** What makes the first update take over the live rules without a write. */
const ADOPTING = { refs: "exact", takeOver: true } as const;

/** Adopts the entry point of a phase, without the rules in `others`, which other resources of the program declare. */
export function adoptEntrypoint(
  ruleset: Ruleset,
  site: RulesetSite,
  others: readonly Rule[],
  nameOf: (wanted: string) => string,
): RulesetAdoption {
  const { phase } = ruleset;
  const live = rulesOf(ruleset).filter((rule) => !others.includes(rule));
  if (live.length === 0) return {};
  const at = placeOf(ruleset, site);
  const refusal = refusalOf(at, rulesOf(ruleset).length);
  if (refusal !== undefined) return { left: `the entry point of ${line(phase)}: ${refusal}` };
  const { rules, left } = declarableRules(live, at);
  if (rules.length === 0)
    return { left: [`the entry point of ${phase}:`, ...leftOutNotes(left).slice(1)].join("\n") };
  return {
    resource: {
      kind: site.zone ? "ZoneEntrypointRuleset" : "AccountEntrypointRuleset",
      name: nameOf(`${slug(site.name, site.zone ? "zone" : "account")}-${phaseSlug(phase)}`),
      args: {
        [site.zone ? "zoneId" : "accountId"]: site.id,
        phase,
        ...ADOPTING,
        rules: rules.map(ruleArgs),
      },
      notes: leftOutNotes(left),
      isProtected: false,
      importId: `${site.id}/${phase}`,
    },
  };
}

/** Adopts a custom ruleset of an account. A resource owns all of its rules, so that each must be declarable. */
export function adoptCustomRuleset(
  ruleset: Ruleset,
  site: RulesetSite,
  nameOf: (wanted: string) => string,
): RulesetAdoption {
  const { id, name, phase, description } = ruleset;
  const subject = `the custom ruleset ${quoted(name)} (id ${id})`;
  const rules = rulesOf(ruleset);
  const at = placeOf(ruleset, site);
  const namesakes = site.listed.filter(
    (one) => one.kind === "custom" && one.name === name && one.phase === phase,
  );
  const refusal =
    refusalOf(at, rules.length) ??
    (name === "" ? "it has no name" : undefined) ??
    (markInName(name) ? "a resource of a stack owns it" : undefined) ??
    (namesakes.length > 1 ? "another one has the same name and phase: rename one of them" : undefined);
  if (refusal !== undefined) return { left: `${subject}: ${refusal}` };
  const { rules: declared, left } = declarableRules(rules, at);
  if (left.length > 0) return { left: [`${subject}:`, ...leftOutNotes(left).slice(1)].join("\n") };
  return {
    resource: {
      kind: "Ruleset",
      name: nameOf(slug(name, "ruleset")),
      args: {
        accountId: site.id,
        name,
        phase,
        ...(description != null && description !== "" && { description }),
        ...ADOPTING,
        rules: declared.map(ruleArgs),
      },
      notes: [],
      isProtected: false,
      importId: `account/${site.id}/${id}`,
    },
  };
}

function placeOf({ kind, phase }: Ruleset, { zone, listed }: RulesetSite): AdoptedAt {
  const plan = ZONE_PLANS.find((one) => one === zone?.plan?.legacy_id);
  return { phase, kind: kind === "zone" || kind === "root" ? kind : "custom", listed, ...(plan && { plan }) };
}

/** Returns why a preview would refuse the ruleset as a whole. */
function refusalOf({ phase, kind, plan }: AdoptedAt, count: number): string | undefined {
  const known = PHASES.find((one) => one === phase);
  if (known === undefined) return "this release does not know the phase";
  const [problem] = checkPhasePlace({ phase, kind });
  if (problem) return problem.message;
  if (plan === undefined || kind !== "zone") return undefined;
  const needed = planOfPhase(known, "zone");
  if (!includes(plan, needed))
    return `the phase needs the plan ${needed}, and the plan of the zone is ${plan}`;
  const max = maxRules(known, kind, plan);
  if (max === undefined || count <= max) return undefined;
  return `it has ${count} rules, and the plan ${plan} of the zone allows ${max}`;
}

/** Returns a rule as arguments, in the order in which the documentation writes them. */
function ruleArgs({
  ref,
  description,
  action,
  actionParameters,
  expression,
  ...others
}: RuleState): AdoptedArgs {
  // A rule of the API consists of JSON values.
  return {
    ref,
    ...(description !== undefined && { description }),
    action,
    ...(actionParameters && { actionParameters: actionParameters as AdoptedValue }),
    expression,
    ...(others as AdoptedArgs),
  };
}
