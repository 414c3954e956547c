import { isDeepStrictEqual } from "node:util";
import { isMembers, isUnknown, type ListKind, type Problem } from "../../api";
import type { EdgeClient } from "../../client";
import type { Place } from "../../filter";
import { LISTS } from "../../properties/hidden";
import { redacted } from "../../redaction";
import { judgeRules, namedLists, wireOf } from "../../rulebook";
import type { RuleState } from "../../rulesets";
import { isSecretInput } from "../inputs";
import type { Context, Properties } from "../lifecycle";
import { rulesOfInputs, writtenRulesOf, namedByRef } from "../ruleset/inputs";
import { foundIn, readLists } from "./live-reads";
import { didYouMean } from "../../words";

type Lists = ReadonlyMap<string, ListKind | undefined>;

/** The rules of a resource of which a preview looks up the lists that new and changed ones name. */
export interface NamingRules {
  /** Undefined for a zone that the credential may not read. */
  readonly accountId: string | undefined;
  readonly at: Place;
  readonly olds: Properties;
  /** As the program hands them over, with what it knows of its lists. */
  readonly news: Properties;
  /** As `check` returns them. */
  readonly inputs: Properties;
}

/**
 * Reports lists that the account does not have, and lists of another kind than the field. A list that the program declares counts as
 * one of the account. The native plugin does not know all of them in a preview, so there a missing list is only a warning, and so it is in
 * an account without any list: the local platform accepts every name there.
 */
export async function foreseeListNames(
  context: Context,
  client: EdgeClient,
  { accountId, at, olds, news, inputs }: NamingRules,
): Promise<Problem[]> {
  const before = new Map(rulesOfInputs(olds).map((rule) => [rule.ref, rule]));
  const rules = rulesOfInputs(inputs).filter((rule) => !isSame(rule, before.get(rule.ref)));
  const namesNone = (rule: RuleState) => namedLists(wireOf(rule)).length === 0;
  if (accountId === undefined || rules.every(namesNone)) return [];
  const live = foundIn(await readLists(context, client, accountId));
  const declared = declaredLists(context, news);
  if (!live || !declared) return [];
  const lists: Lists = new Map([...declared, ...live.map(({ name, kind }) => [name, kind] as const)]);
  const problems = namedByRef(rules, [
    ...judgeRules(writtenRulesOf(rules, inputs, { ...at, lists, language: context.language }), "limit"),
    ...(isSecretInput(inputs, "rules") ? [] : checkRedirects(rules, lists)),
  ]);
  if (news[LISTS] !== undefined && live.length > 0) return problems;
  for (const { path, message } of problems) context.log(redacted(`warning: ${path}: ${message}`));
  return [];
}

/** Each rule in a state names the one before it, which is no part of the rule. */
function isSame(rule: RuleState, before: RuleState | undefined): boolean {
  return (
    before !== undefined && isDeepStrictEqual({ ...rule, after: undefined }, { ...before, after: undefined })
  );
}

/** Returns the lists that the program declares, as far as they are known; undefined if the name of one is not. */
function declaredLists({ run }: Context, news: Properties): [string, undefined][] | undefined {
  const told = news[LISTS];
  if (isUnknown(told)) return undefined;
  const names = (Array.isArray(told) ? told : []).map(String);
  if (names.some((name) => name === "" || isUnknown(name))) return undefined;
  return [...names, ...run.declaredLists].map((name) => [name, undefined]);
}

function checkRedirects(rules: readonly RuleState[], lists: Lists): Problem[] {
  return rules.flatMap((rule, index) => {
    const parameters: unknown = rule.actionParameters;
    const from = isMembers(parameters) ? parameters["fromList"] : undefined;
    const name = isMembers(from) ? from["name"] : undefined;
    if (typeof name !== "string" || isUnknown(name)) return [];
    const path = `rules[${index}].actionParameters.fromList.name`;
    if (!lists.has(name)) {
      const message = `the account has no list ${JSON.stringify(name)}${didYouMean(name, lists.keys())}`;
      return [{ path, message }];
    }
    const kind = lists.get(name);
    if (kind === undefined || kind === "redirect") return [];
    return [
      {
        path,
        message: `the list ${JSON.stringify(name)} is of kind "${kind}", and a redirect needs a list of kind "redirect"`,
      },
    ];
  });
}
