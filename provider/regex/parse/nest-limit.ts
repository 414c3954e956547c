import type { ClassSet, RegexNode, PatternSpan } from "./ast";
import type { PatternReader } from "./pattern-reader";
import type { RegexSyntaxError } from "./regex-error";

/** The maximum depth of a node with children, as in the `regex` crate. */
const NEST_LIMIT = 250;
/**
 * At this depth the parser gives up at once. Up to here it continues, because the `regex` crate reports a syntax error later in
 * the pattern before the nest limit.
 */
export const GIVEN_UP = 40 * NEST_LIMIT;

export function nestLimitError(reader: PatternReader, span: PatternSpan): RegexSyntaxError {
  return reader.error(`exceed the maximum number of nested parentheses/brackets (${NEST_LIMIT})`, span);
}

/** Returns the first node beyond the limit, in the order of the text. */
export function findTooDeep(tree: RegexNode): RegexNode | ClassSet | undefined {
  let node: RegexNode | ClassSet | undefined = tree;
  for (let depth = 1; node !== undefined && depth <= NEST_LIMIT; depth += 1) {
    node = childrenOf(node).find(({ height }) => depth + height > NEST_LIMIT);
  }
  return node;
}

function childrenOf(node: RegexNode | ClassSet): readonly (RegexNode | ClassSet)[] {
  switch (node.kind) {
    case "repetition":
    case "group":
      return [node.node];
    case "concat":
      return node.nodes;
    case "alternation":
      return node.branches;
    case "bracket":
      return [node.set];
    case "operation":
      return [node.left, node.right];
    case "union":
      return node.items;
    default:
      return [];
  }
}
