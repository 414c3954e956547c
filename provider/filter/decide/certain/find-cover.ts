import type { Expression } from "../../parse/ast";
import type { Witness } from "../answer";
import type { Node } from "../boolean/circuit";
import { implies } from "./certain";
import { ConditionIndex } from "./condition-index";
import { type Example, exampleFor, exampleOf, newDecider } from "./example";

/** Conditions that together match all that an expression matches, at most. */
const MOST_TOGETHER = 8;

/**
 * Returns a function that finds conditions of a list that together match every request which an expression matches, and of which
 * none can be left out. It looks only at conditions before the index `end`. It returns their indexes in ascending order, or undefined if
 * there are none, or if that is undecided.
 */
export function findCover(
  conditions: readonly Expression[],
): (expression: Expression, end: number) => readonly number[] | undefined {
  const index = new ConditionIndex(conditions);
  return (target, end) => {
    const example = exampleOf(target);
    if (typeof example === "object") return new Cover(target, conditions, index).grow(example, end);
    // Without an example, only single conditions are tried.
    for (const place of index.placesFor(example)) {
      const condition = conditions[place];
      if (place < end && condition && implies(target, condition)) return [place];
    }
    return undefined;
  };
}

/** Looks for a cover of an expression: as long as a request matches only the expression, the condition that it matches is added. */
class Cover {
  private readonly places: number[] = [];
  private readonly decider = newDecider();

  constructor(
    private readonly target: Expression,
    private readonly conditions: readonly Expression[],
    private readonly index: ConditionIndex,
  ) {}

  grow(example: Witness, end: number): readonly number[] | undefined {
    for (let next: Witness = example; this.places.length < MOST_TOGETHER;) {
      const place = this.index.firstMatching(next, end);
      if (place === undefined) return undefined;
      this.places.push(place);
      const left = this.exampleOfRest();
      if (left === "none") return this.smallest();
      if (left === undefined) return undefined;
      next = left;
    }
    return undefined;
  }

  /** Returns a request that matches the expression and none of the conditions. */
  private exampleOfRest(): Example {
    const parts = this.conditionsAt(this.places);
    return exampleFor(this.decider, {
      nodes: this.missesOf(this.places),
      shows: (results) => results(this.target) === true && parts.every((part) => results(part) === false),
    });
  }

  private smallest(): readonly number[] {
    let cover = this.places;
    for (const place of this.places) {
      const others = cover.filter((other) => other !== place);
      if (cover.length > 1 && this.decider.excludes(this.missesOf(others))) cover = others;
    }
    return [...cover].sort((a, b) => a - b);
  }

  private missesOf(places: readonly number[]): Node[] {
    const { decider } = this;
    const misses = this.conditionsAt(places).map((part) => decider.circuit.not(decider.node(part)));
    return [decider.node(this.target), ...misses];
  }

  private conditionsAt(places: readonly number[]): Expression[] {
    return places.flatMap((place) => this.conditions[place] ?? []);
  }
}
