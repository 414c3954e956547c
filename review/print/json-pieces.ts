import { isMembers } from "../../provider/api";

/**
 * Returns the text of `JSON.stringify(value, undefined, 2)` in pieces, since one string of a large document takes several times the
 * memory of its file.
 */
export function* jsonPieces(value: unknown, indent = ""): Generator<string> {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) {
      yield `${index === 0 ? "[" : ","}\n${inner}`;
      yield* jsonPieces(item ?? null, inner);
    }
    yield `\n${indent}]`;
    return;
  }
  const members = isMembers(value) ? Object.entries(value).filter(([, member]) => member !== undefined) : [];
  if (members.length === 0) {
    yield JSON.stringify(value);
    return;
  }
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? "{" : ","}\n${inner}${JSON.stringify(name)}: `;
    yield* jsonPieces(member, inner);
  }
  yield `\n${indent}}`;
}
