import { canBeEmpty, type Hir, type Look, type Repeat } from "./hir";
import { utf8Automaton, type Utf8Node } from "./utf8-automaton";

/** A state of the automaton: the numbers of the states that may follow. */
export type ProgramState =
  | { readonly kind: "match" }
  /** Takes a byte from one of the ranges; none takes every way to its end. */
  | { readonly kind: "bytes"; readonly moves: readonly Move[] }
  /** The ways on, the preferred one first. */
  | { readonly kind: "fork"; readonly next: number[] }
  /** Notes where a group begins (twice its number) or ends (one more). */
  | { readonly kind: "note"; readonly place: number; readonly next: number }
  | { readonly kind: "look"; readonly look: Look; readonly next: number };

export interface Move {
  readonly first: number;
  readonly last: number;
  readonly next: number;
}

export interface Program {
  readonly states: readonly ProgramState[];
  readonly start: number;
  /** Whether a match can only begin where the text begins. */
  readonly anchored: boolean;
  /** Whether a look-around needs the characters around a place, and not only its bytes. */
  readonly looksAtCharacters: boolean;
  /** How many groups are noted, the whole match being one of them. */
  readonly groups: number;
}

/** Writes a pattern out as an automaton over bytes. Repetitions are copied as often as they count. Groups are not noted. */
export function buildProgram(hir: Hir): Program {
  return build(hir, new Builder(false));
}

/** The same, with the places of the groups noted; group 0 is the whole match. */
export function buildGroupProgram(hir: Hir): Program {
  return build({ kind: "capture", group: 0, node: hir }, new Builder(true));
}

function build(hir: Hir, builder: Builder): Program {
  const start = builder.build(hir, builder.add({ kind: "match" }));
  const looksAtCharacters = builder.states.some(
    (state) => state.kind === "look" && state.look.startsWith("unicode-"),
  );
  const { states, groups } = builder;
  return { states, start, anchored: isAnchored(hir), looksAtCharacters, groups };
}

/** Builds from the end: each part is given the state that follows it. */
class Builder {
  readonly states: ProgramState[] = [];
  groups = 0;

  constructor(private readonly notesGroups: boolean) {}

  add(state: ProgramState): number {
    return this.states.push(state) - 1;
  }

  build(hir: Hir, next: number): number {
    switch (hir.kind) {
      case "empty":
        return next;
      case "look":
        return this.add({ kind: "look", look: hir.look, next });
      case "byte":
        return this.add({ kind: "bytes", moves: hir.ranges.map(([first, last]) => ({ first, last, next })) });
      case "character":
        return this.buildCharacter(hir, next);
      case "capture":
        return this.notesGroups ? this.buildGroup(hir, next) : this.build(hir.node, next);
      case "concat":
        return hir.nodes.reduceRight((following, node) => this.build(node, following), next);
      case "alternation":
        return this.add({ kind: "fork", next: hir.branches.map((branch) => this.build(branch, next)) });
      case "repeat":
        return this.buildRepeat(hir, next);
    }
  }

  private buildCharacter({ ranges }: Extract<Hir, { kind: "character" }>, next: number): number {
    const built = new Map<Utf8Node, number>();
    const buildNode = (node: Utf8Node): number => {
      const known = built.get(node);
      if (known !== undefined) return known;
      const moves = node.moves.map(({ first, last, next: following }) => ({
        first,
        last,
        next: following === undefined ? next : buildNode(following),
      }));
      const id = this.add({ kind: "bytes", moves });
      built.set(node, id);
      return id;
    };
    return buildNode(utf8Automaton(ranges));
  }

  private buildGroup({ group, node }: Extract<Hir, { kind: "capture" }>, next: number): number {
    this.groups = Math.max(this.groups, group + 1);
    const end = this.add({ kind: "note", place: 2 * group + 1, next });
    return this.add({ kind: "note", place: 2 * group, next: this.build(node, end) });
  }

  private buildRepeat({ min, max, greedy, node }: Repeat, next: number): number {
    const fork = (body: number) => this.add({ kind: "fork", next: greedy ? [body, next] : [next, body] });
    let following = next;
    let copies = min;
    if (max === undefined) {
      const ways: number[] = [];
      const loop = this.add({ kind: "fork", next: ways });
      const body = this.build(node, loop);
      ways.push(...(greedy ? [body, next] : [next, body]));
      // One that may be empty is entered through a fork of its own: else its empty way would be lost in the loop.
      following = min > 0 ? body : canBeEmpty(node) ? fork(body) : loop;
      copies = Math.max(min - 1, 0);
    } else {
      for (let copy = min; copy < max; copy += 1) following = fork(this.build(node, following));
    }
    for (let copy = 0; copy < copies; copy += 1) following = this.build(node, following);
    return following;
  }
}

function isAnchored(hir: Hir): boolean {
  switch (hir.kind) {
    case "look":
      return hir.look === "textStart";
    case "capture":
      return isAnchored(hir.node);
    case "concat": {
      const first = hir.nodes.find((node) => node.kind !== "empty");
      return first !== undefined && isAnchored(first);
    }
    case "alternation":
      return hir.branches.every(isAnchored);
    default:
      return false;
  }
}
