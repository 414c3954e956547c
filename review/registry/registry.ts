import { CLAIMS } from "../../provider/claims/claim-advice";
import { type Advice, THIS_PROJECT } from "../../provider/rulebook/registry/example";
import { ruleEntries } from "../../provider/rulebook/registry/rule-entries";
import * as policies from "../all-policies";
import { describePolicies } from "../policies/describe-policies";
import { creating, type ChangeExample } from "./change-example";
import { KINDS, type Entry } from "./entry";
import { howToAllow } from "./how-to-allow";
import { POLICY_EXAMPLES } from "./policy-examples";
import { REASONS } from "./reasons";

type Written = Omit<Entry, "allow" | "source"> & { readonly source?: string };

/** Returns an entry for each id that the package reports, by kind. */
export function entries(): readonly Entry[] {
  const rules = ruleEntries().map(({ example, ...entry }): Written => ({ ...entry, rules: example }));
  const written = [...rules, ...claimEntries(), ...reasonEntries(), ...policyEntries()].map(
    (entry): Entry => ({
      source: THIS_PROJECT,
      ...entry,
      allow: howToAllow(entry),
    }),
  );
  return KINDS.flatMap((kind) => written.filter((entry) => entry.kind === kind));
}

/** Returns the entry of an id, as any output shows the id. */
export function findEntry(all: readonly Entry[], id: string): Entry | undefined {
  return all.find((entry) => entry.id === id || (entry.kind === "hazard" && `hazard-${entry.id}` === id));
}

function claimEntries(): Written[] {
  return Object.entries(CLAIMS).map(([id, { bad, good, ...advice }]) => ({
    ...{ id, kind: "claim", level: "error", ...advice },
    change: { bad: creating(...bad), good: creating(...good) },
  }));
}

function reasonEntries(): Written[] {
  const reasons: Readonly<Record<string, Advice & { level: string; example?: ChangeExample }>> = REASONS;
  return Object.entries(reasons).map(([id, { example, ...advice }]) => ({
    ...{ id, kind: "reason", ...advice, change: example },
  }));
}

/** The examples name policies by their exports, so that the compiler finds a policy without one. */
function policyEntries(): Written[] {
  const examples: Readonly<Record<string, ChangeExample>> = POLICY_EXAMPLES;
  const byName = new Map(Object.entries(policies).map(([key, { name }]) => [name, examples[key]]));
  return describePolicies().map(({ name, description, enforcementLevel, severity, remediationSteps }) => ({
    ...{ id: name, kind: "policy", level: enforcementLevel, severity, meaning: description },
    ...{ todo: remediationSteps, change: byName.get(name) },
  }));
}
