import { createHash } from "node:crypto";
import { ErrorCode, isUnknown, pointerOf, type Members, type Notice } from "../api";
import type { Problem } from "../api/problem";
import {
  type Diagnostic,
  type ExpressionKind,
  MAX_EXPRESSION_LENGTH,
  type Place,
  printEngine,
  printForPeople,
  printPositionOnly,
  type Span,
} from "../filter";
import { Recent } from "../recent";
import { offsetOfCodePoint } from "../filter/parse/source";
import { languageOfRule, type RuleAllowance, UNKNOWN_NAME, withAllowance } from "./allowance";
import { checkRule, checkRulesetPlace, checkTogether } from "./check-rule";
import { type Constraint, severityOf, type RuleContext, type Violation } from "./constraint";
import { EXPRESSION_LANGUAGE } from "./expression-limits";
import { expressionsOf } from "./expressions";
import type { Finding, FindingSource } from "./finding";
import { findHazards } from "./hazards/find-hazards";
import { joinPaths } from "./hazards/hazard";
import type { NamedRule } from "./hazards/judged-rule";
import { judgeExpression, lintExpression } from "./judge-expression";
import { type Form, pathInRule } from "./naming";
import { maxRules, takesRoom } from "./plan-limits";
import { isPhase } from "./phases";
import { checkShape } from "./shape/check-shape";

/** Rules of one ruleset, as their author writes them. Any part of them may be unknown; nothing is claimed about such a part. */
export interface WrittenRules {
  readonly rules: readonly NamedRule[];
  readonly form: Form;
  readonly place: Place;
  /** Whether the order of the rules is known. Default: true. */
  readonly isOrdered?: boolean;
  /** Whether the text at a path is secret, so that errors must not quote it. Lints and hazards do. Default: none is. */
  readonly isSecret?: (path: string) => boolean;
  /** Whether each error of an expression is a finding. By default, the errors of an expression are one finding. */
  readonly eachError?: boolean;
  /** What the author of the rules allows. Default: nothing. */
  readonly allowances?: readonly RuleAllowance[];
}

interface Judged extends Required<
  Pick<WrittenRules, "rules" | "form" | "place" | "isSecret" | "allowances">
> {
  readonly wire: readonly Members[];
  readonly isOrdered: boolean;
  readonly eachError: boolean;
}

/** The check of each source. */
const CHECKS: Readonly<Record<FindingSource, (judged: Judged) => Finding[]>> = {
  shape: ({ rules, wire, form, place }) => checkShape(rules, wire, form, place.phase),
  constraint: brokenConstraints,
  ruleset: rulesetErrors,
  language: expressionErrors,
  limit: expressionErrors,
  lint: (judged) => kept("lint", judged, lints),
  hazard: (judged) => kept("hazard", judged, hazards),
};

/** Judges rules at a place. Returns the findings of the given sources, in their order. */
export function judgeRules(written: WrittenRules, ...sources: readonly FindingSource[]): Finding[] {
  const { rules, form, place, isOrdered = true, isSecret = () => false, eachError = false } = written;
  const { allowances = [] } = written;
  const wire = rules.map(({ rule }) => form.toWire(rule));
  const judged = { rules, wire, form, place, isOrdered, isSecret, eachError, allowances };
  const found = [...new Set(sources.map((source) => CHECKS[source]))]
    .flatMap((check) => check(judged))
    .filter(({ source }) => sources.includes(source));
  const isReported = reportedBy(found.filter(({ source }) => source === "shape"));
  const said = withRules(
    found.filter(({ source, path }) => !OF_VALUES.includes(source) || !isReported(path)),
    rules,
  );
  return said.map((finding) => withAllowance(finding, allowances, (rule) => refOf(wire[rule])));
}

function refOf(rule: Members | undefined): unknown {
  return rule?.["ref"];
}

/** What is found in a value whose shape is wrong says nothing new. */
const OF_VALUES: readonly FindingSource[] = ["constraint", "language", "limit"];

/** Returns an expression as a rule without anything else: its findings have the path `expression`. */
export function asRule(expression: unknown): readonly NamedRule[] {
  return [{ path: "", rule: { expression } }];
}

/** Returns the errors among findings as problems of arguments. */
export function problemsOf(findings: readonly Finding[]): Problem[] {
  return findings.flatMap(({ severity, path, message }) => (severity === "error" ? [{ path, message }] : []));
}

/** The lint rules that say why a comparison is always or never true. */
const EXPLAINING: readonly string[] = [
  "impossible-value",
  "pattern-in-text",
  "reserved-address",
  "threat-score",
];

/** Lint rules that say less than a hazard at the same place. */
const SAID_BY: Readonly<Record<string, string>> = {
  "threat-score-branch": "skip-by-threat-score",
  "wildcard-crosses-slash": "skip-by-open-wildcard",
};

/** Leaves out findings that repeat what another one says. Plans are judged by constraints, if the plan is known. */
export function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const pathsOf = (isCause: (finding: Finding) => boolean) =>
    new Set(findings.filter(isCause).map(({ path }) => path));
  const long = pathsOf(({ id, source }) => id === "length" && source === "limit");
  const limited = pathsOf(({ source }) => source === "limit");
  const explained = pathsOf(({ id }) => EXPLAINING.includes(id));
  const found = new Set(findings.map(({ id, path }) => `${id} ${path}`));
  const said = new Set<string>();
  return namedOnce(findings).filter(({ id, source, severity, path, message }) => {
    if (source === "lint" && (id === "plan" || long.has(path))) return false;
    if (found.has(`${SAID_BY[id] ?? ""} ${path}`)) return false;
    if (source === "lint" && severity === "error" && limited.has(path)) return false;
    if ((id === "condition-always" || id === "condition-never") && explained.has(path)) return false;
    const text = JSON.stringify([path, message]);
    if (said.has(text)) return false;
    said.add(text);
    return true;
  });
}

/** Reports a field with a newer name, or one that is always 0, once for all rules. The message names the other places. */
function namedOnce(findings: readonly Finding[]): Finding[] {
  const places = new Map<string, Set<string>>();
  for (const finding of findings) {
    const cause = fieldCause(finding);
    if (cause !== undefined) places.set(cause, (places.get(cause) ?? new Set()).add(finding.path));
  }
  const named = new Set<string>();
  return findings.flatMap((finding) => {
    const cause = fieldCause(finding);
    const [first, ...others] = places.get(cause ?? "") ?? [];
    if (cause === undefined || others.length === 0) return [finding];
    if (finding.path !== first || named.has(cause)) return [];
    named.add(cause);
    return [{ ...finding, message: `${finding.message} The same holds for ${joinPaths(others)}.` }];
  });
}

function fieldCause({ id, message }: Finding): string | undefined {
  if (id === "deprecated-field") return message;
  return id === "threat-score" || id === "threat-score-branch" ? id : undefined;
}

function contextOf({ place: { phase, kind, ...place }, form: { nameOf } }: Judged): RuleContext | undefined {
  return phase === undefined || kind === undefined ? undefined : { ...place, phase, kind, nameOf };
}

function brokenConstraints(judged: Judged): Finding[] {
  const context = contextOf(judged);
  if (!context) return [];
  return judged.wire.flatMap((rule, index) => {
    const { path = "" } = judged.rules[index] ?? {};
    const language = languageAt(judged, rule);
    const isSecretAt = (steps: Violation["path"]) => judged.isSecret(writtenPath(judged, index, steps));
    const broken = checkRule(rule, { ...context, language, secret: judged.isSecret(path), isSecretAt });
    return broken.map((violation): Finding => ({
      ...byConstraint(violation),
      source: "constraint",
      rule: index,
      path: writtenPath(judged, index, violation.path),
    }));
  });
}

function rulesetErrors(judged: Judged): Finding[] {
  const context = contextOf(judged);
  if (!context) return [];
  const secret = judged.isSecret("rules");
  return [
    ...checkRulesetPlace(context).map((violation) => ({
      ...byConstraint(violation),
      source: "ruleset" as const,
      path: "phase",
    })),
    ...checkTogether(judged.wire, { ...context, secret }).map((violation) => {
      const [index, ...steps] = violation.path;
      const path = writtenPath(judged, Number(index), steps);
      return { ...byConstraint(violation, "/rules"), source: "ruleset" as const, rule: Number(index), path };
    }),
    ...tooManyRules(judged),
  ];
}

function byConstraint(
  { constraint, message, path, refusal }: Violation,
  at = "",
): Pick<Finding, "id" | "severity" | "message" | "refusal"> {
  const { id, code } = constraint;
  const severity = severityOf(constraint);
  if (severity !== "error") return { id, severity, message };
  const text = refusal ?? `${String(path.at(-1) ?? "rule")} ${message}`;
  return { id, severity, message, refusal: noticeOf(text, at + pointerOf(path), code) };
}

function noticeOf(message: string, pointer: string, code?: number): Notice {
  return { ...(code !== undefined && { code }), message, source: { pointer } };
}

function tooManyRules({ wire, place: { phase, kind, plan, level } }: Judged): Finding[] {
  const limit =
    plan && phase !== undefined && kind && isPhase(phase) ? maxRules(phase, kind, plan, level) : undefined;
  if (plan === undefined || phase === undefined || limit === undefined) return [];
  const count = wire.filter(({ enabled }) => takesRoom(phase, { enabled: enabled !== false })).length;
  if (count <= limit) return [];
  const message = `must be at most ${limit} in ${phase} with the plan ${plan}, found ${count}; join rules, or use a larger plan`;
  const text = `exceeded the maximum number of rules in the phase ${phase}: ${count} out of ${limit}`;
  const refusal = noticeOf(text, "/rules", ErrorCode.tooManyRules);
  return [{ id: "rule-limit", severity: "error", source: "ruleset", path: "rules", message, refusal }];
}

/** An expression of a rule, in its place. */
interface PlacedExpression {
  readonly rule: number;
  readonly steps: readonly string[];
  readonly path: string;
  readonly expression: string;
  readonly place: Place;
}

/** Returns the known expressions. The shape reports an empty value expression. */
function knownExpressions(judged: Judged): PlacedExpression[] {
  return judged.wire.flatMap((wire, rule) => {
    const language = languageAt(judged, wire);
    return expressionsOf(wire).flatMap(({ path: steps, purpose, expression }) => {
      if (typeof expression !== "string" || isUnknown(expression)) return [];
      if (purpose !== "filter" && expression === "") return [];
      const path = writtenPath(judged, rule, steps);
      return [{ rule, steps, path, expression, place: { ...judged.place, purpose, language } }];
    });
  });
}

/** Returns the language of a rule, in which an allowance may make unknown names no errors. */
function languageAt({ allowances, place: { language } }: Judged, rule: Members): Place["language"] {
  return languageOfRule(language, allowances, refOf(rule));
}

function expressionErrors(judged: Judged): Finding[] {
  return knownExpressions(judged).flatMap(({ rule, steps, path, expression, place }): Finding[] => {
    const secret = judged.isSecret(path);
    const at = { severity: "error", rule, path } as const;
    const refused = (reason: string, code?: number, value = expression) =>
      noticeOf(
        `'${value}' is not a valid value for ${steps.at(-1) ?? ""} because ${reason}`,
        pointerOf(steps),
        code,
      );
    // Counting code points is slow, so only texts that can exceed the limit are counted.
    const length = expression.length > MAX_EXPRESSION_LENGTH ? Array.from(expression).length : 0;
    if (length > MAX_EXPRESSION_LENGTH) {
      const message = `has ${length} characters; the API takes at most ${MAX_EXPRESSION_LENGTH}`;
      const reason = `it is longer than ${MAX_EXPRESSION_LENGTH} characters`;
      const refusal = refused(reason, undefined, shortened(expression));
      return [{ ...at, id: "length", source: "limit", message, ...(!secret && { refusal }) }];
    }
    const faults = judgeExpression(expression, place);
    if (!faults) return [];
    const { what, diagnostics } = faults;
    const print = secret
      ? (some: readonly Diagnostic[]) => printPositionOnly(some, what)
      : (some: readonly Diagnostic[]) => printForPeople(expression, some, what);
    const parts = judged.eachError ? diagnostics.map((one) => [one] as const) : [diagnostics];
    return parts.map((some) => {
      const [first] = some;
      const { reason, code } = refusalOf(expression, first, what);
      const value = expression.trim() === "" ? shortened(expression) : expression;
      return {
        ...at,
        id: first.limit ?? languageOf(what).id,
        source: first.limit ? "limit" : "language",
        message: print(some),
        span: spanOf(expression, first),
        ...(!secret && { refusal: refused(reason, code, value) }),
      };
    });
  });
}

function spanOf(expression: string, { word: { start, length } }: Diagnostic): Span {
  return { start: offsetOfCodePoint(expression, start), end: offsetOfCodePoint(expression, start + length) };
}

const MAX_SHOWN = 100;

/** The platform shortens a value if no position refers to it. */
function shortened(value: string): string {
  return value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}...` : value;
}

function languageOf(what: ExpressionKind): Constraint {
  return EXPRESSION_LANGUAGE[what === "filter expression" ? "expression-condition" : "expression-value"];
}

function refusalOf(
  expression: string,
  diagnostic: Diagnostic,
  what: ExpressionKind,
): { reason: string; code: number | undefined } {
  if (expression.trim() === "" && what === "filter expression")
    return { reason: "the expression cannot be blank", code: ErrorCode.blankExpression };
  const { cause, causeClass } = diagnostic;
  const parsing = () => `could not parse ${what}: ${printEngine(expression, diagnostic)}`;
  return { reason: causeClass === "NotAllowed" ? cause : parsing(), code: languageOf(what).code };
}

function lints(judged: Judged): Finding[] {
  return knownExpressions(judged).flatMap(({ rule, path, expression, place }) =>
    lintExpression(expression, place).map((finding) => ({ ...finding, rule, path })),
  );
}

function hazards(judged: Judged): Finding[] {
  const { rules, wire, form, place, isOrdered } = judged;
  const named = wire.map((rule, index) => ({
    path: rules[index]?.path ?? "",
    rule,
    language: languageAt(judged, rule),
  }));
  const context = { ...place, nameOf: form.nameOf };
  if (isOrdered) return findHazards(named, context);
  // Without their order, each rule is judged as one behind an unknown rule.
  return named.flatMap((rule) => findHazards([{ path: "", rule: undefined }, rule], context));
}

/** The findings of lists by a hash of what they depend on: many zones of a program have the same rules, and many policies ask. */
const known = Recent.ofCount<readonly Finding[]>(2000);

function kept(source: FindingSource, judged: Judged, find: (judged: Judged) => Finding[]): Finding[] {
  const { rules, wire, place, isOrdered, form, allowances } = judged;
  const tolerated = allowances.filter(({ id }) => id === UNKNOWN_NAME).map(({ rule = null }) => rule);
  const paths = rules.map(({ path }) => path);
  const text = JSON.stringify([source, place, isOrdered, form.nameOf("a_b"), paths, tolerated, wire]);
  const key = createHash("sha256").update(text).digest("base64");
  return [...known.get(key, () => withRules(find(judged), rules))];
}

/** Returns whether a value, one inside it or one around it has one of these findings. */
function reportedBy(findings: readonly Finding[]): (path: string) => boolean {
  const at = new Set(findings.map(({ path }) => path));
  const around = new Set(findings.flatMap(({ path }) => [...pathsAround(path)]));
  return (path) => around.has(path) || pathsAround(path).some((one) => at.has(one));
}

/** Returns the path of a value and of each value around it: `a[0]` has `a`. */
function pathsAround(path: string): string[] {
  return [...Array.from(path.matchAll(/[.[]/g), ({ index }) => path.slice(0, index)), path];
}

/** Adds the rule that each finding is about, as the path says. */
function withRules(findings: readonly Finding[], rules: readonly NamedRule[]): Finding[] {
  if (findings.every(({ rule }) => rule !== undefined)) return [...findings];
  const places = new Map(rules.map(({ path }, index) => [path, index] as const).reverse());
  return findings.map((finding) => {
    if (finding.rule !== undefined) return finding;
    const around = pathsAround(finding.path).flatMap((path) => places.get(path) ?? []);
    return around.length === 0 ? finding : { ...finding, rule: Math.min(...around) };
  });
}

function writtenPath(
  { rules, wire, form }: Judged,
  index: number,
  steps: readonly (string | number)[],
): string {
  const action = wire[index]?.["action"];
  const { path = "" } = rules[index] ?? {};
  return pathInRule(steps, path, typeof action === "string" ? action : undefined, form.nameOf);
}
