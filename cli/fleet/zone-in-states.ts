import os from "node:os";
import { zoneOf, type MoveState, type StateEntry } from "../../fleet/plan-move";
import { isEdgeError } from "../../provider/client";
import type { ConnectionFlags } from "../connection";
import { CommandError } from "../question";
import { shellQuoted } from "../text-layout";
import { UsageError } from "../usage-error";
import type { FleetFlags } from "./fleet-file";
import { exportState } from "./pulumi";
import { atATime } from "./run-pool";

/** A stack whose state has resources of a zone. */
export interface StackWithZone {
  readonly stack: string;
  readonly resources: readonly StateEntry[];
}

/** Reads the state of each stack at most once. @throws CommandError */
export function stateReader(folder: string): (stack: string) => Promise<MoveState> {
  const states = new Map<string, Promise<MoveState>>();
  return (stack) => {
    const state = states.get(stack) ?? exportState(folder, stack);
    states.set(stack, state);
    return state;
  };
}

/** Returns those of some stacks whose states have resources of a zone. @throws CommandError */
export async function stacksWithZone(
  zoneId: string,
  stacks: readonly string[],
  read: (stack: string) => Promise<MoveState>,
): Promise<StackWithZone[]> {
  const found = await atATime(stacks, os.cpus().length, async (stack) => {
    const { resources } = await read(stack);
    // What a program only reads, by `.get`, is not deleted with it.
    const ofZone = resources.filter((one) => zoneOf(one) === zoneId && one.external !== true);
    return { stack, resources: ofZone };
  });
  return found.filter(({ resources }) => resources.length > 0);
}

export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  /** `why` is a text for people. */
  | { readonly ok: false; readonly why: string };

/** Tries to read what a command can do without: states, or the id of a zone. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof UsageError || isEdgeError(error))) throw error;
    return { ok: false, why: error.message };
  }
}

/** Returns the command that moves a zone, with the options of the command that names it. */
export function moveCommand(flags: FleetFlags & ConnectionFlags, zone: string, stack: string): string {
  const { file, connection, config } = flags;
  const options = [
    ...(file === "fleet.yaml" ? [] : ["--file", file]),
    ...(connection === undefined ? [] : ["--connection", connection]),
    ...(config === undefined ? [] : ["--config", config]),
  ];
  return ["edge-platform", "fleet", "move", zone, stack, ...options, "--yes"].map(shellQuoted).join(" ");
}
