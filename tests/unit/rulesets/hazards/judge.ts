import type { Place } from "../../../../provider/filter";
import type { Reader } from "../../../../provider/rulebook";
import { findHazards } from "../../../../provider/rulebook/hazards/find-hazards";

/** Rules in wire names; the default ref of a rule is its place, from 1. */
export type Rules = readonly Readonly<Record<string, unknown>>[];

/** Returns the hazards of rules as `<id> <path>: <message>`. */
export function judge(rules: Rules, context: Partial<Place & Reader> = {}): string[] {
  const named = rules.map((rule, index) => {
    const { ref = String(index + 1) } = rule;
    return { path: `rules[${JSON.stringify(ref)}]`, rule };
  });
  return findHazards(named, {
    phase: "http_request_firewall_custom",
    kind: "zone",
    nameOf: (name) => name,
    ...context,
  }).map(({ id, path, message }) => `${id} ${path}: ${message}`);
}

/** Returns the ids and paths of the hazards: `<id> <path>`. */
export function judgeBriefly(rules: Rules, context: Partial<Place & Reader> = {}): string[] {
  return judge(rules, context).map((text) => text.slice(0, text.indexOf(": ")));
}
