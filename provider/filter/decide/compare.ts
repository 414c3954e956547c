import type { Expression } from "../parse/ast";
import type { Answer } from "./answer";
import { Decider, type DeciderOptions } from "./decider";

/**
 * How the requests that match one expression relate to those that match another one. "implies": the first matches fewer. "overlap":
 * each matches some that the other one does not, and some match both. An expression that nothing matches implies every other one.
 */
export type Relation = "equal" | "implies" | "implied" | "disjoint" | "overlap" | "undecided";

/** How two expressions relate, with the answers that show it. */
export interface Compared {
  readonly relation: Relation;
  /** Whether a request matches only the first expression, only the second one, and both. */
  readonly onlyA: Answer;
  readonly onlyB: Answer;
  readonly both: Answer;
}

/** Compares two expressions by the requests that match them. */
export function compare(a: Expression, b: Expression, options?: DeciderOptions): Compared {
  const decider = new Decider(options);
  const [nodeA, nodeB] = [decider.node(a), decider.node(b)];
  const { circuit } = decider;
  const ask = (inA: boolean, inB: boolean): Answer =>
    decider.ask({
      nodes: [inA ? nodeA : circuit.not(nodeA), inB ? nodeB : circuit.not(nodeB)],
      shows: (results) => results(a) === inA && results(b) === inB,
    });
  const parts = { onlyA: ask(true, false), onlyB: ask(false, true), both: ask(true, true) };
  return { relation: relationOf(parts), ...parts };
}

function relationOf({ onlyA, onlyB, both }: Omit<Compared, "relation">): Relation {
  const isNone = (answer: Answer) => answer.kind === "no";
  if (isNone(onlyA) && isNone(onlyB)) return "equal";
  if ([onlyA, onlyB, both].some(({ kind }) => kind === "undecided")) return "undecided";
  if (isNone(onlyA)) return "implies";
  if (isNone(onlyB)) return "implied";
  return isNone(both) ? "disjoint" : "overlap";
}

/** Decides whether a request matches an expression. */
export function satisfiable(expression: Expression, options?: DeciderOptions): Answer {
  const decider = new Decider(options);
  return decider.ask({
    nodes: [decider.node(expression)],
    shows: (results) => results(expression) === true,
  });
}

/** Decides whether a request does not match an expression. "no": every request matches it. */
export function refutable(expression: Expression, options?: DeciderOptions): Answer {
  const decider = new Decider(options);
  return decider.ask({
    nodes: [decider.circuit.not(decider.node(expression))],
    shows: (results) => results(expression) === false,
  });
}

/** Decides whether a request matches the first expression and not the second one. "no": the first implies the second. */
export function counterexample(a: Expression, b: Expression, options?: DeciderOptions): Answer {
  const decider = new Decider(options);
  const [nodeA, nodeB] = [decider.node(a), decider.node(b)];
  return decider.ask({
    nodes: [nodeA, decider.circuit.not(nodeB)],
    shows: (results) => results(a) === true && results(b) === false,
  });
}
