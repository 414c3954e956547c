import type { Rule, Ruleset, Token } from "../../provider/api";
import type { Language } from "../../provider/filter";
import { plainRef, rulesOf } from "../../provider/rulesets";
import { fromWire } from "../../provider/tokens";
import { levelOf, presentMembers } from "./members";
import type { Identity, ReviewedPlace, ReviewedRule, ReviewedRuleset, ReviewedToken } from "./reviewed";

/** Where a live object is, with the name that people know the place by. */
export interface LivePlace {
  readonly level: ReviewedPlace["level"];
  readonly id: string;
  /** The name of the zone or of the account. */
  readonly name: string;
  /** What is known of the language of filters there. Default: the table of this release. */
  readonly language?: Language | undefined;
}

/** Returns a live ruleset for review. Its rules are complete and in order, and nothing about them is unknown or secret. */
export function fromLiveRuleset(ruleset: Ruleset, place: LivePlace): ReviewedRuleset {
  const { id, kind, phase, name } = ruleset;
  const level = levelOf(kind) ?? "custom";
  const what = level === "custom" ? `ruleset ${JSON.stringify(name)}` : phase;
  return {
    ...identityOf(`/${place.level}s/${place.id}/rulesets/${id}`, name, `${placeText(place)}, ${what}`),
    kind: "ruleset",
    language: place.language,
    place: { level: place.level, id: place.id },
    level,
    phase,
    // Nothing declares the ruleset, so nothing removes foreign rules.
    ownership: "shared",
    takesOver: false,
    othersFollow: false,
    rules: liveRules(ruleset),
    isOrdered: true,
    hasUnknownRules: false,
  };
}

export function liveRules(ruleset: Pick<Ruleset, "rules">): ReviewedRule[] {
  return rulesOf(ruleset).map(ruleOf);
}

/** Returns a live token for review. The API never returns its value. */
export function fromLiveToken(token: Token, owner: LivePlace): ReviewedToken {
  const { id, name } = token;
  const path = owner.level === "user" ? "/user" : `/accounts/${owner.id}`;
  return {
    ...identityOf(`${path}/tokens/${id}`, name, `token ${JSON.stringify(name)}`),
    kind: "token",
    place: { level: owner.level, id: owner.id },
    token: fromWire(token),
    isPartlyUnknown: false,
    rotates: false,
    lifetime: {},
  };
}

function identityOf(urn: string, name: string, label: string): Identity {
  return { origin: "live", urn, name, label, nameOf: (wireName) => wireName, isSecret: () => false };
}

function placeText({ level, name }: LivePlace): string {
  return `${level} ${name}`;
}

function ruleOf(rule: Rule): ReviewedRule {
  const ref = plainRef(rule);
  return { path: `rules[${JSON.stringify(ref)}]`, ref, wire: presentMembers(rule) };
}
