import { isMembers, isUnknown } from "../api";
import type { Members } from "../api/arguments";
import { type ExpressionPurpose, type Language, type Span, walkFilter } from "../filter";
import { parseExpression } from "./judge-expression";

/** A member that is an expression. `*` in its path is any name. */
interface ExpressionMember {
  readonly path: readonly string[];
  readonly purpose: ExpressionPurpose;
}

/** The members of every rule that are expressions, by their wire names. */
const RULE: readonly ExpressionMember[] = [
  { path: ["expression"], purpose: "filter" },
  { path: ["ratelimit", "counting_expression"], purpose: "counting" },
  { path: ["exposed_credential_check", "username_expression"], purpose: "credential" },
  { path: ["exposed_credential_check", "password_expression"], purpose: "credential" },
];
/** The members of `action_parameters` that are expressions, by action. */
const PARAMETERS: Readonly<Record<string, readonly ExpressionMember[]>> = {
  redirect: [{ path: ["from_value", "target_url", "expression"], purpose: "target" }],
  rewrite: [
    { path: ["uri", "path", "expression"], purpose: "path" },
    { path: ["uri", "query", "expression"], purpose: "query" },
    { path: ["headers", "*", "expression"], purpose: "header" },
  ],
  set_cache_tags: [{ path: ["expression"], purpose: "tags" }],
};
const ANY = "*";

/** An expression of a rule. */
export interface RuleExpression {
  /** The wire names from the rule to the expression. */
  readonly path: readonly string[];
  readonly purpose: ExpressionPurpose;
  /** A string in a valid rule; in a preview it may be unknown. */
  readonly expression: unknown;
}

/** Returns the expressions of a rule. An empty counting expression means the expression of the rule, and is left out. */
export function expressionsOf(rule: Members): RuleExpression[] {
  const { action } = rule;
  const parameters =
    typeof action === "string" && Object.hasOwn(PARAMETERS, action) ? (PARAMETERS[action] ?? []) : [];
  return [
    ...RULE.filter(({ path: [name = ""] }) => Object.hasOwn(rule, name)).flatMap(({ path, purpose }) =>
      find(rule, path, [], purpose),
    ),
    ...parameters.flatMap(({ path, purpose }) => find(rule, ["action_parameters", ...path], [], purpose)),
  ].filter(({ purpose, expression }) => purpose !== "counting" || expression !== "");
}

function find(
  value: unknown,
  [step, ...rest]: readonly string[],
  path: readonly string[],
  purpose: ExpressionPurpose,
): RuleExpression[] {
  if (step === undefined) return value === undefined ? [] : [{ path, purpose, expression: value }];
  if (!isMembers(value)) return [];
  const names = step === ANY ? Object.keys(value) : [step];
  return names.flatMap((name) =>
    Object.hasOwn(value, name) ? find(value[name], rest, [...path, name], purpose) : [],
  );
}

/** Whatever other names mean, a list is one: also in a rule that may have unknown names, or the fields of packets. */
const ANY_NAMES: Language = { names: new Map(), unknownNames: "warn", key: "lists" };

/** A list of the account that a rule names. */
export interface ListName {
  readonly name: string;
  /** The names from the rule to the member that names it, as the reader writes them. */
  readonly path: readonly string[];
}

/** Whether the text of an expression may name a list. Most name none, and parsing takes longer. A pattern may have a dollar sign, too. */
export function mayNameList(expression: string): boolean {
  return /\$\w/.test(expression);
}

/** Returns where an expression names lists of the account: the spans of the names, after the dollar sign. Managed lists are none. */
export function listsIn(
  expression: string,
  purpose: ExpressionPurpose,
): { readonly name: string; readonly span: Span }[] {
  if (!mayNameList(expression)) return [];
  const parsed = parseExpression(expression, { purpose, language: ANY_NAMES });
  const names: { name: string; span: Span }[] = [];
  if (parsed.valid)
    walkFilter(parsed.ast, (node) => {
      if (node.kind !== "comparison" || node.test.kind !== "inList") return;
      const { name } = node.test;
      // A list ends its comparison.
      const { end } = node.span;
      if (!name.includes(".")) names.push({ name, span: { start: end - name.length, end } });
    });
  return names;
}

/** Returns the lists of the account that a rule names, in its expressions and as the list of a redirect. Managed lists are none. */
export function namedLists(rule: Members): ListName[] {
  const inExpressions = expressionsOf(rule).flatMap(({ path, purpose, expression }) =>
    typeof expression === "string"
      ? listsIn(expression, purpose).map(({ name }): ListName => ({ name, path }))
      : [],
  );
  return [...inExpressions, ...listOfRedirect(rule)];
}

/** Returns the list of a redirect, which the parameter `from_list` names. */
function listOfRedirect(rule: Members): ListName[] {
  const path = ["action_parameters", "from_list", "name"];
  const name = path.reduce<unknown>((value, step) => (isMembers(value) ? value[step] : undefined), rule);
  return typeof name === "string" && !isUnknown(name) ? [{ name, path }] : [];
}
