import { isMembers, isUnknown } from "../api";
import type { Members } from "../api/arguments";
import { walkFilter } from "../filter";
import { expressionsOf } from "./expressions";
import { parseExpression } from "./judge-expression";

/** A list of the account that a rule names. */
export interface ListName {
  readonly name: string;
  /** The names from the rule to the member that names it, as the reader writes them. */
  readonly path: readonly string[];
}

/** Returns the lists of the account that a rule names, in its expressions and as the list of a redirect. Managed lists are none. */
export function namedLists(rule: Members, nameOf: (wireName: string) => string): ListName[] {
  const inExpressions = expressionsOf(rule).flatMap(({ path, purpose, expression }) => {
    // Most rules name no list, and parsing takes longer than this.
    if (typeof expression !== "string" || !expression.includes("$")) return [];
    const parsed = parseExpression(expression, { purpose });
    const names: ListName[] = [];
    if (parsed.valid)
      walkFilter(parsed.ast, (node) => {
        if (node.kind === "comparison" && node.test.kind === "inList" && !node.test.name.includes("."))
          names.push({ name: node.test.name, path });
      });
    return names;
  });
  return [...inExpressions, ...listOfRedirect(rule, nameOf)];
}

/** Returns the list of a redirect, which the parameter `from_list` names. */
function listOfRedirect(rule: Members, nameOf: (wireName: string) => string): ListName[] {
  const path = ["action_parameters", "from_list", "name"].map(nameOf);
  const name = path.reduce<unknown>((value, step) => (isMembers(value) ? value[step] : undefined), rule);
  return typeof name === "string" && !isUnknown(name) ? [{ name, path }] : [];
}
