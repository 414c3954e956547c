import { pathTo, type Phase, type Problem, type ZonePlan } from "../../provider/api";
import { MAX_EXPRESSION_LENGTH, printForPeople } from "../../provider/filter";
import {
  checkRule,
  checkRulesetPlace,
  checkTogether,
  expressionsOf,
  isRefused,
  judgeExpression,
  lintExpressions,
  maxRules,
  takesRoom,
  type Level,
  type RuleContext,
  type Violation,
} from "../../provider/rulebook";
import { checkRefs } from "../../provider/rulesets";
import { isReported, pathInRule } from "../../provider/rulesets/check/check-book";
import { unexplained } from "../../provider/rulesets/hazards/conditions";
import { findHazards } from "../../provider/rulesets/hazards/find-hazards";
import { checkShape, namingOf, type WrittenRule } from "./written-rule";

/** The ruleset that rules are judged for. */
export interface JudgedPlace {
  readonly phase: Phase;
  readonly kind: "zone" | "root" | "custom";
  readonly level: Level;
  readonly plan?: ZonePlan;
}

/** Something wrong with a rule, or suspicious about it. */
export interface RuleFinding {
  readonly severity: "error" | "warning";
  /**
   * The id of the constraint of the rule book, the lint rule, or the hazard. Otherwise `shape`, `ref-repeated` or `rule-limit`.
   */
  readonly id: string;
  /** The path as the file has it: `rules[3].action_parameters.uri`, or `phase`. */
  readonly path: string;
  /** The index of the rule. */
  readonly index?: number;
  /** What is wrong, what was found, what is allowed, and what to do. Follows the path, except below an expression. */
  readonly message: string;
}

type Found = Omit<RuleFinding, "index">;

/** Names that need no other form. */
const wireName = (name: string) => name;

/**
 * Judges rules in wire names or in the camelCase names of a program: their shape, the rule book, their expressions, and hazards.
 * Returns errors before warnings, each in the order of the rules.
 */
export function judgeRules(rules: readonly unknown[], place: JudgedPlace): RuleFinding[] {
  const naming = namingOf(rules);
  const written = rules.map((given, index): WrittenRule => ({
    path: pathTo("rules", index),
    given,
    wire: naming.toWire(given),
  }));
  const context: RuleContext = { ...place, nameOf: naming.nameOf };
  const shapes = written.map((rule) => checkShape(rule, place.phase, naming));
  const lints = written.flatMap((rule) => lintsOf(rule, context));
  const together: Found[] = [
    ...checkRulesetPlace(place).map((violation) => foundBy(violation, "phase")),
    ...checkLimit(written, place),
    ...checkRefs(rules).map((problem): Found => ({ ...problem, severity: "error", id: "ref-repeated" })),
    ...checkTogether(
      written.map(({ wire }) => wire),
      context,
    ).map((violation) => foundInRule(violation, context, written[Number(violation.path[0])], 1)),
    ...hazardsOf(written, place, context, lints),
  ];
  const findings = [
    ...written.flatMap((rule, index) => judgeRule(rule, shapes[index] ?? [], context)),
    ...lints,
    ...together,
  ].map(withIndex);
  return inOrder(withoutRepeats(findings));
}

function judgeRule(rule: WrittenRule, shape: readonly Problem[], context: RuleContext): Found[] {
  return [
    ...shape.map((problem): Found => ({ ...problem, severity: "error", id: "shape" })),
    ...checkRule(rule.wire, context)
      .map((violation) => foundInRule(violation, context, rule, 0))
      .filter(({ path }) => !isReported(path, shape)),
    ...expressionErrors(rule, context),
  ];
}

function expressionErrors(rule: WrittenRule, context: RuleContext): Found[] {
  const { phase, kind } = context;
  return expressionsOf(rule.wire, wireName).flatMap(({ path: steps, purpose, expression }): Found[] => {
    if (typeof expression !== "string") return [];
    const at = { severity: "error" as const, path: writtenPath(steps, rule, context) };
    const length = Array.from(expression).length;
    if (length > MAX_EXPRESSION_LENGTH) {
      const message = `has ${length} characters; the API takes at most ${MAX_EXPRESSION_LENGTH}`;
      return [{ ...at, id: "length", message }];
    }
    const faults = judgeExpression(expression, { phase, kind, purpose });
    if (!faults) return [];
    const { what, diagnostics } = faults;
    const language = what === "filter expression" ? "expression-condition" : "expression-value";
    return diagnostics.map((diagnostic) => ({
      ...at,
      id: diagnostic.limit ?? language,
      message: printForPeople(expression, [diagnostic], what),
    }));
  });
}

function lintsOf(rule: WrittenRule, context: RuleContext): Found[] {
  const { phase, kind } = context;
  return lintExpressions(rule.wire, { phase, kind }, wireName).flatMap(({ path: steps, warnings }) =>
    // An expression that is too long is an error. The book judges by the plan, if it is known.
    (warnings.some(({ rule: lint }) => lint === "length") ? [] : warnings)
      .filter(({ rule: lint }) => lint !== "plan")
      .map(({ rule: lint, message }): Found => {
        const path = writtenPath(steps, rule, context);
        return { severity: "warning", id: lint, path, message };
      }),
  );
}

function hazardsOf(
  rules: readonly WrittenRule[],
  { phase, kind }: JudgedPlace,
  { nameOf }: RuleContext,
  lints: readonly Found[],
): Found[] {
  const named = rules.map(({ path, wire }) => ({ path, rule: wire }));
  const explained = lints.filter(({ id }) => id === "impossible-value").map(({ path }) => path);
  return unexplained(findHazards(named, { phase, kind, nameOf }), explained);
}

function checkLimit(rules: readonly WrittenRule[], { phase, kind, plan }: JudgedPlace): Found[] {
  const limit = plan && maxRules(phase, kind, plan);
  const count = rules.filter(({ wire: { enabled } }) =>
    takesRoom(phase, { enabled: enabled !== false }),
  ).length;
  if (plan === undefined || limit === undefined || count <= limit) return [];
  const message = `must be at most ${limit} in ${phase} with the plan ${plan}, found ${count}; join rules, or use a larger plan`;
  return [{ severity: "error", id: "rule-limit", path: "rules", message }];
}

function foundInRule(
  violation: Violation,
  context: RuleContext,
  rule: WrittenRule | undefined,
  skipped: number,
): Found {
  const steps = violation.path.slice(skipped);
  return foundBy(violation, rule ? writtenPath(steps, rule, context) : "rules");
}

function foundBy({ constraint, message }: Violation, path: string): Found {
  return { severity: isRefused(constraint) ? "error" : "warning", id: constraint.id, path, message };
}

function writtenPath(
  steps: readonly (string | number)[],
  { path, wire: { action } }: WrittenRule,
  { nameOf }: RuleContext,
): string {
  return pathInRule(steps, path, typeof action === "string" ? action : undefined, nameOf);
}

function withIndex(found: Found): RuleFinding {
  const [, index] = /^rules\[(\d+)\]/.exec(found.path) ?? [];
  return { ...found, ...(index !== undefined && { index: Number(index) }) };
}

/** A lint rule has the same message for each of equal items. */
function withoutRepeats(findings: readonly RuleFinding[]): RuleFinding[] {
  const first = new Map<string, RuleFinding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.path, finding.message]);
    if (!first.has(key)) first.set(key, finding);
  }
  return [...first.values()];
}

function inOrder(findings: readonly RuleFinding[]): RuleFinding[] {
  const byRule = [...findings].sort((a, b) => (a.index ?? -1) - (b.index ?? -1));
  return (["error", "warning"] as const).flatMap((one) => byRule.filter(({ severity }) => severity === one));
}
