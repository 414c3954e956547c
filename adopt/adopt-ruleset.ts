import { PHASES, ZONE_PLANS, type Rule, type Ruleset, type RulesetSummary, type Zone } from "../provider/api";
import type { Language } from "../provider/filter";
import { markInName, parseRef } from "../provider/marks";
import {
  includes,
  judgeRules,
  type KnownPlace,
  maxRules,
  planOfPhase,
  problemsOf,
  WIRE,
} from "../provider/rulebook";
import { plainRef, refOf, rulesOf } from "../provider/rulesets";
import { ZONE_CUSTOM_PHASE } from "../provider/rulesets/rules/ownership";
import { declarableRules } from "./declarable-rules";
import { line, phaseSlug, quoted, slug } from "./names";
import type { AdoptedResource, LeftOut } from "./program";
import type { Selected } from "./selection";

/** Where a ruleset is live. `zone` is set for a ruleset of a zone. */
export interface RulesetSite {
  readonly id: string;
  readonly name: string;
  readonly zone?: Zone;
  /** All rulesets of the zone or account, managed ones included. */
  readonly listed: readonly RulesetSummary[];
  /** What is known of the language of filters besides the table of this release. */
  readonly language: Language | undefined;
}

/** The resource that declares a live object, or what is left out; neither for a ruleset without rules. */
export interface Adoption {
  readonly resource?: AdoptedResource;
  readonly left?: readonly LeftOut[];
}

/** What makes the first update take over the live rules without a write. */
const ADOPTING = { refs: "exact", takeOver: true } as const;

/** Adopts the entry point of a phase, without the rule that another resource of the program declares. */
export function adoptEntrypoint(
  ruleset: Ruleset,
  site: RulesetSite,
  other: Rule | undefined,
  { nameOf, hasRule, otherwise, lost, terraform }: Selected,
): Adoption {
  const { phase } = ruleset;
  const live = rulesOf(ruleset).filter((rule) => rule !== other);
  const selected = live.filter(hasRule);
  const subject = `the entry point of ${line(phase)}`;
  const inSubject = (left: readonly LeftOut[]) =>
    left.map((one) => ({ ...one, subject: `${one.subject} in ${subject}` }));
  const at = placeOf(ruleset, site);
  const refusal = selected.length === 0 ? undefined : refusalOf(at, rulesOf(ruleset).length);
  if (refusal !== undefined) return { left: [{ subject, why: refusal }] };
  const { rules, left } = declarableRules(selected, at, site.listed);
  const unselected = live
    .filter((rule) => !hasRule(rule))
    .map((rule) => ({ subject: quoted(plainRef(rule)), why: otherwise }));
  if (rules.length === 0) return { left: inSubject([...left, ...unselected, ...lost]) };
  return {
    resource: {
      kind: site.zone ? "ZoneEntrypointRuleset" : "AccountEntrypointRuleset",
      name: nameOf(`${slug(site.name, site.zone ? "zone" : "account")}-${phaseSlug(phase)}`),
      args: {
        [site.zone ? "zoneId" : "accountId"]: site.id,
        phase,
        ...ADOPTING,
        rules,
      },
      notes: [],
      left: [...left, ...unselected, ...lost],
      importId: `${site.id}/${phase}`,
      ...(takenByImport(ruleset).length > rules.length && { notImported: TAKES_ALL }),
      ...(terraform !== undefined && { terraform }),
    },
  };
}

const TAKES_ALL = "an import takes all rules without an owner, also those that this resource leaves alone";

/** Returns the rules that an import of an entry point takes. */
function takenByImport(ruleset: Ruleset): readonly Rule[] {
  return rulesOf(ruleset).filter((rule) => !parseRef(refOf(rule)).mark);
}

/** Names a ruleset that no resource of this package can manage. */
export function leaveOut({ id, name, kind }: Ruleset, place: string): LeftOut {
  return {
    subject: `the ruleset ${quoted(name)} (id ${id})`,
    why: line(`this package has no resource for a ruleset of the kind ${kind} in ${place}`),
  };
}

/** Adopts a custom ruleset of a zone or an account. A resource owns all of its rules, so that each must be declarable. */
export function adoptCustomRuleset(
  ruleset: Ruleset,
  site: RulesetSite,
  { nameOf, hasRule, otherwise, lost, terraform }: Selected,
): Adoption {
  const { id, name, phase, description } = ruleset;
  const subject = `the custom ruleset ${quoted(name)} (id ${id})`;
  const live = rulesOf(ruleset);
  const at = placeOf(ruleset, site);
  const namesakes = site.listed.filter(
    (one) => one.kind === "custom" && one.name === name && one.phase === phase,
  );
  const refusal =
    refusalOf(at, live.length) ??
    (name === "" ? "it has no name" : undefined) ??
    (markInName(name) ? "a resource of a stack owns it" : undefined) ??
    (namesakes.length > 1 ? "another one has the same name and phase: rename one of them" : undefined);
  if (refusal !== undefined) return { left: [{ subject, why: refusal }] };
  const { rules, left } = declarableRules(live, at, site.listed);
  if (left.length > 0)
    return { left: left.map((one) => ({ ...one, subject: `${one.subject} in ${subject}` })) };
  const unselected = live.filter((rule) => !hasRule(rule));
  const ofZone = site.zone !== undefined;
  return {
    resource: {
      kind: ofZone ? "ZoneCustomRuleset" : "Ruleset",
      name: nameOf(ofZone ? `${slug(site.name, "zone")}-${slug(name, "ruleset")}` : slug(name, "ruleset")),
      args: {
        [ofZone ? "zoneId" : "accountId"]: site.id,
        name,
        ...(!ofZone && { phase }),
        ...(description != null && description !== "" && { description }),
        ...ADOPTING,
        rules,
      },
      notes: unselected.map((rule) => `Declared as well: ${quoted(plainRef(rule))} ${otherwise}.`),
      left: lost,
      importId: `${ofZone ? "zone" : "account"}/${site.id}/${id}`,
      ...(terraform !== undefined && { terraform }),
    },
  };
}

function placeOf({ kind, phase }: Ruleset, { zone, language }: RulesetSite): KnownPlace {
  const plan = ZONE_PLANS.find((one) => one === zone?.plan?.legacy_id);
  const level = zone ? "zone" : "account";
  return { phase, kind: kind === "zone" || kind === "root" ? kind : "custom", level, plan, language };
}

/** Returns why a preview would refuse the ruleset as a whole. */
function refusalOf({ phase, kind, level, plan }: KnownPlace, count: number): string | undefined {
  const known = PHASES.find((one) => one === phase);
  if (known === undefined) return "this release does not know the phase";
  const [problem] = problemsOf(
    judgeRules({ rules: [], form: WIRE, place: { phase, kind, level } }, "ruleset"),
  );
  if (problem) return problem.message;
  if (kind === "custom" && level === "zone" && known !== ZONE_CUSTOM_PHASE)
    return `this package has no resource for a custom ruleset of a zone in the phase ${known}`;
  if (plan === undefined || kind !== "zone") return undefined;
  const needed = planOfPhase(known, "zone");
  if (!includes(plan, needed))
    return `the phase needs the plan ${needed}, and the plan of the zone is ${plan}`;
  const max = maxRules(known, kind, plan);
  if (max === undefined || count <= max) return undefined;
  return `it has ${count} rules, and the plan ${plan} of the zone allows ${max}`;
}
