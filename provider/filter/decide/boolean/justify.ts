import type { Spend } from "../../../regex";
import { type Circuit, type Literal, negated, type Node } from "./circuit";

/**
 * Returns literals of atoms that alone make all `roots` true, chosen from a model.
 *
 * A model gives a value to every atom. Most do not matter for the roots, and the theory should not have to satisfy
 * them. Literals with `cost` 0 are preferred where one of several parts is enough.
 */
export function justify<Atom>(
  circuit: Circuit<Atom>,
  roots: readonly Node[],
  isTrue: (node: Node) => boolean,
  cost: (literal: Literal<Atom>) => number,
  spend: Spend,
): Literal<Atom>[] {
  const literals: Literal<Atom>[] = [];
  const seen = new Set<Node>();
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const literal = circuit.literalOf(node);
    if (literal) literals.push(literal);
    const parts = circuit.partsOf(node) ?? [];
    spend(0, 1 + parts.length);
    if (node > 0) for (const part of parts) open.push(part);
    else {
      // The conjunction is false: one false part is enough.
      const reasons = parts.map(negated).filter(isTrue);
      const chosen = reasons.find((reason) => seen.has(reason)) ?? cheapest(circuit, reasons, cost);
      if (chosen !== undefined) open.push(chosen);
    }
  }
  return literals;
}

/** A conjunction costs more than any literal; a false one may need a single literal. */
const CONJUNCTION_COST = 10;

function cheapest<Atom>(
  circuit: Circuit<Atom>,
  nodes: readonly Node[],
  cost: (literal: Literal<Atom>) => number,
): Node | undefined {
  let best: { node: Node; cost: number } | undefined;
  for (const node of nodes) {
    const literal = circuit.literalOf(node);
    const parts = circuit.partsOf(node)?.length ?? 0;
    const price = literal
      ? cost(literal)
      : node > 0
        ? CONJUNCTION_COST + parts
        : 1 + parts / CONJUNCTION_COST;
    if (best === undefined || price < best.cost) best = { node, cost: price };
  }
  return best?.node;
}
