import { pathTo, type Rule, type RulesetSummary } from "../provider/api";
import { parseRef } from "../provider/marks";
import { judgeRules, type KnownPlace, PROGRAM } from "../provider/rulebook";
import {
  checkExecuted,
  ownerText,
  plainRef,
  refOf,
  ruleFromWire,
  ruleToWire,
  sameRule,
  type RuleState,
} from "../provider/rulesets";
import { line, quoted } from "./names";
import { argsFrom, type AdoptedArgs, type LeftOut } from "./program";

/** The rules of a ruleset as a program declares them, and the rules that it must leave alone. */
export interface DeclarableRules {
  readonly rules: readonly AdoptedArgs[];
  readonly left: readonly LeftOut[];
}

interface Declarable {
  readonly state: RuleState;
  readonly args: AdoptedArgs;
}

/**
 * Splits live rules into those that a program can declare without a change, and the others. A declared rule passes every check of a
 * preview, and serializes to what is live, so that the first update has nothing to write. `listed` are all rulesets of the zone or
 * account, managed ones included.
 */
export function declarableRules(
  live: readonly Rule[],
  place: KnownPlace,
  listed: readonly RulesetSummary[],
): DeclarableRules {
  const left: LeftOut[] = [];
  const rules: Declarable[] = [];
  for (const rule of live) {
    const declarable = declarableRule(rule);
    if (typeof declarable === "string") left.push({ subject: quoted(plainRef(rule)), why: line(declarable) });
    else rules.push(declarable);
  }
  for (;;) {
    const found = faultyRules(
      rules.map(({ state }) => state),
      place,
      listed,
    );
    if (found.size === 0) return { rules: rules.map(({ args }) => args), left };
    // From the last on, so that the indexes of the others stay right.
    for (const [index, why] of [...found].sort(([a], [b]) => b - a)) {
      const [rule] = rules.splice(index, 1);
      left.push({ subject: quoted(rule?.state.ref ?? ""), why: line(why) });
    }
  }
}

/** Returns why no program can declare the rule as a text. */
function declarableRule(rule: Rule): Declarable | string {
  if (parseRef(refOf(rule)).mark) return `is ${ownerText(rule)}`;
  const state = ruleFromWire({ ...rule, ref: refOf(rule) });
  // The order in which the documentation writes the members.
  const { ref, description, action, actionParameters, expression, ...others } = state;
  const args = argsFrom({ ref, description, action, actionParameters, expression, ...others });
  if (args && sameRule(rule, ruleToWire(state))) return { state, args };
  return "has members that no program of this package can declare";
}

/** Returns why a preview would refuse rules, by their indexes. */
function faultyRules(
  rules: readonly RuleState[],
  place: KnownPlace,
  listed: readonly RulesetSummary[],
): ReadonlyMap<number, string> {
  const written = {
    rules: rules.map((rule, index) => ({ path: pathTo("rules", index), rule })),
    form: PROGRAM,
    place,
    // A reason is one line, so it has no code frame.
    isSecret: (path: string) => path.includes("."),
  };
  const findings = judgeRules(written, "shape", "constraint", "ruleset", "language", "limit");
  const problems = [
    // Rules are adopted also if the zone has more than its plan allows now.
    ...findings.filter(({ id, severity }) => severity === "error" && id !== "rule-limit"),
    ...checkExecuted(rules, listed, place),
  ];
  const found = new Map<number, string>();
  for (const { path, message } of problems) {
    const index = indexIn(path, rules);
    // A problem that names no rule disappears when the last rules are left out one by one.
    const at = index === -1 ? rules.length - 1 : index;
    // The lines after the first show where in an expression the problem is.
    if (!found.has(at)) found.set(at, message.split("\n")[0] ?? "");
  }
  return found;
}

/** Finds the rule that a path names by its index, or by its ref; -1 if it names none. */
function indexIn(path: string, rules: readonly RuleState[]): number {
  const [, index] = /^rules\[(\d+)\]/.exec(path) ?? [];
  return index === undefined
    ? rules.findIndex(({ ref }) => path.startsWith(`rules[${JSON.stringify(ref)}]`))
    : Number(index);
}
