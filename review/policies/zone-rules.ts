import { isUnknown, Phase } from "../../provider/api";
import type { Expression } from "../../provider/filter";
import { type JudgedRule, judgedRules } from "../../provider/rulebook/hazards/judged-rule";
import { OWASP_RULESET } from "../../provider/rulebook/managed-rulesets";
import {
  type AccountPhase,
  BLOCKING_PHASES,
  type KnownRulesets,
  type ZonePhase,
  type ZoneRules,
} from "../../provider/rulesets";
import type { Reviewed, ReviewedOwasp, ReviewedRuleset } from "../model/reviewed";
import { hasNoKnownRules } from "./judged-rules";
import { customRulesets, hasSecrets, judgedRulesets, judgedRulesOf } from "./phase-rules";
import { isInZone, type ZoneInUse } from "./zones";

const MANAGED: Phase = "http_request_firewall_managed";

/** The rules of a zone, with what is needed to speak about them. */
export interface ReviewedZoneRules extends ZoneRules {
  /** The resource of the entry point of a phase. */
  readonly entrypointOf: (phase: Phase) => ReviewedRuleset | undefined;
  /** Whether a part of a rule is secret, so that no value of a request may be shown. */
  readonly hasSecrets: boolean;
  /** The conditions of all rules. */
  readonly conditions: readonly Expression[];
}

/** What zones of one document share. */
export interface DocumentRules {
  readonly resources: readonly Reviewed[];
  /** Whether the document has all entry points of its zones, as what is live does. */
  readonly isWhole: boolean;
  readonly rulesets: KnownRulesets;
  /** Whether a part of a rule that is not in a zone is secret. */
  readonly hasSecretRulesets: boolean;
  readonly accounts: readonly AccountPhase[];
}

export function documentRules(resources: readonly Reviewed[], isWhole: boolean): DocumentRules {
  const custom = customRulesets(resources);
  const rulesets = judgedRulesets(custom);
  // Sentences about a zone name them beside its own rules.
  const named = judgedRulesets(custom, namedRules);
  const ofAccounts = resources.filter(
    (one) => (one.kind === "ruleset" || one.kind === "owasp") && one.place.level === "account",
  );
  return {
    resources,
    isWhole,
    rulesets,
    hasSecretRulesets: [...custom.values()].some(hasSecrets) || ofAccounts.some(isSecretive),
    accounts: ofAccounts.flatMap((resource) => accountPhases(resource, named)),
  };
}

/** Returns the rules of an account by phase: of an entry point, or of a deployment. */
function accountPhases(resource: Reviewed, rulesets: KnownRulesets): AccountPhase[] {
  if (resource.kind === "owasp")
    return [{ phase: MANAGED, rules: deploymentOf(resource, resource.label), rulesets }];
  if (resource.kind !== "ruleset" || resource.level !== "root") return [];
  const { phase, label } = resource;
  const phases = isUnknown(phase) ? BLOCKING_PHASES : BLOCKING_PHASES.filter((one) => one === phase);
  const isKnown = !isUnknown(phase) && !resource.hasUnknownRules && resource.isOrdered;
  return phases.map((one) => ({
    phase: one,
    rules: namedRules(resource),
    rulesets,
    ...(!isKnown && { unclear: `the rules of ${label} are not known yet` }),
  }));
}

/** Returns the rules of a ruleset with its name in theirs. */
function namedRules(ruleset: ReviewedRuleset): JudgedRule[] {
  return judgedRulesOf(ruleset, ({ path }) => `${path} of ${ruleset.label}`);
}

/** Returns what a document says about the rules of a zone. */
export function zoneRules(document: DocumentRules, zone: ZoneInUse): ReviewedZoneRules {
  const { resources, isWhole, rulesets, hasSecretRulesets, accounts } = document;
  const inZone = resources.filter((resource) => isInZone(resource, zone) === true);
  const byPhase = new Map<Phase, ReviewedRuleset[]>();
  for (const one of inZone) {
    if (one.kind !== "ruleset" || one.level !== "zone") continue;
    // A ruleset of a phase that only the update will know is judged then.
    const phase = Phase.safeParse(one.phase).data;
    if (phase !== undefined) byPhase.set(phase, [...(byPhase.get(phase) ?? []), one]);
  }
  const unplaced = resources.filter((resource) => mayBeInZone(resource, zone));
  const owasp = inZone.filter((resource) => resource.kind === "owasp");
  if (owasp.length > 0 && !byPhase.has(MANAGED)) byPhase.set(MANAGED, []);
  const phases = [...byPhase].map(([phase, entrypoints]): ZonePhase => {
    const deployments = phase === MANAGED ? owasp.flatMap((one) => deploymentOf(one, "")) : [];
    const rules = entrypoints.flatMap((one) => judgedRulesOf(one));
    const isExclusive =
      entrypoints.length > 0 && entrypoints.every(({ ownership }) => ownership === "exclusive");
    const isAlone = isWhole || isExclusive;
    const isFirst = entrypoints.every(({ placement }) => placement === "first");
    const unclear = unclearOf(phase, entrypoints) ?? unplacedText(phase, unplaced);
    return {
      phase,
      // Which rules let requests skip a deployment is not known: in front, it is never skipped by its own phase.
      rules: [...deployments, ...rules],
      rulesets,
      othersFollow: !isAlone,
      foreign: isAlone ? "none" : isFirst ? "behind" : "anywhere",
      ...(unclear !== undefined && { unclear }),
    };
  });
  return {
    phases,
    isWhole,
    accounts,
    entrypointOf: (phase) => byPhase.get(phase)?.[0],
    hasSecrets: hasSecretRulesets || inZone.some(isSecretive),
    conditions: phases.flatMap(({ rules }) => rules.flatMap(({ condition }) => condition ?? [])),
  };
}

/** Whether a ruleset can be an entry point of a zone, which only the update will know. */
function mayBeInZone(resource: Reviewed, zone: ZoneInUse): resource is ReviewedRuleset {
  if (resource.kind !== "ruleset" || resource.level !== "zone") return false;
  const isThere = isInZone(resource, zone);
  return isThere === undefined || (isThere && isUnknown(resource.phase));
}

function unplacedText(phase: Phase, unplaced: readonly ReviewedRuleset[]): string | undefined {
  const other = unplaced.find((one) => isUnknown(one.phase) || one.phase === phase);
  return other && `the zone or phase of ${other.label} is not known yet, which may have rules of ${phase}`;
}

function unclearOf(phase: Phase, entrypoints: readonly ReviewedRuleset[]): string | undefined {
  const [only, second] = entrypoints;
  if (second !== undefined)
    return `several resources have rules of ${phase}, and how they are ordered is not known`;
  if (only === undefined) return undefined;
  if (hasNoKnownRules(only)) return `the rules of ${only.label} are not known yet`;
  return only.isOrdered ? undefined : `the order of the rules of ${only.label} is not known yet`;
}

/** Returns a deployment of the OWASP ruleset as the rule that it becomes. */
function deploymentOf({ args, language }: ReviewedOwasp, path: string): JudgedRule[] {
  const { expression = "true", enabled = true, ...parameters } = args;
  return judgedRules(
    [
      {
        path,
        rule: {
          action: "execute",
          enabled,
          expression,
          // Without the zone, so that equal deployments have equal rules.
          action_parameters: { ...parameters, zoneId: undefined, id: OWASP_RULESET },
        },
      },
    ],
    language,
  );
}

function isSecretive(resource: Reviewed): boolean {
  if (resource.kind === "ruleset") return hasSecrets(resource);
  return resource.kind === "owasp" && resource.isSecret("expression");
}
