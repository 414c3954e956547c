import * as pulumi from "@pulumi/pulumi";
import { isMembers, type Members, type Problem } from "../api";
import { storable } from "./foreign-values";
import { containsLater, isLater } from "./known-parts";
import { rulesToMap, type RuleState } from "../rulesets/rules/rule-map";
import { FAULTS, KEYED, SECRET_MEMBERS } from "../properties/hidden";

/** The rules as the engine gets them, and hidden inputs that say how. */
interface RulesInput {
  readonly rules: unknown;
  /** Whether `rules` is a map by ref. */
  readonly [KEYED]?: pulumi.Input<boolean | undefined>;
  /** The secret members of each rule, by ref. */
  readonly [SECRET_MEMBERS]?: pulumi.Input<Record<string, string[]> | undefined>;
  readonly [FAULTS]?: readonly Problem[];
}

/** A path below `rules`. */
const BELOW_RULES = /^rules[.[]/;
const BY_INDEX = /^rules\[\d+\]/;

/**
 * Returns rules by ref, in the form that the state has, if one of them has a secret member, or if `ignoreChanges` names a part of them:
 * the engine marks everything as secret that changes its form, and looks for the path in the old form. All other rules
 * stay a list, and so do rules whose refs are not plain, unique texts.
 */
export function keyedRules(given: unknown, opts: pulumi.CustomResourceOptions): RulesInput {
  if (!hasPlainRefs(given)) return { rules: given };
  const isNamed = opts.ignoreChanges?.some((path) => BELOW_RULES.test(path)) === true;
  if (!isNamed && !given.some(containsLater)) return { rules: given };
  // Looked for here, since the base class does not look into a promise.
  const { args, faults } = storable({ rules: given });
  // The cast holds: only values inside the rules are left out.
  const rules = args["rules"] as readonly Members[];
  // The cast holds as far as `rulesToMap` needs it: each rule has a ref.
  const keyed = () => rulesToMap(rules as readonly unknown[] as readonly RuleState[]);
  const secrets = secretMembersOf(rules);
  return {
    rules: isNamed ? keyed() : secrets.then((found) => (found === undefined ? rules : keyed())),
    [KEYED]: isNamed ? true : secrets.then((found) => (found === undefined ? undefined : true)),
    [SECRET_MEMBERS]: secrets,
    [FAULTS]: faults,
  };
}

/** Returns a warning for each path of an option below `rules` that has no effect, because the state has the rules by ref. */
export function optionWarnings(rules: unknown, opts: pulumi.CustomResourceOptions): string[] {
  const below = (option: "ignoreChanges" | "hideDiffs") =>
    (opts[option] ?? [])
      .filter((path) => BELOW_RULES.test(path))
      .map((path) => ({ option, path, byIndex: BY_INDEX.test(path) }));
  return [
    // What is hidden is found in the state, whatever the program knows of the refs.
    ...below("hideDiffs").filter(({ byIndex }) => byIndex),
    ...below("ignoreChanges").filter(({ byIndex }) => byIndex || !hasPlainRefs(rules)),
  ].map(({ option, path }) => {
    const instead =
      option === "hideDiffs" || hasPlainRefs(rules)
        ? 'write rules["<ref>"] in place of the index'
        : "its refs are known later, so write rules, all of them";
    return `${option}: ${path} has no effect: the state has the rules by ref; ${instead}`;
  });
}

async function secretMembersOf(rules: readonly Members[]): Promise<Record<string, string[]> | undefined> {
  const found = await Promise.all(
    rules.map(async (rule) => {
      const names = Object.keys(rule).filter((name) => containsLater(rule[name]));
      const secret = await Promise.all(names.map((name) => pulumi.isSecret(pulumi.output(rule[name]))));
      return [String(rule["ref"]), names.filter((_, index) => secret[index])] as const;
    }),
  );
  const some = found.filter(([, names]) => names.length > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}

function hasPlainRefs(rules: unknown): rules is readonly Members[] {
  if (!Array.isArray(rules) || rules.length === 0) return false;
  const refs = rules.map((rule: unknown) => (isMembers(rule) && !isLater(rule) ? rule["ref"] : undefined));
  return refs.every((ref) => typeof ref === "string" && ref !== "") && new Set(refs).size === refs.length;
}
