import { isUnknown, type Phase } from "../../provider/api";
import type { Place } from "../../provider/filter";
import { remembered } from "../../provider/filter/remembered";
import {
  activeAllowances,
  expressionsOf,
  judgeRules,
  UNKNOWN_NAME,
  WIRE,
  type Finding,
  type FindingSource,
  type WrittenRules,
} from "../../provider/rulebook";
import { asRule } from "../../provider/rulebook/judge-rules";
import { pathInRule } from "../../provider/rulebook/naming";
import type { Reviewed, ReviewedRuleset } from "../model/reviewed";
import { unjudged, type Verdict } from "./policy";

const OWASP_PHASE: Phase = "http_request_firewall_managed";

/** Returns what the rule book finds in a resource. `plan` is that of its zone, if it is known. Nothing is claimed about what is unknown. */
export function findingsOf(
  resource: Reviewed,
  sources: readonly FindingSource[],
  plan?: Place["plan"],
): Finding[] {
  const known = answersAbout(resource);
  const asked = JSON.stringify([sources, plan]);
  const earlier = known.get(asked);
  if (earlier !== undefined) return [...earlier];
  const written = writtenRules(resource);
  const found = written ? judgeRules({ ...written, place: { ...written.place, plan } }, ...sources) : [];
  known.set(asked, found);
  return [...found];
}

/** What was found in a resource, by what was asked: several policies ask the same. */
const answersAbout = remembered<Reviewed, Map<string, readonly Finding[]>>(() => new Map());

/** Returns the rules of a resource, if it has any. An expression is a rule without anything else. */
export function writtenRules(resource: Reviewed): WrittenRules | undefined {
  switch (resource.kind) {
    case "filter":
      return written(resource, asRule(resource.expression), placeOf(resource.phase));
    case "owasp":
      return written(resource, asRule(resource.args["expression"]), { phase: OWASP_PHASE });
    case "ruleset": {
      const { rules, phase, level: kind, place, othersFollow, isOrdered } = resource;
      const named = rules.map(({ path, wire }) => ({ path, rule: wire }));
      const level = place.level === "zone" ? "zone" : "account";
      return { ...written(resource, named, { ...placeOf(phase), kind, level, othersFollow }), isOrdered };
    }
    case "token":
    case "endpoint":
    case "list":
      return undefined;
  }
}

function written(
  { nameOf, isSecret, language, allowances }: Reviewed,
  rules: WrittenRules["rules"],
  place: Place,
): WrittenRules {
  return {
    rules,
    form: { ...WIRE, nameOf },
    place: { ...place, language },
    isSecret,
    // Of the allowances, only this one changes what an expression means. The others are about what is found.
    allowances: activeAllowances(allowances).filter(({ id }) => id === UNKNOWN_NAME),
  };
}

function placeOf(phase: ReviewedRuleset["phase"]): Place {
  return phase === undefined || isUnknown(phase) ? {} : { phase };
}

/** Reports the unknown expressions of a resource, also those of disabled rules, as not judged. */
export function unjudgedExpressions(resource: Reviewed): Verdict[] {
  const { rules = [], form = WIRE } = writtenRules(resource) ?? {};
  return rules.flatMap(({ path, rule }) => {
    const wire = form.toWire(rule);
    return expressionsOf(wire).flatMap(({ path: steps, expression }) => {
      if (!isUnknown(expression)) return [];
      const action = typeof wire["action"] === "string" ? wire["action"] : undefined;
      return [unjudged(resource, pathInRule(steps, path, action, form.nameOf))];
    });
  });
}
