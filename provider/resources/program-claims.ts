import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../api";
import { conflictsOf } from "../claims/conflicts";
import type { Declared } from "../claims/declaration";

/** What the resources of a program declare, by subject. A process may run several programs, each with its own stack. */
const programs = new WeakMap<object, Map<string, Declared[]>>();

/** What the other resources of the program declare about the subject of a claim, once all resources so far have declared theirs. */
export interface Agreed<C extends Declared> {
  readonly own: C;
  readonly others: readonly C[];
}

/**
 * Declares what a resource claims of a subject that several resources share, such as an entry point. Returns the claims of the
 * other resources as an output, which is known once everything is claimed that the program declares without waiting. A resource that
 * has this output among its inputs reaches the engine only then, and its `check` reports what contradicts.
 *
 * Nothing is thrown: an error inside `apply` would end the program before the resources that come later are checked, and the SDK
 * takes minutes to print its stack on Node 20.
 *
 * @returns undefined without a stack, as in a unit test
 */
export function claim<C extends Declared>(declared: pulumi.Output<C>): pulumi.Output<Agreed<C>> | undefined {
  const stack = pulumi.runtime.getStackResource();
  if (!stack) return undefined;
  const claims = programs.get(stack) ?? new Map<string, Declared[]>();
  programs.set(stack, claims);
  return declared.apply(async (own) => {
    // The cast holds: the subject contains the kind of its claims.
    const all = (claims.get(own.subject) ?? []) as C[];
    const index = all.push(own) - 1;
    claims.set(own.subject, all);
    await nextTurn();
    return { own, others: all.filter((_, other) => other !== index) };
  });
}

/** Returns why claims of a resource contradict those of other resources. */
export function conflictsOfAll<C extends Declared>(
  agreed: readonly pulumi.Output<Agreed<C>>[],
): pulumi.Output<Problem[]>[] {
  return agreed.map((one) => one.apply(({ own, others }) => conflictsOf(own, others)));
}

/** Logs warnings at a resource. A secret warning is not logged. */
export function warnOf(resource: pulumi.Resource, warnings: pulumi.Output<readonly Problem[]>): void {
  void pulumi.isSecret(warnings).then((secret) => {
    if (secret) return;
    warnings.apply((all) => {
      for (const { path, message } of all) void pulumi.log.warn(`${path}: ${message}`, resource);
    });
  });
}
