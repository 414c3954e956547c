import { sortedJson } from "../../api";
import type { Assumption, Expression, Node } from "../../filter";
import type { JudgedRule } from "../../rulebook/hazards/judged-rule";
import {
  type Certainty,
  isChallenging,
  type Limit,
  limitOf,
  limitText,
  weakeningOf,
  type Weakening,
} from "./compare-limits";
import { overrideWeakening } from "./compare-overrides";
import { changedEffects, type Known, type Outcome, protectionEffect } from "./outcome";
import type { PhaseEncoder } from "./phase-encoder";
import { contentOf, type Logic, type PhaseEffects, type PhaseRules, runPhase } from "./run-phase";

/** How what stops some of the requests compares in two versions, for one request. */
export interface ComparedProtections {
  readonly verdict: "weaker" | "stricter" | "other";
  /** Sentences without a full stop: `the 11th request within 60 s passes`. */
  readonly says: readonly string[];
  /** The rate limits that differ, as texts with and without their values. */
  readonly before: readonly LimitTexts[];
  readonly now: readonly LimitTexts[];
}

interface LimitTexts {
  readonly text: string;
  readonly hidden: string;
}

type Side = "before" | "now";

/** What stops some of the requests that it sees: which ones, only a sequence of requests or the vendor decides. */
interface Protection {
  readonly side: Side;
  readonly rule: JudgedRule;
  /** Identifies it within its version. */
  readonly key: string;
  readonly onlyChallenges: boolean;
  /** Undefined of a rule that executes managed rules. */
  readonly limit: Limit | undefined;
  /** The text of the effect of a rule that executes managed rules. */
  readonly execution: string | undefined;
}

/** What one protection has to do with one of the other version. */
interface Pair {
  readonly other: Protection;
  readonly weakening: Weakening;
}

/** A protection that one version has, and the other has not in the same way. */
interface Compared {
  readonly own: Protection;
  readonly pairs: readonly Pair[];
}

/** What is said about rate limits depends on it. Source: the parameters of rate limiting rules leave the window open. */
const OF_LIMITS: Assumption = {
  field: "ratelimit",
  says: "rate limits are compared by the first requests after a pause, with sliding periods",
};

/** Source: the documentation leaves open whether a limit counts a request that a rule in front has stopped. */
const OF_STOPPED: Assumption = {
  field: "ratelimit",
  says: "a rate limit counts a request that another rate limit stops, too",
};

/** How many questions about requests that are counted a comparison may ask. */
const MAX_QUESTIONS = 40;

/** Compares what stops some of the requests in two versions of a phase: rate limits, and managed rules with overrides. */
export class Protections {
  readonly assumptions: readonly Assumption[];
  private readonly compares: readonly Compared[];
  /** What both versions do with all requests, of all visitors. */
  private readonly effects: Readonly<Record<Side, PhaseEffects<Node>>>;
  private readonly known = new Map<string, Certainty>();

  constructor(
    private readonly encoder: PhaseEncoder,
    private readonly before: PhaseRules,
    private readonly now: PhaseRules,
  ) {
    const effects = { before: encoder.effectsOf(before), now: encoder.effectsOf(now) };
    this.effects = effects;
    const [from, to] = [protectionsOf("before", effects.before), protectionsOf("now", effects.now)];
    const isSame = (a: Protection) => (b: Protection) =>
      a.key === b.key && contentKey(a) === contentKey(b) && this.when(a, effects) === this.when(b, effects);
    const pairsOf = (all: readonly Protection[], others: readonly Protection[]): Compared[] =>
      all
        .filter((own) => !others.some(isSame(own)))
        .map((own) => ({ own, pairs: this.pairsOf(own, others) }));
    this.compares = [...pairsOf(from, to), ...pairsOf(to, from)];
    const isRelied = this.compares.some(({ own, pairs }) => own.limit !== undefined && pairs.length > 0);
    this.assumptions = [
      ...(isRelied ? [OF_LIMITS] : []),
      ...(this.dependsOnStopped(from, to) ? [OF_STOPPED] : []),
    ];
  }

  /** Adds to the effects of both versions what stops some of the requests: an effect is gone if nothing is as strict in the other version. */
  compared<Truth>(
    before: PhaseEffects<Truth>,
    now: PhaseEffects<Truth>,
    logic: Logic<Truth>,
  ): readonly [PhaseEffects<Truth>, PhaseEffects<Truth>] {
    const effects = { before, now };
    const others = { before: new Map(before.others), now: new Map(now.others) };
    for (const { own, pairs } of this.compares) {
      if (own.limit !== undefined && own.limit.action === undefined) continue;
      const when = this.when(own, effects);
      if (when === undefined) continue;
      // Also what is perhaps as strict: `doubt` says when that matters.
      const strict = pairs
        .filter(({ weakening }) => weakening.says.length === 0)
        .flatMap(({ other }) => this.when(other, effects) ?? []);
      const text = protectionEffect(own.side, own);
      others[own.side].set(text, when);
      others[otherSide(own.side)].set(text, logic.and([when, logic.or(strict)]));
    }
    const extended = (side: Side): PhaseEffects<Truth> => {
      const { decisions, fires, executions } = effects[side];
      return { decisions, fires, executions, others: others[side] };
    };
    return [extended("before"), extended("now")];
  }

  /** Returns when what stops some of the requests sees one, if it is compared with the other version. */
  seenBy(before: PhaseEffects<Node>, now: PhaseEffects<Node>): Node[] {
    return this.compares.flatMap(({ own }) => this.when(own, { before, now }) ?? []);
  }

  /** Returns when it is not known whether a protection of one version is as strict in the other one. */
  doubt(): Node {
    const { effects } = this;
    const { circuit } = this.encoder;
    return circuit.or(
      this.compares.map(({ own, pairs }) => {
        const whenAny = (isWanted: (pair: Pair) => boolean) =>
          circuit.or(pairs.filter(isWanted).map(({ other }) => this.when(other, effects) ?? circuit.no));
        const strict = whenAny(({ weakening }) => weakening.says.length === 0 && !weakening.isUnclear);
        const isUnknown = own.limit !== undefined && own.limit.action === undefined;
        const unclear = isUnknown
          ? circuit.yes
          : whenAny(({ weakening }) => weakening.says.length === 0 && weakening.isUnclear);
        return circuit.and([this.when(own, effects) ?? circuit.no, circuit.not(strict), unclear]);
      }),
    );
  }

  /** Says how protections compare for a request. Undefined if they are as strict as before. */
  explain(from: Outcome, to: Outcome): ComparedProtections | undefined {
    const changed = changedEffects(from, to);
    const found = this.compares.filter(({ own }) => changed.includes(protectionEffect(own.side, own)));
    if (found.length === 0) return undefined;
    const weaker = found.filter(({ own }) => own.side === "before");
    const stricter = found.filter(({ own }) => own.side === "now");
    const texts = (side: Side): LimitTexts[] => {
      const outcome = side === "before" ? from : to;
      const effects = outcome.limitedBy ?? [];
      const own = found.flatMap((one) => (one.own.side === side ? [one.own] : counterpart(one)));
      const limits = unique(
        own.flatMap(({ limit, rule }) => (limit && effects.includes(rule) ? [limit] : [])),
      );
      const others = found
        .flatMap((one) => [one.own, ...counterpart(one)])
        .flatMap(({ limit }) => limit ?? []);
      return limits.map((limit) => ({
        text: limitText(limit, others),
        hidden: `${limit.action ?? "an unknown action"} by ${limit.rule.path} after further requests`,
      }));
    };
    return {
      verdict: stricter.length === 0 ? "weaker" : weaker.length === 0 ? "stricter" : "other",
      says: unique([...weaker, ...stricter].flatMap(saysOf)),
      before: texts("before"),
      now: texts("now"),
    };
  }

  /** Whether one of several limits has another place among them now, or differs otherwise: what it stops, those behind may count. */
  private dependsOnStopped(from: readonly Protection[], to: readonly Protection[]): boolean {
    const [before, now] = [from, to].map((all) => all.filter(({ limit }) => limit !== undefined));
    if (before === undefined || now === undefined || Math.max(before.length, now.length) < 2) return false;
    const names = (all: readonly Protection[]) => all.map(({ key }) => key).join("\n");
    return names(before) !== names(now) || this.compares.some(({ own }) => own.limit !== undefined);
  }

  private when<Truth>(
    { side, rule, execution }: Protection,
    effects: Readonly<Record<Side, PhaseEffects<Truth>>>,
  ): Truth | undefined {
    const { fires, others } = effects[side];
    return execution === undefined ? fires.get(rule) : others.get(execution);
  }

  private pairsOf(own: Protection, others: readonly Protection[]): Pair[] {
    const isSameRule = (one: Protection) => one.rule.path === own.rule.path;
    const candidates = [...others.filter(isSameRule), ...others.filter((one) => !isSameRule(one))];
    return candidates.flatMap((other): Pair[] => {
      if (own.limit === undefined || other.limit === undefined) {
        const isOfSameRules = own.rule.parameters["id"] === other.rule.parameters["id"];
        if (own.limit !== undefined || other.limit !== undefined || !isOfSameRules) return [];
        return [
          { other, weakening: overrideWeakening(own.rule.parameters, other.rule.parameters, own.side) },
        ];
      }
      const verb = own.side === "before" ? "passes" : "is stopped";
      const alike = weakeningOf(own.limit, other.limit, "no", verb);
      // Of other rules, only those matter that are as strict.
      if (alike.says.length > 0 && !isSameRule(other)) return [];
      const fewer = this.countsFewer([own, own.limit], [other, other.limit]);
      return [{ other, weakening: weakeningOf(own.limit, other.limit, fewer, verb) }];
    });
  }

  /** Decides whether a limit leaves out requests that the other one counts. */
  private countsFewer(
    [from, fromLimit]: readonly [Protection, Limit],
    [to, toLimit]: readonly [Protection, Limit],
  ): Certainty {
    const { encoder, before, now, effects, known } = this;
    const [counted, counts] = [fromLimit.counting, toLimit.counting];
    if (counted === undefined || counts === undefined) return "unknown";
    const nodeOf = (protection: Protection, counting: Expression | "own"): Node =>
      counting === "own" ? (this.when(protection, effects) ?? encoder.circuit.no) : encoder.node(counting);
    const nodes = [nodeOf(from, counted), encoder.circuit.not(nodeOf(to, counts))];
    const key = nodes.join(" ");
    const decided = known.get(key);
    if (decided !== undefined) return decided;
    if (known.size >= MAX_QUESTIONS) return "unknown";
    const answer = encoder.askOfVisitors(nodes, (logic, matches): true | undefined => {
      const ran = { before: runPhase(before, logic), now: runPhase(now, logic) };
      const isCounted = (protection: Protection, counting: Expression | "own"): Known =>
        counting === "own" ? this.when(protection, ran) : matches(counting);
      return isCounted(from, counted) === true && isCounted(to, counts) === false ? true : undefined;
    });
    const found = answer.kind === "undecided" ? "unknown" : answer.kind;
    known.set(key, found);
    return found;
  }
}

function otherSide(side: Side): Side {
  return side === "before" ? "now" : "before";
}

function protectionsOf(side: Side, { fires, executions }: PhaseEffects<Node>): Protection[] {
  const names = new Map<string, number>();
  const limits = [...fires.keys()].flatMap((rule): Protection[] => {
    const limit = limitOf(rule);
    if (limit === undefined) return [];
    // Rules of different rulesets can have the same name.
    const count = (names.get(rule.path) ?? 0) + 1;
    names.set(rule.path, count);
    const onlyChallenges = isChallenging(limit);
    return [{ side, rule, key: `${rule.path} ${count}`, onlyChallenges, limit, execution: undefined }];
  });
  const executed = [...executions].map(([text, rule]): Protection => ({
    side,
    rule,
    key: text,
    onlyChallenges: false,
    limit: undefined,
    execution: text,
  }));
  return [...limits, ...executed];
}

function contentKey({ rule }: Protection): string | undefined {
  return sortedJson([contentOf(rule), rule.rule["ratelimit"]]);
}

function counterpart({ own, pairs }: Compared): Protection[] {
  const same = pairs.find(({ other }) => other.rule.path === own.rule.path) ?? pairs[0];
  return same === undefined ? [] : [same.other];
}

function saysOf({ own, pairs }: Compared): readonly string[] {
  const pair = pairs.find(({ other }) => other.rule.path === own.rule.path) ?? pairs[0];
  if (pair !== undefined) return pair.weakening.says;
  if (own.limit === undefined) return [];
  return weakeningOf(
    own.limit,
    { ...own.limit, allowed: Infinity },
    "no",
    own.side === "before" ? "passes" : "is stopped",
  ).says;
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
