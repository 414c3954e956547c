import type { Argument, Expression } from "./ast";

/** The names of the fields that an expression reads: each once, sorted. */
export function fieldsOf(ast: Expression): string[] {
  const names = new Set<string>();
  collect(ast, names);
  return [...names].sort();
}

/** As deep as the expression is nested: at most 128 levels, each with a few steps. */
function collect(node: Argument, names: Set<string>): void {
  switch (node.kind) {
    case "combination":
      for (const item of node.items) collect(item, names);
      break;
    case "negation":
      collect(node.operand, names);
      break;
    case "group":
      collect(node.expression, names);
      break;
    case "quantifier":
      collect(node.argument, names);
      break;
    case "comparison":
      collect(node.left, names);
      break;
    case "value":
      if (node.source.kind === "field") names.add(node.source.name);
      else for (const argument of node.source.arguments) collect(argument, names);
      break;
    default:
      break;
  }
}
