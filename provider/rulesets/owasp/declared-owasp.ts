import { containsUnknown, sortedJson } from "../../api";
import type { Rule, Ruleset, Overrides, RuleWrite } from "../../api/wire";
import type { Language } from "../../filter";
import { judgeExpression } from "../../rulebook";
import { differingMembers, sameRule } from "../rules/rule-wire";
import { ownerText, plainRef, refOf, rulesOf, type RuleOwner } from "../rules/ownership";
import { checkOwasp } from "./check-owasp";
import { repeatedTargets } from "./find-targets";
import { checkScores, findManagedRuleset, overridesOf } from "./managed-ruleset";
import { DEFAULT_OWASP_REF, type OwaspArgs } from "./owasp-args";
import { skipInFront } from "./owasp-reach";
import { owaspFromRule, owaspRule } from "./owasp-rule";

/** A live deployment as arguments. */
export interface DeclaredAs {
  readonly args: OwaspArgs;
  /** Why the arguments do not declare the deployment. Undefined if a preview accepts them, and an update has nothing to write. */
  readonly reason: string | undefined;
}

/**
 * Returns a live deployment as arguments. `adopt` and an import take only a deployment without a `reason`. `language` is what is known
 * of filters besides the table of this release.
 */
export function declaredOwasp(
  entrypoint: Ruleset,
  rule: Rule,
  managed: Ruleset,
  zoneId: string,
  language?: Language,
): DeclaredAs {
  const args = argsOf(rule, managed, zoneId);
  const reason =
    notOwaspReason(managed) ??
    undeclarable(args, rule, managed, language) ??
    unreached(entrypoint, managed, rule, language);
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

function undeclarable(
  args: OwaspArgs,
  rule: Rule,
  managed: Ruleset,
  language: Language | undefined,
): string | undefined {
  const { expression = "true" } = args;
  const [problem] = [
    ...(containsUnknown(args) ? [{ path: "", message: "a value is not known" }] : []),
    ...checkOwasp(args),
    ...repeatedTargets(args.rules ?? [], managed),
    // A preview checks the arguments without the live rule.
    ...owaspRule(args, managed).problems,
  ];
  if (problem) return problem.path ? `${problem.path}: ${problem.message}` : problem.message;
  if (judgeExpression(expression, { phase: "http_request_firewall_managed", language }))
    return "expression: the rule book does not accept it";
  const { rule: written, problems } = owaspRule(args, managed, rule);
  if (problems[0]) return problems[0].message;
  const wanted = { ...written, ref: refOf(rule) };
  if (sameDeployment(rule, wanted, managed)) return undefined;
  const [member = "content"] = differingMembers(rule, wanted);
  const [now = "", then = ""] = [rule, wanted].map((one) => sortedJson(overridesOf(one)));
  return `no arguments describe its ${member}: an update would change the overrides ${now} to ${then}`;
}

function unreached(
  entrypoint: Ruleset,
  managed: Ruleset,
  rule: Rule,
  language: Language | undefined,
): string | undefined {
  const skip = skipInFront(entrypoint, managed, rule, { ours: new Set() }, language);
  if (!skip) return undefined;
  return `the skip rule ${JSON.stringify(plainRef(skip))} (${ownerText(skip)}) in front of it matches all of its requests, so it has no effect`;
}

/** The members of an override, and of a managed rule, that decide what the rule does. */
const EFFECTIVE = ["enabled", "action", "score_threshold", "sensitivity_level"] as const;

/**
 * Whether two deploying rules do the same: they differ at most in how their overrides say what each managed rule does, such as the
 * order of a list, or an `enabled: true` for what is on anyway.
 */
export function sameDeployment(a: Rule | RuleWrite, b: Rule | RuleWrite, managed: Ruleset): boolean {
  const [left, right] = [overridesOf(a), overridesOf(b)];
  return (
    sameRule(withoutOverrides(a), withoutOverrides(b)) &&
    rulesOf(managed).every((rule) => effectOf(rule, left) === effectOf(rule, right))
  );
}

function withoutOverrides<R extends Rule | RuleWrite>(rule: R): R {
  return { ...rule, action_parameters: { ...rule.action_parameters, overrides: undefined } };
}

/** Returns what a managed rule does under overrides as text. That of the rule takes precedence over the last one of its tags. */
function effectOf(rule: Rule, { categories = [], rules = [], ...all }: Overrides): string | undefined {
  const inOrder: readonly object[] = [
    rule,
    all,
    ...categories.filter(({ category }) => rule.categories?.includes(category)),
    ...rules.filter(({ id }) => id === rule.id),
  ];
  const members = inOrder.flatMap((one) => Object.entries(one).filter(([, value]) => value != null));
  const last = new Map<string, unknown>([["enabled", true], ...members]);
  return sortedJson(EFFECTIVE.map((name) => last.get(name) ?? null));
}

/** Describes a deployment for a message: `level 2, score threshold 40, action block`. */
export function describeDeployment(rule: Rule, managed: Ruleset): string {
  const { paranoiaLevel, scoreThreshold, action = "block", enabled = true } = owaspFromRule(rule, managed);
  const off = enabled ? "" : ", not enabled";
  return `level ${paranoiaLevel}, score threshold ${scoreThreshold}, action ${action}${off}`;
}

/** The owners from which a resource may take a deployment over: itself, an interrupted attempt, another resource in the state. */
const OWN: readonly RuleOwner[] = ["ours", "orphan", "held"];

/** Returns why a resource cannot adopt an existing deployment, and what to do; undefined if it can. */
export function deploymentRefusal(
  rule: Rule,
  managed: Ruleset,
  owner: RuleOwner,
  takeOver: boolean,
): string | undefined {
  if (OWN.includes(owner) || (owner === "unmarked" && takeOver)) return undefined;
  const what =
    `the zone already deploys ${managed.name} (rule ${rule.id}, ${ownerText(rule)}): ${describeDeployment(rule, managed)}. ` +
    "This resource would change the deployment, and a destroy of this resource would remove it.";
  const named = `set EDGE_TAKE_OVER=${rule.id} for one \`pulumi up\``;
  switch (owner) {
    case "unmarked":
      return `${what} Set takeOver: true to manage the deployment from now on, or remove this resource from the program.`;
    case "foreign":
      return (
        `${what} Remove this resource from the program, or destroy the deployment in the stack of its owner first. If that stack does ` +
        `not exist any more, ${named}.`
      );
    default:
      return (
        `${what} The mark names a stack with the names of this one, but the state of this stack does not have it: another stack that ` +
        "has, or had, these names may manage the deployment, or an interrupted run has left it. If no other stack manages it, " +
        `${named}.`
      );
  }
}
