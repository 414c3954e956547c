import { isMembers, sortedJson } from "../../provider/api";
import type { Expression } from "../../provider/filter";
import {
  describeChange,
  difference,
  type Difference,
  type DirectionAnswer,
  changesNoRequest,
  type KnownRulesets,
  type PhaseRules,
  type ShownConditions,
  undecidedReason,
} from "../../provider/rulesets";
import { activeAllowances, languageOfRule } from "../../provider/rulebook";
import { type JudgedRule, judgedRules } from "../../provider/rulebook/hazards/judged-rule";
import type { ReviewedRuleset } from "../model/reviewed";
import { pathInRule } from "../policies/judged-rules";
import { matchRules } from "./match-rules";
import type { RequestsReview } from "./review";

/** The rows of a table; the others are counted. */
const MAX_ROWS = 6;

/** Two versions of a ruleset. At least one exists. */
export interface RulesetVersions {
  readonly before: ReviewedRuleset | undefined;
  readonly after: ReviewedRuleset | undefined;
}

/** The custom rulesets of a change by their ids. */
export interface KnownCustomRulesets {
  readonly before: ReadonlyMap<string, ReviewedRuleset>;
  readonly after: ReadonlyMap<string, ReviewedRuleset>;
}

/** Says what changes of rulesets mean for requests. Equal changes, such as those of many zones, are decided once. */
export class RequestsOfChange {
  private readonly known = new Map<string, RequestsReview>();
  private readonly rulesets: { readonly before: KnownRulesets; readonly after: KnownRulesets };

  constructor({ before, after }: KnownCustomRulesets) {
    this.rulesets = { before: judgedOf(before), after: judgedOf(after) };
  }

  /** Returns undefined if nothing can be said, because the rules or their order are not known. */
  of({ before, after }: RulesetVersions): RequestsReview | undefined {
    const versions = [before, after].filter((version) => version !== undefined);
    if (
      versions.some(
        ({ isOrdered, hasUnknownRules, rules }) => !isOrdered || (hasUnknownRules && rules.length === 0),
      )
    )
      return undefined;
    const key = sortedJson(
      [before, after].map(
        (version) =>
          version && [version.rules, version.language, version.level, version.ownership, version.allowances],
      ),
    );
    const decided = this.known.get(key ?? "") ?? this.decide({ before, after });
    this.known.set(key ?? "", decided);
    return decided;
  }

  private decide({ before, after }: RulesetVersions): RequestsReview {
    const matched = matchRules(before?.rules ?? [], after?.rules ?? []);
    const phases = (["before", "after"] as const).map((version): PhaseRules => {
      const ruleset = { before, after }[version];
      const shown = after ?? before;
      return {
        rules: ruleset ? judged(ruleset, matched[version]) : [],
        rulesets: this.rulesets[version],
        othersFollow: shown?.level === "custom" || shown?.ownership !== "exclusive",
      };
    });
    const [from = NO_RULES, to = NO_RULES] = phases;
    const hides = [before, after].some((version) => version !== undefined && hasSecrets(version));
    const found = describe(difference(from, to), { hides, conditions: conditionsOf(from, to) });
    const isAlone = !(from.othersFollow === true || to.othersFollow === true);
    return { ...found, isWhole: isAlone || (found.direction === "equal" && isEqualRuleByRule(from, to)) };
  }
}

/** Whether a part of a rule is secret. */
function hasSecrets(ruleset: ReviewedRuleset): boolean {
  return ruleset.rules.some((rule) => {
    const isSecret = (value: unknown, steps: readonly string[]): boolean =>
      ruleset.isSecret(pathInRule(ruleset, rule, ...steps)) ||
      (isMembers(value) &&
        Object.entries(value).some(([name, member]) => isSecret(member, [...steps, name])));
    return isSecret(rule.wire, []);
  });
}

function conditionsOf(...phases: readonly PhaseRules[]): Expression[] {
  return phases.flatMap(({ rules }) => rules.flatMap(({ condition }) => condition ?? []));
}

/** Whether the rules are the same in the same order, and each does the same with every request: then nothing else in the ruleset matters. */
function isEqualRuleByRule(before: PhaseRules, now: PhaseRules): boolean {
  return (
    before.rules.length === now.rules.length &&
    before.rules.every((from, index) => {
      const to = now.rules[index];
      if (to?.path !== from.path) return false;
      const [alone, aloneNow] = [
        { ...before, rules: [from] },
        { ...now, rules: [to] },
      ];
      return changesNoRequest(difference(alone, aloneNow));
    })
  );
}

const NO_RULES: PhaseRules = { rules: [], rulesets: new Map() };

function judgedOf(rulesets: ReadonlyMap<string, ReviewedRuleset>): KnownRulesets {
  return new Map(
    [...rulesets]
      .filter(([, { isOrdered, hasUnknownRules }]) => isOrdered && !hasUnknownRules)
      .map(([id, ruleset]) => [id, judged(ruleset, matchRules([], ruleset.rules).after)]),
  );
}

function judged(
  { language, allowances }: ReviewedRuleset,
  rules: ReturnType<typeof matchRules>["after"],
): JudgedRule[] {
  const active = activeAllowances(allowances);
  return judgedRules(
    rules.map(({ key, rule: { ref, wire } }) => ({
      path: key,
      rule: wire,
      language: languageOfRule(language, active, ref),
    })),
  );
}

function describe(found: Difference, shows: ShownConditions): Omit<RequestsReview, "isWhole"> {
  const { changes, answers, assumptions } = found;
  return {
    direction: changesNoRequest(found) ? "equal" : (changes[0]?.direction ?? "undecided"),
    rows: changes.slice(0, MAX_ROWS).map((change) => describeChange(change, shows)),
    moreRows: Math.max(0, changes.length - MAX_ROWS),
    proved: answers.flatMap(({ direction, rest }) => (rest.kind === "no" ? [direction] : [])),
    undecided: answers.flatMap((answer) => undecidedText(answer)),
    assumptions: assumptions.map(({ says }) => says),
  };
}

function undecidedText({ direction, rest }: DirectionAnswer): RequestsReview["undecided"] {
  switch (rest.kind) {
    case "no":
      return [];
    case "more":
      return [{ direction, why: "there are more such requests than the review looks for" }];
    case "undecided":
      return [{ direction, why: undecidedReason(rest) }];
  }
}
