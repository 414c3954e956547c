import type { Problem, Rule, RulesetSummary, ZonePlan } from "../provider/api";
import { MAX_EXPRESSION_LENGTH, printPositionOnly } from "../provider/filter";
import { parseRef } from "../provider/marks";
import { expressionsOf, judgeExpression } from "../provider/rulebook";
import {
  camelName,
  checkExecuted,
  checkRules,
  ownerText,
  plainRef,
  refOf,
  ruleFromWire,
  ruleToWire,
  sameRule,
  type RulesAt,
  type RuleState,
} from "../provider/rulesets";

/** The ruleset whose rules are adopted. */
export interface AdoptedAt extends Omit<RulesAt, "plan"> {
  readonly phase: string;
  /** The plan of the zone; undefined for an account, or if it is not known. */
  readonly plan?: ZonePlan | undefined;
  /** All rulesets of the zone or account, managed ones included. */
  readonly listed: readonly RulesetSummary[];
}

/** A live rule that a program cannot declare as it is. */
export interface LeftOut {
  readonly ref: string;
  readonly why: string;
}

/** The rules of a ruleset as a program declares them, and the rules that it must leave alone. */
export interface DeclarableRules {
  readonly rules: readonly RuleState[];
  readonly left: readonly LeftOut[];
}

/**
 * Splits live rules into those that a program can declare without a change, and the others. A declared rule passes every check of a
 * preview, and serializes to what is live, so that the first update has nothing to write.
 */
export function declarableRules(live: readonly Rule[], at: AdoptedAt): DeclarableRules {
  const left: LeftOut[] = [];
  const rules: RuleState[] = [];
  for (const rule of live) {
    const state = ruleFromWire({ ...rule, ref: refOf(rule) });
    const why = reasonOf(rule, state);
    if (why === undefined) rules.push(state);
    else left.push({ ref: plainRef(rule), why });
  }
  for (;;) {
    const found = faultyRules(rules, at);
    if (found.size === 0) return { rules, left };
    // From the last on, so that the indexes of the others stay right.
    for (const [index, why] of [...found].sort(([a], [b]) => b - a)) {
      const [rule] = rules.splice(index, 1);
      left.push({ ref: rule?.ref ?? "", why });
    }
  }
}

function reasonOf(rule: Rule, state: RuleState): string | undefined {
  if (parseRef(refOf(rule)).mark) return `is ${ownerText(rule)}`;
  if (!sameRule(rule, ruleToWire(state))) return "has members that no program of this package can declare";
  return undefined;
}

/** Returns why a preview would refuse rules, by their indexes. */
function faultyRules(rules: readonly RuleState[], at: AdoptedAt): ReadonlyMap<number, string> {
  const { phase, kind, level, plan, listed } = at;
  const problems = [
    ...checkRules(rules, { phase, kind, ...(level && { level }), ...(plan && { plan }) }),
    ...rules.flatMap(expressionProblems(at)),
    ...checkExecuted(rules, listed, { phase, kind, secret: false }),
  ];
  const found = new Map<number, string>();
  for (const { path, message } of problems) {
    const index = indexIn(path, rules);
    // The first line says what is wrong. A problem of the whole list is solved by leaving out its last rule.
    const at = index === -1 ? rules.length - 1 : index;
    if (!found.has(at)) found.set(at, message.split("\n")[0] ?? "");
  }
  return found;
}

function expressionProblems({ phase, kind }: AdoptedAt): (rule: RuleState, index: number) => Problem[] {
  return (rule, index) =>
    expressionsOf({ ...rule }, camelName).flatMap(({ purpose, expression }) => {
      if (typeof expression !== "string" || expression === "") return [];
      const path = `rules[${index}]`;
      if (Array.from(expression).length > MAX_EXPRESSION_LENGTH)
        return [{ path, message: `has an expression of more than ${MAX_EXPRESSION_LENGTH} characters` }];
      const faults = judgeExpression(expression, { phase, kind, purpose });
      return faults ? [{ path, message: printPositionOnly(faults.diagnostics, faults.what) }] : [];
    });
}

/** Finds the rule that a path names by its index, or by its ref; -1 if it names none. */
function indexIn(path: string, rules: readonly RuleState[]): number {
  const [, index] = /^rules\[(\d+)\]/.exec(path) ?? [];
  return index === undefined
    ? rules.findIndex(({ ref }) => path.startsWith(`rules[${JSON.stringify(ref)}]`))
    : Number(index);
}
