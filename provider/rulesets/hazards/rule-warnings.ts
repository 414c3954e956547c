import { createHash } from "node:crypto";
import { isMembers } from "../../api/plain";
import { type FilterWarning, lintFilter } from "../../filter";
import { lintExpressions } from "../../rulebook";
import { warnOfRule } from "../check/check-book";
import { conditionHazards, unexplained } from "./conditions";
import { findHazards } from "./find-hazards";
import type { Hazard, HazardContext } from "./hazard";
import { conditionOf } from "./judged-rule";
import { camelName } from "../rules/naming";
import { wireOf } from "../rules/rule-wire";

/** The ruleset of the rules. A phase that is not known is undefined. */
type WarningContext = Omit<HazardContext, "nameOf">;

/** A rule of a program, with `UNKNOWN` for its unknown and secret parts, and the path that names it. */
interface ProgramRule {
  readonly path: string;
  readonly rule: unknown;
}

/** The number of lists of rules whose warnings are kept. */
const MAX_KEPT = 1000;
/** The warnings by a hash of the rules: many zones of a program have the same ones. */
const found = new Map<string, readonly string[]>();

/** Returns the warnings about a list of rules: of its expressions, of its hazards, and of what the API probably refuses. */
export function ruleWarnings(rules: readonly ProgramRule[], context: WarningContext): readonly string[] {
  const key = createHash("sha256")
    .update(JSON.stringify([rules, context]))
    .digest("base64");
  const known = found.get(key);
  if (known !== undefined) return known;
  if (found.size >= MAX_KEPT) found.clear();
  const warnings = judgeRules(rules, context);
  found.set(key, warnings);
  return warnings;
}

function judgeRules(rules: readonly ProgramRule[], context: WarningContext): string[] {
  const { phase, kind } = context;
  const lints = rules.flatMap(({ path, rule }) =>
    isMembers(rule)
      ? lintExpressions(rule, { kind, ...(phase !== undefined && { phase }) }, camelName).map((found) =>
          lintsAt([path, ...found.path].join("."), found.warnings),
        )
      : [],
  );
  const wire = rules.map(({ path, rule }) => ({ path, rule: wireOf(rule) }));
  return unique([
    ...lints.flatMap(({ texts }) => texts),
    ...hazardTexts(
      findHazards(wire, { ...context, nameOf: camelName }),
      lints.flatMap(({ explained }) => explained),
    ),
    ...rules
      .flatMap(({ path, rule }) => warnOfRule(rule, path, { phase, kind }))
      .map(({ path, message }) => `${path} ${message}`),
  ]);
}

/** Returns the warnings about a single expression. */
export function expressionWarnings(expression: unknown, path: string, phase: string | undefined): string[] {
  const { texts, explained } = lintsOf(expression, path, phase);
  const condition = conditionOf(expression);
  const hazards = condition === undefined ? [] : conditionHazards(condition, path);
  return unique([...texts, ...hazardTexts(hazards, explained)]);
}

interface Lints {
  readonly texts: readonly string[];
  /** The path, if a lint warning says already why the expression is always or never true. */
  readonly explained: readonly string[];
}

function lintsOf(expression: unknown, path: string, phase: string | undefined): Lints {
  const condition = conditionOf(expression);
  if (typeof expression !== "string" || condition === undefined) return { texts: [], explained: [] };
  return lintsAt(path, lintFilter(condition, expression, phase === undefined ? {} : { phase }));
}

function lintsAt(path: string, warnings: readonly FilterWarning[]): Lints {
  // A program does not know the plan of its zone. The check at preview reads it and judges by it.
  const judged = warnings.filter(({ rule }) => rule !== "plan");
  return {
    texts: judged.map(({ message }) => `${path}: ${message}`),
    explained: warnings.some(({ rule }) => rule === "impossible-value") ? [path] : [],
  };
}

function hazardTexts(hazards: readonly Hazard[], explained: readonly string[]): string[] {
  return unexplained(hazards, explained).map(({ path, message }) => `${path}: ${message}`);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
