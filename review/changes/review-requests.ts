import { isMembers, type Members, sortedJson } from "../../provider/api";
import type { Expression } from "../../provider/filter";
import { type KnownLists, listsIn, withContents } from "../../provider/lists";
import {
  type Change,
  changeInZone,
  changesWithout,
  describeChange,
  difference,
  type Difference,
  type DirectionAnswer,
  changesNoRequest,
  type KnownRulesets,
  type MaybeSecret,
  maybeSecretText,
  type PhaseRules,
  type DescribedChange,
  type ShownConditions,
  undecidedReason,
} from "../../provider/rulesets";
import { activeAllowances, languageOfRule } from "../../provider/rulebook";
import { conditionOf, type JudgedRule, judgedRules } from "../../provider/rulebook/hazards/judged-rule";
import type { ReviewedRuleset } from "../model/reviewed";
import { hasSecrets, judgedRulesets } from "../policies/phase-rules";
import type { ChangedLists } from "./list-requests";
import { meantIn } from "./meant-conditions";
import { type PlacedRule, placedRules } from "./placed-rules";
import type { RequestsReview } from "./review";
import type { RuleLists } from "./rule-lists";
import { laterOf } from "./shown";
import { groupBy } from "./group-by";

/** The rows of a table; the others are counted. */
const MAX_ROWS = 6;

/** The custom rulesets of a change by their ids. */
export interface KnownCustomRulesets {
  readonly before: ReadonlyMap<string, ReviewedRuleset>;
  readonly after: ReadonlyMap<string, ReviewedRuleset>;
}

/** What is decided of a change, and how it is said of a zone, or of no zone that is known. */
type Decided = (zone: string | undefined) => RequestsReview;

/** For so many zones with equal rules, a request to one of their unusual hosts is looked for. */
const MAX_QUESTIONS = 20;

/** Says what changes of rulesets mean for requests. Equal changes, such as those of many zones, are decided once. */
export class RequestsOfChange {
  private readonly known = new Map<string, Decided>();
  private readonly rulesets: { readonly before: KnownRulesets; readonly after: KnownRulesets };
  /** The rules of the custom rulesets after the change, which name lists, in any order. */
  private readonly naming: ReadonlyMap<string, readonly JudgedRule[]>;

  constructor(
    private readonly custom: KnownCustomRulesets,
    private readonly lists: ChangedLists,
  ) {
    const { before, after } = custom;
    const judged = (known: KnownLists) => (ruleset: ReviewedRuleset) => judgedByName(ruleset, known);
    this.rulesets = {
      before: judgedRulesets(before, judged(lists.before)),
      after: judgedRulesets(after, judged(lists.after)),
    };
    this.naming = new Map([...after].map(([id, ruleset]) => [id, judgedByName(ruleset, NO_LISTS)]));
  }

  /** Returns the names of the changed lists that rules name, also those of the custom rulesets that they execute. */
  changedListsIn(rules: readonly PlacedRule[]): string[] {
    const { byName } = this.lists;
    if (byName.size === 0) return [];
    const names = new Set<string>();
    const seen = new Set<string>();
    const visit = ({ condition, parameters }: JudgedRule): void => {
      for (const name of condition ? listsIn(condition) : []) if (byName.has(name)) names.add(name);
      const id = String(parameters["id"]);
      if (seen.has(id)) return;
      seen.add(id);
      this.naming.get(id)?.forEach(visit);
    };
    judgedList(rules, NO_LISTS).forEach(visit);
    return [...names];
  }

  /**
   * Undefined if the lists do not differ, and no rule can have moved from one resource to another. `phaseLimits` are limits of a claim
   * that some requests change. `zone` is the name of the zone: examples are requests to its hosts.
   */
  of(lists: RuleLists, phaseLimits: readonly string[] = [], zone?: string): RequestsReview | undefined {
    const named = this.changedListsIn(lists.after);
    const hides =
      lists.rulesets.some(hasSecrets) || this.executeSecrets(lists) || (named.length > 0 && this.lists.hides);
    const [before, after] = [keyOf(lists.before), keyOf(lists.after)];
    if (before === after && lists.resources.length < 2 && named.length === 0) return undefined;
    const key = JSON.stringify([
      before,
      after,
      lists.othersFollow,
      lists.limits,
      hides,
      [...maybeSecretIn(lists)],
    ]);
    const decide = this.known.get(key) ?? this.decide(lists, hides);
    this.known.set(key, decide);
    const decided = decide(zone);
    const limits = decided.direction === "equal" ? [] : phaseLimits;
    return {
      ...decided,
      rows: decided.rows.map(({ before: from, now, ...row }) => ({
        ...row,
        before: this.withNames(from),
        now: this.withNames(now),
      })),
      limits: [...decided.limits, ...limits],
      resources: lists.resources.map(({ before: from, after: to }) => laterOf(from, to).urn),
    };
  }

  /** Names custom rulesets of the change as messages name their resources. */
  private withNames(text: string): string {
    return text.replace(/\bruleset ([0-9a-f]{32})\b/g, (whole, id: string) => {
      const ruleset = this.custom.after.get(id) ?? this.custom.before.get(id);
      return ruleset?.label ?? whole;
    });
  }

  /** Whether a rule executes a custom ruleset with a secret: the ruleset's rules are decided with those that execute it. */
  private executeSecrets({ before, after }: RuleLists): boolean {
    const wires = (rules: readonly PlacedRule[]) => rules.map(({ rule: { wire } }) => wire);
    return (
      executedRulesets(wires(before), this.custom.before).some(hasSecrets) ||
      executedRulesets(wires(after), this.custom.after).some(hasSecrets)
    );
  }

  private decide(lists: RuleLists, hides: boolean): Decided {
    const { before, after, othersFollow, limits } = lists;
    const [from, to] = [
      { rules: judgedList(before, this.lists.before), rulesets: this.rulesets.before, othersFollow },
      { rules: judgedList(after, this.lists.after), rulesets: this.rulesets.after, othersFollow },
    ];
    const maybeSecret = maybeSecretIn(lists);
    const shown = maybeSecret.size === 0 || hides ? [] : changesWithout(maybeSecret, from, to);
    const compared = difference(from, to);
    const conditions = conditionsOf(from, to, maybeSecret);
    const found = describe(compared, { hides, maybeSecret, shown, conditions });
    const isWhole = limits.length === 0 || (found.direction === "equal" && isEqualRuleByRule(from, to));
    const hints = found.direction === "opens" && !hides ? hintsOf(from.rules, to.rules) : [];
    const more = { resources: [], isWhole, limits: isWhole ? [] : [...limits], hints };
    let questions = 0;
    return (zone) => {
      if (zone === undefined || hides || compared.changes.length === 0) return { ...found, ...more };
      questions += 1;
      const ask = questions <= MAX_QUESTIONS ? {} : undefined;
      const inZone = (change: Change) => changeInZone(change, { before: from, now: to, zone }, ask);
      const there = { ...compared, changes: compared.changes.map(inZone) };
      const shows = { hides, maybeSecret, shown: shown.map(inZone), conditions };
      return { ...describe(there, shows), ...more };
    };
  }
}

/** Returns the custom rulesets that rules execute, and those that these execute. */
function executedRulesets(
  rules: readonly Members[],
  known: ReadonlyMap<string, ReviewedRuleset>,
): ReviewedRuleset[] {
  const found = new Set<ReviewedRuleset>();
  const visit = ({ action_parameters: parameters }: Members): void => {
    const ruleset = isMembers(parameters) ? known.get(String(parameters["id"])) : undefined;
    if (ruleset === undefined || found.has(ruleset)) return;
    found.add(ruleset);
    for (const { wire } of ruleset.rules) visit(wire);
  };
  rules.forEach(visit);
  return [...found];
}

/** Says which changed conditions may be mistakes. */
function hintsOf(before: readonly JudgedRule[], now: readonly JudgedRule[]): string[] {
  const earlier = new Map(before.map((rule) => [rule.path, rule]));
  return now.flatMap(({ path, rule: { expression }, condition }) => {
    const from = earlier.get(path);
    const isChanged = condition !== undefined && expression !== from?.rule["expression"];
    if (!isChanged || from?.condition === undefined || typeof expression !== "string") return [];
    const meant = meantIn(expression, from.condition, (text) => conditionOf(text));
    return meant === undefined
      ? []
      : [
          `Did you mean ${meant} in rule ${path}? With it, the rule matches the same requests as before (proved).`,
        ];
  });
}

/** Returns a text that only lists have whose rules do the same under the same names. */
function keyOf(rules: readonly PlacedRule[]): string | undefined {
  return sortedJson(
    rules.map((placed) => {
      const { owner, rule } = placed;
      return [nameOf(placed), rule.wire, owner && [owner.language, owner.allowances]];
    }),
  );
}

/** Returns how texts name a rule. */
function nameOf({ ref, owner }: PlacedRule): string {
  return owner === undefined ? `${ref} (foreign)` : ref;
}

function conditionsOf(before: PhaseRules, now: PhaseRules, hidden: MaybeSecret): Expression[] {
  return [...before.rules, ...now.rules].flatMap(({ path, condition }) =>
    hidden.has(path) ? [] : (condition ?? []),
  );
}

/** Returns the foreign rules that may be secret. */
function maybeSecretIn({ before, after }: RuleLists): MaybeSecret {
  return new Map(
    [...before, ...after].flatMap((placed) =>
      placed.maybeSecretOf === undefined ? [] : [[nameOf(placed), placed.maybeSecretOf] as const],
    ),
  );
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

function judgedByName(ruleset: ReviewedRuleset, lists: KnownLists): JudgedRule[] {
  const [placed] = placedRules([{ before: undefined, after: ruleset }]);
  return judgedList(placed?.after ?? [], lists);
}

const NO_LISTS: KnownLists = new Map();

function judgedList(rules: readonly PlacedRule[], lists: KnownLists): JudgedRule[] {
  const judged = judgedRules(
    rules.map((placed) => {
      const { rule, owner } = placed;
      const language = owner && languageOfRule(owner.language, activeAllowances(owner.allowances), rule.ref);
      return { path: nameOf(placed), rule: rule.wire, language };
    }),
  );
  return judged.map((rule) => {
    const { condition } = rule;
    return condition === undefined ? rule : { ...rule, condition: withContents(condition, lists) };
  });
}

/** How changes are shown. */
interface ShownChanges extends ShownConditions {
  readonly maybeSecret: MaybeSecret;
  /** The changes that show nothing of rules that may be secret. */
  readonly shown: readonly Change[];
}

/** Describes a change. If rules may be secret, with a request that they have nothing to do with, or without a request. */
function described(change: Change, shows: ShownChanges): DescribedChange {
  const { hides, maybeSecret, shown } = shows;
  const known = describeChange(change, shows);
  if (hides || maybeSecret.size === 0) return known;
  const same = shown
    .map((one) => describeChange(one, shows))
    .find(
      ({ direction, before, now }) =>
        direction === known.direction && before === known.before && now === known.now,
    );
  if (same !== undefined) return same;
  const example = `a request (not shown: ${maybeSecretText(maybeSecret, change)})`;
  return { ...describeChange(change, { ...shows, hides: true }), example };
}

function describe(
  found: Difference,
  shows: ShownChanges,
): Omit<RequestsReview, "isWhole" | "limits" | "hints" | "resources"> {
  const { changes, answers, assumptions } = found;
  const rows = groupBy(
    changes.map((change) => described(change, shows)),
    ({ direction, before, now, solved }) => [direction, before, now, solved ?? ""],
  ).map(([first]) => first);
  return {
    direction: changesNoRequest(found) ? "equal" : (changes[0]?.direction ?? "undecided"),
    rows: rows.slice(0, MAX_ROWS),
    moreRows: Math.max(0, rows.length - MAX_ROWS),
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
      return [
        {
          direction,
          why: "the review looks for a limited number of pairs of rules",
        },
      ];
    case "undecided":
      return [{ direction, why: undecidedReason(rest) }];
  }
}
