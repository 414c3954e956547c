import { isMembers, sortedJson, withoutNulls } from "../../api";
import { remembered } from "../../filter/remembered";
import { effectOf } from "../../rulebook/effects";
import { actsOnMatch, type JudgedRule, skipsTheRest } from "../../rulebook/hazards/judged-rule";
import { type Clearance, clearanceFor } from "./clearance";
import { limitOf } from "./compare-limits";

/**
 * Truth values of a run: those of one request, or functions for all requests at once.
 *
 * One walk over the rules serves both, so that what is proved about all requests and what is evaluated for one request
 * follow the same rules of the phase.
 */
export interface Logic<Truth> {
  readonly yes: Truth;
  readonly no: Truth;
  not(value: Truth): Truth;
  and(values: readonly Truth[]): Truth;
  or(values: readonly Truth[]): Truth;
  /** Whether the visitor has at least this clearance. */
  clears(clearance: Exclude<Clearance, 0>): Truth;
  /** Whether the condition of a rule holds. */
  matches(rule: JudgedRule): Truth;
}

/** A rule that ends the phase for some requests. A rule of a ruleset that is executed twice has two decisions. */
export interface Decision<Truth> {
  readonly rule: JudgedRule;
  /** What the visitor gets: the action with its parameters. Equal decisions of different rules have equal text. */
  readonly result: string;
  readonly when: Truth;
}

/** What a phase does, as truth values. For each request at most one decision holds. */
export interface PhaseEffects<Truth> {
  readonly decisions: readonly Decision<Truth>[];
  /** What else happens, by its text: `skips phase http_ratelimit`, `executes ruleset …`. */
  readonly others: ReadonlyMap<string, Truth>;
  /**
   * When each rule is reached and matches, in the order of the rules. Rules of executed rulesets follow the first rule that executes them,
   * and fire if they are reached by any of these.
   */
  readonly fires: ReadonlyMap<JudgedRule, Truth>;
  /** The rules that execute a ruleset whose rules are not known, by the text of this effect. */
  readonly executions: ReadonlyMap<string, JudgedRule>;
}

/** The rules of custom rulesets by the id of the ruleset, as far as they are known. */
export type KnownRulesets = ReadonlyMap<string, readonly JudgedRule[]>;

/** The rules of an entry point or a custom ruleset, with those of the custom rulesets that they execute. */
export interface PhaseRules {
  readonly rules: readonly JudgedRule[];
  readonly rulesets: KnownRulesets;
  /** Whether rules that are not in `rules` may follow: those of other owners, or what follows a custom ruleset. Default: no. */
  readonly othersFollow?: boolean;
}

/** Runs the rules of a phase. */
export function runPhase<Truth>(phase: PhaseRules, logic: Logic<Truth>): PhaseEffects<Truth> {
  const run = new PhaseRun(phase, logic);
  run.runRules(phase.rules, logic.yes, undefined);
  return run;
}

/** How many rules one run follows, each as often as it is executed. Rulesets that execute others twice, which do so again, have far more. */
const MAX_RUNS = 20_000;

/**
 * Returns the rules of an entry point whose rulesets are too many to follow: each has a rule of no known action in its place. It leaves open
 * what happens to its requests.
 */
export const rulesNotFollowed = remembered(
  ({ rules, rulesets }: PhaseRules): ReadonlyMap<JudgedRule, JudgedRule> => {
    const sizes = new Map<string, number>();
    const sizeOf = (rule: JudgedRule): number => {
      const id = String(rule.parameters["id"]);
      const inside = effectOf(rule.action ?? "").kind === "executes" ? rulesets.get(id) : undefined;
      if (inside === undefined) return 1;
      const known = sizes.get(id);
      if (known !== undefined) return 1 + known;
      // Rulesets that execute each other in a circle have no size.
      sizes.set(id, Infinity);
      const size = inside.reduce((sum, one) => sum + sizeOf(one), 0);
      sizes.set(id, size);
      return 1 + size;
    };
    let left = MAX_RUNS;
    const found = new Map<JudgedRule, JudgedRule>();
    for (const rule of rules) {
      const size = sizeOf(rule);
      if (size <= 1) continue;
      if (size > left) found.set(rule, { ...rule, action: undefined });
      else left -= size;
    }
    return found;
  },
);

class PhaseRun<Truth> implements PhaseEffects<Truth> {
  readonly decisions: Decision<Truth>[] = [];
  readonly others = new Map<string, Truth>();
  readonly fires = new Map<JudgedRule, Truth>();
  readonly executions = new Map<string, JudgedRule>();
  /** Rulesets and single rules that skip rules have named, by `ruleset` and `ruleset/rule`. */
  private readonly exempt = new Map<string, Truth>();
  private readonly running = new Set<string>();

  private readonly rulesets: KnownRulesets;
  private readonly othersFollow: boolean;
  private readonly notFollowed: ReadonlyMap<JudgedRule, JudgedRule>;

  constructor(
    phase: PhaseRules,
    private readonly logic: Logic<Truth>,
  ) {
    const { rulesets, othersFollow = false } = phase;
    this.rulesets = rulesets;
    this.othersFollow = othersFollow;
    this.notFollowed = rulesNotFollowed(phase);
  }

  /** Runs rules for the requests in `open`. Returns which of them go on behind the ruleset. */
  runRules(rules: readonly JudgedRule[], open: Truth, ruleset: string | undefined): Truth {
    const { logic } = this;
    let here = open;
    let behind = logic.no;
    for (const rule of rules) {
      // No request gets here. Only the rules that an `execute` runs still have an entry in `fires`.
      if (here === logic.no && rule.action !== "execute") {
        if (!this.fires.has(rule)) this.fires.set(rule, logic.no);
        continue;
      }
      const fires = logic.and([here, logic.matches(rule), ...this.notExempt(rule, ruleset)]);
      const before = this.fires.get(rule);
      this.fires.set(rule, before === undefined ? fires : logic.or([before, fires]));
      // Most rules do not match a request. Only the rules that an `execute` runs still have an entry in `fires`.
      if (fires === logic.no && rule.action !== "execute") continue;
      const { kind } = effectOf(rule.action ?? "");
      if (!actsOnMatch(rule)) {
        // Whether the rule acts depends on other requests, or on a list of credentials. Limits that stop requests are compared by themselves.
        if (limitOf(rule) === undefined) this.note(`counts or checks: ${contentOf(rule)}`, fires);
        else this.note(`answers above a limit: ${answerOf(rule)}`, fires);
      } else if (kind === "ends" || kind === "unclear") {
        this.decisions.push({ rule, result: contentOf(rule), when: fires });
        here = logic.and([here, logic.not(fires)]);
      } else if (kind === "challenges") {
        const stopped = logic.and([fires, logic.not(logic.clears(clearanceFor(rule.action ?? "")))]);
        this.decisions.push({ rule, result: contentOf(rule), when: stopped });
        here = logic.and([here, logic.not(stopped)]);
      } else if (kind === "skips") {
        this.noteSkips(rule, fires);
        if (rule.parameters["ruleset"] === "current") behind = logic.or([behind, fires]);
        if (!skipsTheRest(rule)) continue;
        here = logic.and([here, logic.not(fires)]);
        if (this.othersFollow && skipsThePhase(rule, ruleset !== undefined)) {
          this.note("skips rules that follow", fires);
        }
      } else if (kind === "executes") {
        const unclear = ruleset === undefined ? this.notFollowed.get(rule) : undefined;
        if (unclear !== undefined) {
          this.decisions.push({ rule: unclear, result: contentOf(unclear), when: fires });
          here = logic.and([here, logic.not(fires)]);
          continue;
        }
        here = logic.or([logic.and([here, logic.not(fires)]), this.execute(rule, fires)]);
      } else if (kind === "logs") {
        this.note("logs", fires);
      } else {
        this.apply(rule, fires);
      }
    }
    return logic.or([here, behind]);
  }

  private execute(rule: JudgedRule, fires: Truth): Truth {
    const { logic } = this;
    const id = String(rule.parameters["id"]);
    const selected = logic.and([fires, logic.not(this.exempt.get(id) ?? logic.no)]);
    const rules = this.rulesets.get(id);
    if (rules === undefined || this.running.has(id)) {
      // Its rules are not known. Two effects, so that other overrides are told apart from a ruleset that is not executed.
      this.note(`executes ${id}`, selected);
      const text = `executes ${id} by ${contentOf(rule)}`;
      this.note(text, selected);
      this.executions.set(text, rule);
      return fires;
    }
    this.running.add(id);
    const left = this.runRules(rules, selected, id);
    this.running.delete(id);
    return logic.or([left, logic.and([fires, logic.not(selected)])]);
  }

  private notExempt({ rule }: JudgedRule, ruleset: string | undefined): Truth[] {
    const exempt = ruleset === undefined ? undefined : this.exempt.get(`${ruleset}/${String(rule["id"])}`);
    return exempt === undefined ? [] : [this.logic.not(exempt)];
  }

  private noteSkips({ parameters }: JudgedRule, fires: Truth): void {
    for (const [member, what] of [
      ["phases", "phase"],
      ["products", "product"],
    ] as const) {
      for (const name of listOf(parameters[member])) this.note(`skips ${what} ${name}`, fires);
    }
    const rules = isMembers(parameters["rules"]) ? parameters["rules"] : {};
    const targets = [
      ...listOf(parameters["rulesets"]),
      ...Object.entries(rules).flatMap(([id, names]) => listOf(names).map((name) => `${id}/${name}`)),
    ];
    for (const target of targets) {
      this.exempt.set(target, this.logic.or([this.exempt.get(target) ?? this.logic.no, fires]));
      // Of a custom ruleset, the effect is visible by itself.
      if (!this.rulesets.has(target.split("/", 1)[0] ?? "")) this.note(`skips ${target}`, fires);
    }
  }

  /** Settings accumulate, and the last rule that sets a setting takes precedence. */
  private apply(rule: JudgedRule, fires: Truth): void {
    for (const [setting, value] of settingsOf(rule)) {
      const prefix = `sets ${setting} to `;
      for (const [text, when] of this.others) {
        if (text.startsWith(prefix)) this.others.set(text, this.logic.and([when, this.logic.not(fires)]));
      }
      this.note(`${prefix}${value}`, fires);
    }
  }

  private note(text: string, when: Truth): void {
    this.others.set(text, this.logic.or([this.others.get(text) ?? this.logic.no, when]));
  }
}

/** Returns the settings of a rule that applies them, by the path of the setting. */
const settingsOf = remembered(({ action, parameters }: JudgedRule): [setting: string, value: string][] => {
  const leaves = (value: unknown, path: string): [string, string][] =>
    isMembers(value)
      ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`))
      : [[path, sortedJson(value) ?? ""]];
  return leaves(withoutNulls(parameters), action ?? "");
});

/** Returns what a rule does with a request, without its name, condition and description. The rules of a phase run for many requests. */
export const contentOf = remembered(({ action, parameters, rule }: JudgedRule): string => {
  const { ratelimit, exposed_credential_check: check } = rule;
  const content = Object.entries({ ...parameters, ratelimit, exposed_credential_check: check }).filter(
    ([, value]) => value != null,
  );
  const name = action ?? "an unknown action";
  return content.length === 0 ? name : `${name} ${sortedJson(withoutNulls(Object.fromEntries(content)))}`;
});

/** Returns what a visitor gets above a limit. */
function answerOf({ action, parameters }: JudgedRule): string {
  const response = isMembers(parameters["response"]) ? parameters["response"] : {};
  const content = Object.keys(response).length === 0 ? "" : ` ${sortedJson(withoutNulls(response)) ?? ""}`;
  return `${action ?? "an unknown action"}${content}`;
}

/** Whether a request that matches a rule skips the rest of the phase. `isInside`: the rule is in a ruleset that another one executes. */
export function skipsThePhase(rule: JudgedRule, isInside: boolean): boolean {
  return skipsTheRest(rule) && (!isInside || rule.parameters["ruleset"] !== "current");
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
