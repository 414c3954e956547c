import type { LookAround } from "../compile/hir";
import type { Program } from "../compile/program";
import { holdsAt } from "./looks";

/** Simulates all states of a program in parallel. Each byte takes at most as many steps as there are states and moves. */
export class Simulation {
  private current: StateSet;
  private next: StateSet;

  constructor(private readonly program: Program) {
    this.current = new StateSet(program.states.length);
    this.next = new StateSet(program.states.length);
  }

  /** Tells whether a match is reachable from some states at an offset. */
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

/** Adds the states that are reachable without a byte. Returns whether a match is among them. */
export function close({ states }: Program, reached: StateSet, holds: (look: LookAround) => boolean): boolean {
  for (let index = 0; index < reached.size; index += 1) {
    const state = states[reached.at(index)];
    if (state === undefined || state.kind === "match") return true;
    if (state.kind === "fork") reached.addAll(state.next);
    else if (state.kind === "note") reached.add(state.next);
    else if (state.kind === "look" && holds(state.look)) reached.add(state.next);
  }
  return false;
}

/** Sets `next` to the states after a byte, plus the start if a match can start anywhere. */
export function step(
  { states, anchored, start }: Program,
  from: StateSet,
  byte: number,
  next: StateSet,
): void {
  next.clear();
  for (let index = 0; index < from.size; index += 1) {
    const state = states[from.at(index)];
    if (state?.kind !== "bytes") continue;
    for (const move of state.moves) if (byte >= move.first && byte <= move.last) next.add(move.next);
  }
  if (!anchored) next.add(start);
}

/**
 * A sparse set of state numbers in insertion order. Adding, testing and clearing take constant time. Iteration includes states
 * that are added meanwhile.
 */
export class StateSet {
  private readonly ids: Int32Array;
  /** The index of a state in `ids`. Entries can be stale after `clear`, so `add` verifies them. */
  private readonly indexes: Int32Array;
  private count = 0;

  /** @param states the number of states; they are numbered from 0 */
  constructor(states: number) {
    this.ids = new Int32Array(states);
    this.indexes = new Int32Array(states);
  }

  get size(): number {
    return this.count;
  }

  /** Returns a state by insertion index. */
  at(index: number): number {
    return this.ids[index] ?? 0;
  }

  add(id: number): void {
    const index = this.indexes[id] ?? 0;
    if (index < this.count && this.ids[index] === id) return;
    this.ids[this.count] = id;
    this.indexes[id] = this.count;
    this.count += 1;
  }

  addAll(ids: Iterable<number>): void {
    for (const id of ids) this.add(id);
  }

  clear(): void {
    this.count = 0;
  }

  sorted(): Int32Array {
    return this.ids.slice(0, this.count).sort();
  }
}
