import type { Argument, Call, Field } from "./ast";

/** A node that `walkFilter` visits: a condition, a value, or a part of a value. */
export type FilterNode = Argument | Field | Call;

/**
 * Visits every node of a filter or of a value expression in the order of the text, parents first. The recursion is bounded, since the parser limits the nesting
 * of an expression to 128 levels.
 */
export function walkFilter(node: FilterNode, visit: (node: FilterNode) => void): void {
  visit(node);
  switch (node.kind) {
    case "combination":
      for (const item of node.items) walkFilter(item, visit);
      break;
    case "negation":
      walkFilter(node.operand, visit);
      break;
    case "group":
      walkFilter(node.expression, visit);
      break;
    case "quantifier":
      walkFilter(node.argument, visit);
      break;
    case "comparison":
      walkFilter(node.left, visit);
      if (node.test.kind === "values") walkFilter(node.test.right, visit);
      break;
    case "value":
      walkFilter(node.source, visit);
      break;
    case "call":
      for (const argument of node.arguments) walkFilter(argument, visit);
      break;
  }
}

/** The nodes that `walkFilter` visits, by kind: those of each kind in its order. */
export type FilterNodes = {
  readonly [Kind in FilterNode["kind"]]: readonly Extract<FilterNode, { readonly kind: Kind }>[];
};

/** Returns all nodes of a filter or of a value expression. Many lint rules look at nodes of one kind. */
export function nodesOf(ast: FilterNode): FilterNodes {
  const nodes: { readonly [Kind in FilterNode["kind"]]: FilterNode[] } = {
    combination: [],
    negation: [],
    group: [],
    quantifier: [],
    comparison: [],
    value: [],
    field: [],
    call: [],
    bytes: [],
    int: [],
    ip: [],
  };
  walkFilter(ast, (node) => nodes[node.kind].push(node));
  // Each list has only nodes of its kind.
  return nodes as FilterNodes;
}

/** Returns the names of the fields that an expression reads: sorted, without duplicates. */
export function fieldsOf(ast: FilterNode): string[] {
  const names = new Set<string>();
  walkFilter(ast, (node) => {
    if (node.kind === "field") names.add(node.name);
  });
  return [...names].sort();
}
