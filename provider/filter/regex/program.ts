import type { Hir, Look } from "./hir";
import { utf8Automaton, type Utf8Node } from "./utf8-automaton";

/** A state of the automaton: the numbers of the states that may follow. */
export type ProgramState =
  | { readonly kind: "match" }
  /** Takes a byte from one of the ranges; none takes every way to its end. */
  | { readonly kind: "bytes"; readonly moves: readonly Move[] }
  | { readonly kind: "fork"; readonly next: number[] }
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
}

/** Writes a pattern out as an automaton over bytes. Repetitions are copied as often as they count. */
export function buildProgram(hir: Hir): Program {
  const builder = new Builder();
  const start = builder.build(hir, builder.add({ kind: "match" }));
  const looksAtCharacters = builder.states.some(
    (state) => state.kind === "look" && state.look.startsWith("unicode-"),
  );
  return { states: builder.states, start, anchored: isAnchored(hir), looksAtCharacters };
}

/** Builds from the end: each part is given the state that follows it. */
class Builder {
  readonly states: ProgramState[] = [];

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
        return this.build(hir.node, next);
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

  private buildRepeat({ min, max, node }: Extract<Hir, { kind: "repeat" }>, next: number): number {
    let following = next;
    if (max === undefined) {
      const loop: number[] = [next];
      following = this.add({ kind: "fork", next: loop });
      loop.push(this.build(node, following));
    } else {
      for (let copy = min; copy < max; copy += 1) {
        following = this.add({ kind: "fork", next: [next, this.build(node, following)] });
      }
    }
    for (let copy = 0; copy < min; copy += 1) following = this.build(node, following);
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
