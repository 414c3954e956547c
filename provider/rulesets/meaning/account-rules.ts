import { sortedJson } from "../../api";
import type { Phase } from "../../api/wire";
import { type Expression, fieldsOf } from "../../filter";
import { remembered } from "../../filter/remembered";
import { effectOf } from "../../rulebook/effects";
import { conditionOf, type JudgedRule } from "../../rulebook/hazards/judged-rule";
import { treatmentBy } from "./outcome";
import { type KnownRulesets, type Logic, rulesNotFollowed } from "./run-phase";

/** The entry point of an account, whose rules run before those of its zones in the same phase. */
export interface AccountPhase {
  readonly phase: Phase;
  readonly rules: readonly JudgedRule[];
  readonly rulesets: KnownRulesets;
  /** Why nothing can be said about the entry point, as a sentence without a full stop. Default: its rules are known. */
  readonly unclear?: string;
}

/** What rules of an account may do with a request before a rule of the zone sees the request. */
export interface AccountEffect<Truth> {
  /** A rule that blocks, managed rules that may block or challenge, or anything else, which can also let a request pass. */
  readonly kind: "block" | "managed" | "other";
  /** A sentence without a full stop. */
  readonly says: string;
  readonly when: Truth;
}

const MANAGED: Phase = "http_request_firewall_managed";
const ALWAYS = conditionOf("true");

/**
 * Returns what the rules of an account may do. A document says neither which account a zone belongs to, nor its name and plan. So each rule
 * is taken to run, whatever precedes it, in any zone. With `isZoneNamed`, the requests that are asked about say the name of their zone. Skip
 * rules of an account reach the rules of zones only by the phases that they skip.
 */
export function accountEffects<Truth>(
  account: AccountPhase,
  logic: Logic<Truth>,
  { isZoneNamed }: { readonly isZoneNamed: boolean },
): AccountEffect<Truth>[] {
  const { phase, rules, rulesets, unclear } = account;
  if (unclear !== undefined) return [{ kind: "other", says: unclear, when: logic.yes }];
  const effects: AccountEffect<Truth>[] = [];
  const notFollowed = rulesNotFollowed(account);
  const visit = (rule: JudgedRule, outside: Truth, executing: readonly string[]): void => {
    const when = logic.and([outside, logic.matches(isZoneNamed ? inNamedZone(rule) : inAnyZone(rule))]);
    const { kind } = effectOf(rule.action ?? "");
    if (notFollowed.has(rule)) {
      effects.push({ kind: "other", says: `what ${rule.path} does is not known`, when });
    } else if (kind === "executes") {
      const id = String(rule.parameters["id"]);
      const inside = executing.includes(id) ? undefined : rulesets.get(id);
      for (const one of inside ?? []) visit(one, when, [...executing, id]);
      if (inside !== undefined) return;
      const kind = phase === MANAGED ? "managed" : "other";
      const what = kind === "managed" ? "may block or challenge" : "has rules that are not known";
      effects.push({ kind, says: `the ruleset ${id}, which ${rule.path} executes, ${what}`, when });
    } else if (treatmentBy(rule) === "block") {
      effects.push({ kind: "block", says: `${rule.path} may block before the rules of the zone`, when });
    } else if (kind !== "logs" && (kind !== "skips" || rule.parameters["phases"] !== undefined)) {
      effects.push({ kind: "other", says: `${rule.path} may act before the rules of the zone`, when });
    }
  };
  for (const rule of rules) visit(rule, logic.yes, []);
  return effects;
}

/** Returns a text that is equal for entry points with equal effects. */
export function accountText({ phase, rules, rulesets, unclear }: AccountPhase): string {
  const executed = new Map<string, readonly JudgedRule[]>();
  const visit = ({ parameters }: JudgedRule): void => {
    const id = String(parameters["id"]);
    const inside = executed.has(id) ? undefined : rulesets.get(id);
    if (inside === undefined) return;
    executed.set(id, inside);
    inside.forEach(visit);
  };
  rules.forEach(visit);
  const all = [rules, ...executed.values()].flat();
  return sortedJson([phase, unclear ?? null, all.map(({ path, rule }) => [path, rule])]) ?? "";
}

/** Returns a rule that matches a request if the rule matches it in some zone. */
const inAnyZone = remembered((rule: JudgedRule) => withoutFields(rule, isOfZone));

/** Returns a rule that matches a request if the rule matches it in a zone of that name with some plan. */
const inNamedZone = remembered((rule: JudgedRule) =>
  withoutFields(rule, (name) => isOfZone(name) && name !== ZONE_NAME),
);

const ZONE_NAME = "cf.zone.name";

type IsLeftOut = (field: string) => boolean;

function isOfZone(field: string): boolean {
  return field.startsWith("cf.zone.");
}

function withoutFields(rule: JudgedRule, isLeftOut: IsLeftOut): JudgedRule {
  const { condition } = rule;
  if (condition === undefined || !fieldsOf(condition).some(isLeftOut)) return rule;
  return { ...rule, condition: withoutConditions(condition, isLeftOut) ?? ALWAYS };
}

/** Leaves out what is required of fields. Undefined if nothing else is required. */
function withoutConditions(condition: Expression, isLeftOut: IsLeftOut): Expression | undefined {
  if (!fieldsOf(condition).some(isLeftOut)) return condition;
  if (condition.kind === "group") return withoutConditions(condition.expression, isLeftOut);
  if (condition.kind !== "combination" || condition.operator !== "and") return undefined;
  const [first, second, ...rest] = condition.items.flatMap(
    (item) => withoutConditions(item, isLeftOut) ?? [],
  );
  return first && second ? { ...condition, items: [first, second, ...rest] } : first;
}
