import { containsUnknown, sortedJson } from "../../api";
import type { Rule, Ruleset } from "../../api/wire";
import { judgeExpression } from "../../rulebook";
import { differingMembers } from "../rules/rule-wire";
import { ownerText, plainRef, refOf } from "../rules/ownership";
import { checkOwasp } from "./check-owasp";
import { repeatedTargets } from "./find-targets";
import { checkScores, findManagedRuleset, overridesOf } from "./managed-ruleset";
import { DEFAULT_OWASP_REF, type OwaspArgs } from "./owasp-args";
import { skipInFront } from "./owasp-reach";
import { owaspFromRule, owaspRule } from "./owasp-rule";
import { sameDeployment } from "./same-deployment";

/** A live deployment as arguments. */
export interface DeclaredAs {
  readonly args: OwaspArgs;
  /** Why the arguments do not declare the deployment. Undefined if a preview accepts them, and an update has nothing to write. */
  readonly reason: string | undefined;
}

/** Returns a live deployment as arguments. `adopt` and an import take only a deployment without a `reason`. */
export function declaredOwasp(entrypoint: Ruleset, rule: Rule, managed: Ruleset, zoneId: string): DeclaredAs {
  const args = argsOf(rule, managed, zoneId);
  const reason =
    notOwaspReason(managed) ?? undeclarable(args, rule, managed) ?? unreached(entrypoint, managed, rule);
  return { args, reason };
}

/** Returns why a managed ruleset is not one that an OwaspConfig can configure; undefined if it is. */
export function notOwaspReason(managed: Ruleset): string | undefined {
  const what = `${JSON.stringify(managed.name)} (${managed.id})`;
  if (managed.kind !== "managed") return `${what} is of kind ${managed.kind}, not a managed ruleset`;
  if (checkScores(managed).length === 0 && managed.rules?.length) return undefined;
  return `${what} is not an OWASP ruleset: its rules have no paranoia level and no score`;
}

/** Returns the arguments that a live rule corresponds to, with the names that a program needs to find it again. */
function argsOf(rule: Rule, managed: Ruleset, zoneId: string): OwaspArgs {
  const ref = plainRef(rule);
  // The API uses the id as the ref of a rule that has none: no name to keep.
  const isNamed = ref !== rule.id && ref !== DEFAULT_OWASP_REF;
  return {
    zoneId,
    ...owaspFromRule(rule, managed),
    ...(findManagedRuleset([managed]) === undefined && { rulesetName: managed.name }),
    ...(isNamed && { ref }),
  };
}

function undeclarable(args: OwaspArgs, rule: Rule, managed: Ruleset): string | undefined {
  const { expression = "true" } = args;
  const [problem] = [
    ...(containsUnknown(args) ? [{ path: "", message: "a value is not known" }] : []),
    ...checkOwasp(args),
    ...repeatedTargets(args.rules ?? [], managed),
    // A preview checks the arguments without the live rule.
    ...owaspRule(args, managed).problems,
  ];
  if (problem) return problem.path ? `${problem.path}: ${problem.message}` : problem.message;
  if (judgeExpression(expression, { phase: "http_request_firewall_managed" }))
    return "expression: the rule book does not accept it";
  const { rule: written, problems } = owaspRule(args, managed, rule);
  if (problems[0]) return problems[0].message;
  const wanted = { ...written, ref: refOf(rule) };
  if (sameDeployment(rule, wanted, managed)) return undefined;
  const [member = "content"] = differingMembers(rule, wanted);
  const [now = "", then = ""] = [rule, wanted].map((one) => sortedJson(overridesOf(one)));
  return `no arguments describe its ${member}: an update would change the overrides ${now} to ${then}`;
}

function unreached(entrypoint: Ruleset, managed: Ruleset, rule: Rule): string | undefined {
  const skip = skipInFront(entrypoint, managed, rule, { ours: new Set() });
  if (!skip) return undefined;
  return `the skip rule ${JSON.stringify(plainRef(skip))} (${ownerText(skip)}) in front of it matches all of its requests, so it has no effect`;
}
