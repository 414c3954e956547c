import * as pulumi from "@pulumi/pulumi";
import { isMembers, isUnknown } from "../api/plain";
import { othersFollow } from "../rulesets/hazards/hazard";
import type { NamedRule } from "../rulesets/hazards/judged-rule";
import { wireOf } from "../rulesets/rules/rule-wire";
import { isLater } from "./is-later";
import { knownParts } from "./known-parts";
import { expressionWarnings, ruleWarnings } from "../rulesets/hazards/rule-warnings";

/** The arguments of a resource with rules that warnings depend on. */
interface RulesOfProgram {
  readonly rules: unknown;
  readonly phase: unknown;
  readonly position?: unknown;
}

/**
 * Logs the warnings about rules at their resource: lint warnings of the expressions, hazards, and constraints of the API that are
 * only inferred. Nothing is said about parts that are unknown in a preview, or secret. Never throws.
 */
export function warnAboutRules(
  resource: pulumi.Resource,
  { rules, phase, position }: RulesOfProgram,
  kind: "zone" | "root" | "custom",
): void {
  const written = listOf(rules);
  void knownParts([rules, phase, position]).then((known) => {
    const [list, place, among] = listOf(known);
    const named = namedRules(list, written);
    const context = { phase: textOf(place), kind, othersFollow: othersFollow(among) };
    warn(resource, () => ruleWarnings(named, context));
  });
}

/** Returns rules in wire names. Parts that are secret, or unknown in a preview, are `UNKNOWN`. Never rejects. */
export async function knownRules(rules: unknown): Promise<NamedRule[]> {
  const named = namedRules(await knownParts(rules), listOf(rules));
  return named.map(({ path, rule }) => ({ path, rule: wireOf(rule) }));
}

/** Logs the warnings about an expression at its resource. Secret expressions are not judged. Never throws. */
export function warnAboutExpression(resource: pulumi.Resource, expression: unknown, phase?: unknown): void {
  void knownParts([expression, phase]).then((known) => {
    const [text, place] = listOf(known);
    warn(resource, () => expressionWarnings(text, "expression", textOf(place)));
  });
}

function warn(resource: pulumi.Resource, find: () => readonly string[]): void {
  try {
    for (const text of find()) void pulumi.log.warn(text, resource);
  } catch (problem) {
    // A warning that cannot be made must not fail the program.
    void pulumi.log.debug(`The rules could not be judged: ${String(problem)}`, resource);
  }
}

function namedRules(known: unknown, written: readonly unknown[]): NamedRule[] {
  return listOf(known).map((rule, index) => ({ path: pathOf(rule, index, written[index]), rule }));
}

/** Names a rule by its ref, as errors do. A rule that is known later is named by its place. */
function pathOf(rule: unknown, index: number, written: unknown): string {
  const ref = !isLater(written) && isMembers(rule) ? textOf(rule["ref"]) : undefined;
  return `rules[${ref === undefined ? index : JSON.stringify(ref)}]`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}
