import { CLAIMS } from "../../provider/claims/claim-advice";
import { type Advice, THIS_PROJECT } from "../../provider/rulebook/registry/example";
import { isAllowable } from "../../provider/rulebook/check-allowances";
import { ruleEntries } from "../../provider/rulebook/registry/rule-entries";
import * as policies from "../all-policies";
import { describePolicies } from "../policies/describe-policies";
import { creating, type ChangeExample, KINDS, type Entry } from "./entry";
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
    id,
    kind: "claim",
    level: "error",
    ...advice,
    change: { bad: creating(...bad), good: creating(...good) },
  }));
}

function reasonEntries(): Written[] {
  const reasons: Readonly<Record<string, Advice & { level: string; example?: ChangeExample }>> = REASONS;
  return Object.entries(reasons).map(([id, { example, ...advice }]) => ({
    id,
    kind: "reason",
    ...advice,
    change: example,
  }));
}

/** The examples name policies by their exports, so that the compiler finds a policy without one. */
function policyEntries(): Written[] {
  const examples: Readonly<Record<string, ChangeExample>> = POLICY_EXAMPLES;
  const byName = new Map(Object.entries(policies).map(([key, { name }]) => [name, examples[key]]));
  return describePolicies().map(({ name, description, enforcementLevel, severity, remediationSteps }) => ({
    id: name,
    kind: "policy",
    level: enforcementLevel,
    severity,
    meaning: description,
    todo: remediationSteps,
    change: byName.get(name),
  }));
}

const REASON = "CHG-17: why it is right here";

/** Returns how to allow what an id reports, or undefined if nothing allows it. */
function howToAllow({ id, kind, level, change }: Omit<Entry, "allow" | "source">): string | undefined {
  const onResource = isAllowable(id)
    ? "An item of the resource's `allowances` with this id and a reason lets it pass."
    : "A preview does not allow it: the API is proved to refuse it.";
  switch (kind) {
    case "constraint":
      return level === "error"
        ? `${onResource} The policies of a review have ${allowance("refuse-rule-book-violations", { id })} in their configuration.`
        : `It only warns. ${onResource} The policy refuse-rule-book-violations reports it if its setting \`doubts\` is true.`;
    case "limit":
      return onResource;
    case "lint":
      return `It only warns. ${onResource} The policy no-filter-warnings, which is disabled by default, allows it with ${allowance("no-filter-warnings", { id })}.`;
    case "hazard":
      return `It only warns. ${onResource} The policy no-hazards, which is disabled by default, allows it with ${allowance("no-hazards", { id })}.`;
    case "reason":
      return "Nothing fails by itself: --fail-on of edge-platform review chooses the severity that does.";
    case "policy":
      // Only policies that judge resources have examples, and allowances.
      return change
        ? `${isAllowable(id) ? "Until a day: an item of the resource's `allowances` with this id, a reason and the last day. Without an end: in" : "In"} the configuration of the policies: ${allowance(id, { resource: "waf" })}. docs/policy.md shows what else an allowance can select.`
        : `In the configuration of the policies: ${JSON.stringify({ [id]: "disabled" })}.`;
    case "claim":
    case "parse error":
    case "shape":
      return undefined;
  }
}

function allowance(policy: string, selection: object): string {
  return JSON.stringify({ [policy]: { allowances: [{ ...selection, reason: REASON }] } });
}
