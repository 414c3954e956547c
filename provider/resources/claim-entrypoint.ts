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

/** What the resources of a program declare, by entry point. A process may run several programs, each with its own stack. */
const programs = new WeakMap<object, Map<string, Claim[]>>();

/**
 * Fails the program if resources declare conflicting things about one entry point. Returns the phase as an input that resolves
 * once all resources declared so far agree: if they conflict, the engine gets none of them and no request is sent. Also returns
 * the refs that the other resources declare: a rule that moves to one of them is removed only after it is written there.
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
      // In the next turn, everything is claimed that the program declares without waiting.
      void nextTurn().then(() => {
        const all = claims.get(key) ?? [];
        if (claimConflict(all) === undefined) resolve(all);
      });
    });
  });
  // A preview writes nothing, and would wait for unknown values forever.
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

/** Returns only the refs, since another unknown member would make the whole rule unknown. */
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
