declare const nodeBrand: unique symbol;

/** A Boolean function over the atoms of a `Circuit`. The negation of a node is the negative number. */
export type Node = number & { readonly [nodeBrand]: true };

/** An atom with its truth value. `node` is true exactly if the literal holds. */
export interface Literal<Atom> {
  readonly node: Node;
  readonly atom: Atom;
  readonly value: boolean;
}

/** A conjunction of nodes, the two literals of an atom, or neither. */
type Variable<Atom> =
  | { readonly parts: readonly Node[] }
  | { readonly holds: Literal<Atom>; readonly fails: Literal<Atom> }
  | "free";

/**
 * Boolean functions with shared parts: a function that is built twice in the same way is the same node.
 *
 * Each variable is an atom or the conjunction of other nodes. Disjunctions and exclusive disjunctions are expressed
 * by conjunctions and negations.
 */
export class Circuit<Atom> {
  readonly yes: Node = nodeOf(1);
  readonly no: Node = nodeOf(-1);
  /** By variable. Variable 0 does not exist, since it has no negative; variable 1 is the constant. */
  private readonly variables: Variable<Atom>[] = [{ parts: [] }, { parts: [] }];
  private readonly atoms = new Map<string, Node>();
  private readonly conjunctions = new Map<string, Node>();

  /** The node of an atom. `key` identifies the atom: the same key returns the same node, and `create` is not called. */
  atom(key: string, create: () => Atom): Node {
    const known = this.atoms.get(key);
    if (known !== undefined) return known;
    const atom = create();
    const node = nodeOf(this.variables.length);
    this.add({ holds: { node, atom, value: true }, fails: { node: negated(node), atom, value: false } });
    this.atoms.set(key, node);
    return node;
  }

  not(node: Node): Node {
    return negated(node);
  }

  and(parts: readonly Node[]): Node {
    const needed = [...new Set(parts)].filter((part) => part !== this.yes).sort((a, b) => a - b);
    const present = new Set(needed);
    if (present.has(this.no) || needed.some((part) => present.has(negated(part)))) return this.no;
    const [first] = needed;
    if (first === undefined) return this.yes;
    if (needed.length === 1) return first;
    const key = needed.join();
    const known = this.conjunctions.get(key);
    if (known !== undefined) return known;
    const node = this.add({ parts: needed });
    this.conjunctions.set(key, node);
    return node;
  }

  or(parts: readonly Node[]): Node {
    return negated(this.and(parts.map(negated)));
  }

  xor(left: Node, right: Node): Node {
    return this.or([this.and([left, negated(right)]), this.and([negated(left), right])]);
  }

  /** A new variable that is no atom: no theory knows it, so it can be true and false whatever else holds. */
  free(): Node {
    return this.add("free");
  }

  /** The nodes whose conjunction is the node's variable, or undefined for an atom and a free variable. The constant has no parts. */
  partsOf(node: Node): readonly Node[] | undefined {
    const variable = this.variables[Math.abs(node)];
    return typeof variable === "object" && "parts" in variable ? variable.parts : undefined;
  }

  /** The literal of an atom's node, or undefined for other nodes. */
  literalOf(node: Node): Literal<Atom> | undefined {
    const variable = this.variables[Math.abs(node)];
    if (typeof variable !== "object" || !("holds" in variable)) return undefined;
    return node > 0 ? variable.holds : variable.fails;
  }

  /** The variables that the nodes depend on, themselves included. */
  variablesOf(nodes: readonly Node[]): Set<Node> {
    const found = new Set<Node>();
    const open = [...nodes];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const variable = variableOf(node);
      if (found.has(variable)) continue;
      found.add(variable);
      // Not `push(...parts)`: a call takes fewer arguments than an expression has parts.
      for (const part of this.partsOf(node) ?? []) open.push(part);
    }
    return found;
  }

  private add(variable: Variable<Atom>): Node {
    return nodeOf(this.variables.push(variable) - 1);
  }
}

export function negated(node: Node): Node {
  return nodeOf(0 - node);
}

/** The variable of a node, which is the node or its negation. */
export function variableOf(node: Node): Node {
  return nodeOf(Math.abs(node));
}

function nodeOf(variable: number): Node {
  // The brand exists only in types.
  return variable as Node;
}
