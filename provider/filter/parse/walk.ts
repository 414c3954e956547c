import type { Argument, Call, Expression, Field } from "./ast";

/** Anything in a syntax tree that stands for a condition or a value. */
export type FilterNode = Argument | Field | Call;

/**
 * Visits every node of a tree, each before what it holds, in the order of the text. A tree is at most as deep as the
 * language allows: 128 levels, each of a few nodes.
 */
export function walkFilter(ast: Expression, visit: (node: FilterNode) => void): void {
  walk(ast, visit);
}

function walk(node: FilterNode, visit: (node: FilterNode) => void): void {
  visit(node);
  switch (node.kind) {
    case "combination":
      for (const item of node.items) walk(item, visit);
      break;
    case "negation":
      walk(node.operand, visit);
      break;
    case "group":
      walk(node.expression, visit);
      break;
    case "quantifier":
      walk(node.argument, visit);
      break;
    case "comparison":
      walk(node.left, visit);
      break;
    case "value":
      walk(node.source, visit);
      break;
    case "call":
      for (const argument of node.arguments) walk(argument, visit);
      break;
  }
}
