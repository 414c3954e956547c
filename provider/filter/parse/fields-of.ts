import type { Expression } from "./ast";
import { walkFilter } from "./walk";

/** The names of the fields that an expression reads: each once, sorted. */
export function fieldsOf(ast: Expression): string[] {
  const names = new Set<string>();
  walkFilter(ast, (node) => {
    if (node.kind === "field") names.add(node.name);
  });
  return [...names].sort();
}
