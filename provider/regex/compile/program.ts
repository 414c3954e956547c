import { canBeEmpty, type Hir, type LookAround, type Repeat } from "./hir";
import { utf8Automaton, type Utf8Node } from "./utf8-automaton";

/** A state of the automaton. `next` is the index of the following state. */
export type ProgramState =
  | { readonly kind: "match" }
  /** Consumes a byte in one of the ranges. Without moves, it never matches. */
  | { readonly kind: "bytes"; readonly moves: readonly Move[] }
  /** Continues at all states, the preferred one first. */
  | { readonly kind: "fork"; readonly next: number[] }
  /** Notes the offset of a group: slot 2n is the start of group n, slot 2n + 1 its end. */
  | { readonly kind: "note"; readonly slot: number; readonly next: number }
  | { readonly kind: "look"; readonly look: LookAround; readonly next: number };

export interface Move {
  readonly first: number;
  readonly last: number;
  readonly next: number;
}

export interface Program {
  readonly states: readonly ProgramState[];
  readonly start: number;
  /** Tells whether a match can only start at the start of the text. */
  readonly anchored: boolean;
  /** Tells whether a look needs the characters around a position, not only the bytes. */
  readonly looksAtCharacters: boolean;
  /** The number of noted groups, including the whole match. */
  readonly groups: number;
}

/** Builds an automaton over bytes that does not note groups. A counted repetition becomes that many copies. */
export function buildProgram(hir: Hir): Program {
  return build(hir, new Builder(false));
}

/** Builds an automaton that notes the offsets of groups. Group 0 is the whole match. */
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

/** Builds backwards: each part gets the state that follows it. */
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
    const end = this.add({ kind: "note", slot: 2 * group + 1, next });
    return this.add({ kind: "note", slot: 2 * group, next: this.build(node, end) });
  }

  private buildRepeat({ min, max, greedy, node }: Repeat, next: number): number {
    const fork = (body: number) => this.add({ kind: "fork", next: greedy ? [body, next] : [next, body] });
    let following = next;
    let copies = min;
    if (max === undefined) {
      const targets: number[] = [];
      const loop = this.add({ kind: "fork", next: targets });
      const body = this.build(node, loop);
      targets.push(...(greedy ? [body, next] : [next, body]));
      // A body that can be empty needs its own fork in front, or its empty match would get lost in the loop.
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
