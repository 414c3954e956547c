import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api";
import type { Ownership, Placement } from "../rulesets";
import { claimConflict, type Claim } from "../rulesets/entrypoint/claim-conflict";
import { programError } from "./program-error";
import type { RulesetCommonArgs } from "./ruleset-resource";

interface Declared extends RulesetCommonArgs {
  readonly ownership?: pulumi.Input<Ownership> | undefined;
  readonly position?:
    | pulumi.Input<"first" | "last" | { before: pulumi.Input<string> } | { after: pulumi.Input<string> }>
    | undefined;
}

/** What the resources of a program declare, by entry point. A process may run several programs, each with a stack of its own. */
const programs = new WeakMap<object, Map<string, Claim[]>>();

/**
 * Fails the program if this resource and those before it cannot all have what they declare of an entry point. The phase
 * comes back as an input that resolves after all resources that the program has declared by then agree: if they do not, the
 * engine gets none of them, and sends nothing. Beside it come the refs that the other resources declare: a rule that moves to
 * one of them is removed after it is written there.
 */
export function claimEntrypoint(
  name: string,
  place: unknown,
  args: Declared,
): { phase: pulumi.Input<Phase>; __elsewhere?: pulumi.Input<string[]> } {
  const { phase, ownership = "shared", position, connection = "" } = args;
  const stack = pulumi.runtime.getStackResource();
  if (!stack) return { phase };
  const claims = programs.get(stack) ?? new Map<string, Claim[]>();
  programs.set(stack, claims);
  const declared = pulumi.all([
    pulumi.output([connection, place, phase]),
    ownership,
    pulumi.output(position),
    refsOf(args),
  ]);
  const agreed = new Promise<readonly Claim[]>((resolve) => {
    declared.apply(([address, owned, placement, refs]) => {
      const key = JSON.stringify(address);
      const known = [...(claims.get(key) ?? []), claimOf(name, owned, placement, refs)];
      claims.set(key, known);
      const conflict = claimConflict(known);
      if (conflict !== undefined)
        throw programError(`In the entry point of ${address.slice(1).reverse().join(" in ")}: ${conflict}.`);
      // By then what the program declares without waiting for anything has been claimed.
      void nextTurn().then(() => {
        const all = claims.get(key) ?? [];
        if (claimConflict(all) === undefined) resolve(all);
      });
    });
  });
  // A preview sends nothing, and what it does not know yet is claimed by no one.
  if (pulumi.runtime.isDryRun()) return { phase };
  return {
    phase: pulumi.output(phase).apply((known) => agreed.then(() => known)),
    __elsewhere: pulumi.output(
      agreed.then((all) => all.filter((claim) => claim.name !== name).flatMap(({ refs }) => [...refs])),
    ),
  };
}

function claimOf(
  name: string,
  ownership: Ownership,
  placement: Placement | undefined,
  refs: string[],
): Claim {
  return { name, ownership, refs, ...(placement && { placement }) };
}

/** The refs alone: another member that is not known yet would make all of the rules unknown. */
function refsOf({ rules }: Declared): pulumi.Output<string[]> {
  if (!Array.isArray(rules)) return pulumi.output(rules).apply((known) => known.map(({ ref }) => ref));
  return pulumi.all(
    rules.map((rule) =>
      pulumi.Output.isInstance(rule) || rule instanceof Promise
        ? pulumi.output(rule).apply(({ ref }) => ref)
        : pulumi.output(rule.ref),
    ),
  );
}
