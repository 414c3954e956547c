import { HAZARDS } from "../../provider/rulesets/hazards/hazard-advice";
import { entriesOf, ruleEntries } from "../../provider/rulebook/registry/rule-entries";
import { KINDS, type Entry } from "./entry";
import { howToAllow } from "./how-to-allow";

const HAZARD_FACTS = { kind: "hazard", level: "warning", source: "this project" } as const;

/** Returns an entry for each id that the package reports, by kind. */
export function entries(): readonly Entry[] {
  const all = [...ruleEntries(), ...entriesOf(HAZARDS, HAZARD_FACTS)].map((entry): Entry => ({
    ...entry,
    allow: howToAllow(entry),
  }));
  return KINDS.flatMap((kind) => all.filter((entry) => entry.kind === kind));
}

/** Returns the entry of an id, as any output shows the id. */
export function findEntry(all: readonly Entry[], id: string): Entry | undefined {
  return all.find((entry) => entry.id === id || (entry.kind === "hazard" && `hazard-${entry.id}` === id));
}
