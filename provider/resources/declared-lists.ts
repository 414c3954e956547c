import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";

/** The names of the lists that a program declares. A process may run several programs, each with its own stack. */
const programs = new WeakMap<object, string[]>();

/** Records the name of a list. An output may be known only after the rules that name the list, so it counts as unknown. */
export function declareList(name: pulumi.Input<string>): void {
  const stack = pulumi.runtime.getStackResource();
  if (!stack) return;
  const names = programs.get(stack) ?? [];
  programs.set(stack, names);
  names.push(typeof name === "string" ? name : "");
}

/**
 * Returns the names of the lists that the program declares without waiting, once all of them are declared; an empty text for each name
 * that is an output. Undefined outside a preview, in which nobody asks.
 */
export async function declaredLists(): Promise<string[] | undefined> {
  const stack = pulumi.runtime.getStackResource();
  if (!stack || !pulumi.runtime.isDryRun()) return undefined;
  await nextTurn();
  return programs.get(stack) ?? [];
}
