import type { Phase, ZonePlan } from "../../api";
import type { Members } from "../../api";
import type { KnownPlace } from "../constraint";

/** The place of the rules of an example. */
export interface ExamplePlace extends KnownPlace {
  readonly phase: Phase;
  readonly kind: "zone" | "root" | "custom";
}

/** An expression of a rule that blocks, a rule, or all rules of a ruleset. Rules have wire names. */
export type Sample = string | Members | readonly Members[];

/** Rules that are reported under an id, and similar rules that are not. A test judges both. */
export interface RuleExample {
  readonly bad: Sample;
  readonly good: Sample;
  /** Default: the entry point of a zone in `http_request_firewall_custom`. */
  readonly at?: ExamplePlace;
  /** Where the good rules are, if elsewhere. Default: `at`. */
  readonly goodAt?: ExamplePlace;
  /** The id under which a preview reports the bad rules, if it is another one; null if only the platform knows what is wrong. */
  readonly previewId?: string | null;
}

/** The source of what only this package knows or decides. */
export const THIS_PROJECT = "this project";

/** What a reader needs to know about an id besides its example. */
export interface Advice {
  /** What the id means, in one or two sentences. */
  readonly meaning: string;
  /** What to do about it, as sentences. */
  readonly todo: string;
  /** Where the fact is from. Default: the source of most ids of the kind. */
  readonly source?: string;
}

export const zone = (phase: Phase, plan?: ZonePlan): ExamplePlace => ({
  phase,
  kind: "zone",
  ...(plan && { plan }),
});
export const account = (phase: Phase): ExamplePlace => ({ phase, kind: "root" });
export const custom = (phase: Phase): ExamplePlace => ({ phase, kind: "custom" });

export const CUSTOM = zone("http_request_firewall_custom");
export const MANAGED = zone("http_request_firewall_managed");
export const RATE_LIMITING = zone("http_ratelimit");

/** Ids of managed rulesets and of two of their rules. */
export const GENERAL_RULESET = "efb7b8c949ac4650a09736fc376e9aee";
export const OWASP_RULESET = "4814384a9e5d4991b9815dcfc25d2f1f";
export const SCORING_RULE = "6179ae15870a4bb7b2d480d4843b323c";
export const RULE_OF_GENERAL = "5de7edfa648c4d6891dc3e7f84534ffa";

/** A rule that blocks what an expression matches. */
export const blocking = (expression: string, more: Members = {}): Members => ({
  action: "block",
  expression,
  ...more,
});

/** A rule that executes a managed ruleset. */
export const executing = (id: string, more: Members = {}, expression = "true"): Members => ({
  action: "execute",
  action_parameters: { id, ...more },
  expression,
});

export const skipping = (action_parameters: Members): Members => ({
  action: "skip",
  action_parameters,
  expression: "ssl",
});

const RATE_LIMIT = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requests_per_period: 5 };

/** A rule with a correct rate limit, with changes. A member that becomes undefined is left out. */
export function limiting(change: Members = {}, rule: Members = {}): Members {
  const limit: Members = { ...RATE_LIMIT, ...change };
  const members = Object.entries(limit).filter(([, value]) => value !== undefined);
  return { ...blocking("ssl"), ratelimit: Object.fromEntries(members), ...rule };
}

/** A rule that rewrites the URI. */
export const rewriting = (uri: object): Members => ({
  action: "rewrite",
  action_parameters: { uri },
  expression: "ssl",
});

/** Returns an example whose good rule is elsewhere: the same one, unless another is given. */
export function elsewhere(at: ExamplePlace, goodAt: ExamplePlace, bad: Sample, good = bad): RuleExample {
  return { at, goodAt, bad, good };
}

/** A maker of examples at one place. */
type Samples<T> = (bad: T, good: T) => RuleExample;

/** Returns a maker of examples at a place, without a place at the default one. `rule` makes the rule of what differs. */
export function samplesOf<T>(rule: (given: T) => Sample, at?: ExamplePlace): Samples<T> {
  return (bad, good) => ({ ...(at && { at }), bad: rule(bad), good: rule(good) });
}

/** Returns a maker of examples at a place, without a place at the default one. */
export function samples(at?: ExamplePlace): Samples<Sample> {
  return samplesOf((sample) => sample, at);
}

/** Returns a maker of examples that differ only in `action_parameters`. */
export function parametersOf(action: string, phase: Phase, expression = "ssl"): Samples<Members> {
  return samplesOf((action_parameters) => ({ action, action_parameters, expression }), zone(phase));
}
