import type { Look } from "../compile/hir";
import { holdsAt } from "./looks";
import type { Program } from "../compile/program";
import { StateSet } from "./state-set";

/** Follows all ways through a program side by side. A byte takes at most as many steps as the program has states and moves. */
export class Simulation {
  private current: StateSet;
  private next: StateSet;

  constructor(private readonly program: Program) {
    this.current = new StateSet(program.states.length);
    this.next = new StateSet(program.states.length);
  }

  /** Whether the match is reached from some states at a place of a text. */
  run(bytes: Uint8Array, seeds: Iterable<number> = [this.program.start], from = 0): boolean {
    this.current.clear();
    this.current.addAll(seeds);
    for (let at = from; ; at += 1) {
      if (close(this.program, this.current, (look) => holdsAt(look, bytes, at))) return true;
      const byte = bytes[at];
      if (byte === undefined) return false;
      step(this.program, this.current, byte, this.next);
      if (this.next.size === 0) return false;
      [this.current, this.next] = [this.next, this.current];
    }
  }
}

/** Adds the states that are reached without a byte; whether the match is one of them. */
export function close({ states }: Program, reached: StateSet, holds: (look: Look) => boolean): boolean {
  for (let place = 0; place < reached.size; place += 1) {
    const state = states[reached.at(place)];
    if (state === undefined || state.kind === "match") return true;
    if (state.kind === "fork") reached.addAll(state.next);
    else if (state.kind === "note") reached.add(state.next);
    else if (state.kind === "look" && holds(state.look)) reached.add(state.next);
  }
  return false;
}

/** Makes `next` the states behind a byte, and where a match may begin anywhere, the start. */
export function step(
  { states, anchored, start }: Program,
  from: StateSet,
  byte: number,
  next: StateSet,
): void {
  next.clear();
  for (let place = 0; place < from.size; place += 1) {
    const state = states[from.at(place)];
    if (state?.kind !== "bytes") continue;
    for (const move of state.moves) if (byte >= move.first && byte <= move.last) next.add(move.next);
  }
  if (!anchored) next.add(start);
}
