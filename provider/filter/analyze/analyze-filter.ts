import { compileFilter } from "../evaluate/compile-filter";
import { UnsupportedFunctionError } from "../evaluate/compile-function";
import type { RequestFields } from "../evaluate/runtime-value";
import { type Combination, CONSTANTS, type Expression } from "../parse/ast";
import { fieldsOf, walkFilter } from "../parse/walk-filter";
import { type Decide, type Formula, formulaOf, remembered } from "./formula";
import { type Facts, isRefuted, openWay } from "./refute";

/* A program asks the same of many equal rules, so answers are kept as long as the expression. */
const isAlways = remembered((ast: Expression) => isRefuted([formulaOf(ast, false)]));
const wayOf = remembered((ast: Expression) => openWay(formulaOf(ast)));
const implied = remembered((ast: Expression) => remembered((other: Expression) => isImplied(ast, other)));
const subjectsOf = remembered((ast: Expression) => collectSubjects(formulaOf(ast), new Set()));

/** Whether every request matches an expression. False if that is not clear. */
export function alwaysTrue(ast: Expression): boolean {
  return isAlways(ast);
}

/** Whether no request matches an expression. False if that is not clear. */
export function neverTrue(ast: Expression): boolean {
  return wayOf(ast) === undefined;
}

/** Returns all that one way to fulfil an expression demands. Undefined if there is none, or if that is not clear. */
export function demandsOf(ast: Expression): Facts | undefined {
  const way = wayOf(ast);
  return way?.isComplete === true ? way.facts : undefined;
}

/** Whether every request that matches an expression matches the other one too. False if that is not clear. */
export function implies(ast: Expression, other: Expression): boolean {
  return implied(ast)(other);
}

/** As `implies`, but without keeping the answer: for pairs that are compared once. */
export function isImplied(ast: Expression, other: Expression): boolean {
  if (ast === other || neverTrue(ast) || isAlways(other)) return true;
  const subjects = subjectsOf(ast);
  // Conditions on different values do not depend on each other.
  if (![...subjectsOf(other)].some((subject) => subjects.has(subject))) return false;
  return isRefuted([formulaOf(ast), formulaOf(other, false)]);
}

function collectSubjects(formula: Formula, subjects: Set<string>): Set<string> {
  if (formula.kind === "atom") subjects.add(formula.atom.subject);
  else if (formula.kind !== "constant") for (const item of formula.items) collectSubjects(item, subjects);
  return subjects;
}

/**
 * Whether every request that an expression matches still matches with other values of some fields. The other fields that the
 * expression reads must be kept, as `isKept` tells. False if that is not clear.
 */
export function stillMatches(
  ast: Expression,
  fields: RequestFields,
  isKept: (field: string) => boolean,
): boolean {
  const then = formulasThen(ast, fields, isKept);
  return then !== undefined && isRefuted([formulaOf(ast), then.fails]);
}

/**
 * Returns when a request matches an expression once its fields have these values, and when it does not, by the fields that it has
 * before. Undefined if that depends on fields that `isKept` does not name.
 */
export function formulasThen(
  ast: Expression,
  fields: RequestFields,
  isKept: (field: string) => boolean,
): { readonly holds: Formula; readonly fails: Formula } | undefined {
  const changed: string[] = [];
  const decide = decideWith(fields, (names) => changed.push(...names.filter((name) => !isKept(name))));
  const [holds, fails] = [formulaOf(ast, true, decide), formulaOf(ast, false, decide)];
  return changed.length === 0 ? { holds, fails } : undefined;
}

/** Whether an expression matches no request that has these values of these fields. False if that is not clear. */
export function neverMatchesWith(ast: Expression, fields: RequestFields): boolean {
  return isRefuted([formulaOf(ast, true, decideWith(fields))]);
}

/** Decides the conditions that read only these fields. The fields of the others are handed to `leave`. */
function decideWith(fields: RequestFields, leave?: (names: readonly string[]) => void): Decide {
  return (condition) => {
    const names = fieldsOf(condition).filter((name) => !CONSTANTS.has(name));
    const decided = names.every((name) => fields.has(name)) ? evaluate(condition, fields) : undefined;
    if (decided === undefined) leave?.(names);
    return decided;
  };
}

function evaluate(condition: Expression, fields: RequestFields): boolean | undefined {
  try {
    return compileFilter(condition).run(fields);
  } catch (problem) {
    if (problem instanceof UnsupportedFunctionError) return undefined;
    throw problem;
  }
}

/** Conditions on one value that were joined by the wrong operator. */
export interface Misjoined {
  /** The operator that the expression has. */
  readonly operator: "and" | "or";
  /** The value, as text: `http.host`. */
  readonly subject: string;
  /** The joined conditions, in the order of the text. */
  readonly conditions: readonly Expression[];
}

type AtomFormula = Extract<Formula, { kind: "atom" }>;

/**
 * Finds conditions on one value that were joined by the wrong operator: `a ne 1 or a ne 2`, which is true for every value, and
 * `a eq 1 and a eq 2`, which no value fulfils.
 */
export function findMisjoined(ast: Expression): Misjoined[] {
  const found: Misjoined[] = [];
  walkFilter(ast, (node) => {
    if (node.kind === "combination" && node.type === "Bool") found.push(...misjoinedIn(node));
  });
  return found;
}

function misjoinedIn({ operator, items }: Combination): Misjoined[] {
  if (operator === "xor") return [];
  const bySubject = new Map<string, { condition: Expression; formula: AtomFormula }[]>();
  for (const condition of items) {
    const formula = formulaOf(condition);
    // `or` joins exclusions that together exclude nothing; `and` joins requirements that no value meets together.
    if (formula.kind !== "atom" || excludes(formula) !== (operator === "or")) continue;
    const { subject } = formula.atom;
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), { condition, formula }]);
  }
  return [...bySubject].flatMap(([subject, members]) => {
    if (members.length < 2) return [];
    const demanded = members.map(({ formula }) =>
      operator === "and" ? formula : { ...formula, holds: !formula.holds },
    );
    const alone = demanded.some((one) => isRefuted([one], { allPresent: true }));
    if (alone || !isRefuted(demanded, { allPresent: true })) return [];
    return [{ operator, subject, conditions: members.map(({ condition }) => condition) }];
  });
}

/** Whether a condition names values that it excludes, such as `ne` and `not in`. */
function excludes({ atom: { test }, holds }: AtomFormula): boolean {
  return (test.kind === "ordering" && test.operator === "ne") === holds;
}
