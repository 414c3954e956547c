import type { Call, Field, Index, Value } from "./ast";
import type { Cause } from "../diagnostics/cause";
import { nearestOf } from "../scheme/nearest";
import { expectedLiteral, unknownIdentifier } from "../diagnostics/syntax-causes";
import { invalidIndexAccess } from "../diagnostics/type-causes";
import { WORD_CHARACTERS } from "./characters";
import { ParseError } from "../diagnostics/parse-error";
import { readInt } from "./read-int";
import { parseCall } from "./parse-call";
import type { ParseState } from "./parse-state";
import { getIdentifier, isOfPackets, listPacketFields } from "../scheme/identifiers";
import { readBytes } from "./read-bytes";
import type { Type } from "../scheme/types";
import { decodeUtf8 } from "./utf8";

const NO_INDEXES: readonly Index[] = [];
const MAX_ELEMENT = 2n ** 32n - 1n;

/** `value = ( field | call ) { index } ;` */
export function parseValue(state: ParseState): Value {
  const { reader } = state;
  const start = reader.position;
  const source = parseIdentifier(state);
  // Fast path: most values have no index.
  if (!reader.startsWith("["))
    return { kind: "value", source, indexes: NO_INDEXES, type: source.type, span: source.span };
  const indexes: Index[] = [];
  let type = source.type;
  while (reader.startsWith("[")) {
    const index = parseIndex(state);
    type = elementType(index, type);
    indexes.push(index);
  }
  return { kind: "value", source, indexes, type, span: reader.spanFrom(start) };
}

/** `field = name ; name = word { "." word } ;` A name of a function starts a `call`. */
function parseIdentifier(state: ParseState): Field | Call {
  const { reader } = state;
  const start = reader.position;
  do reader.expectRun("identifier character", WORD_CHARACTERS);
  while (reader.accept("."));
  const span = reader.spanFrom(start);
  const name = reader.text.slice(span.start, span.end);
  const identifier = getIdentifier(name, state.phase);
  if (identifier === undefined) throw new ParseError(unknownName(name, state.phase), span);
  if (identifier.kind === "field")
    return { kind: "field", name: identifier.name, type: identifier.type, span };
  return parseCall(state, identifier.name, identifier.signature, start);
}

function unknownName(name: string, phase: string | undefined): Cause {
  const meant = isOfPackets(phase)
    ? nearestOf(name, listPacketFields(), Math.ceil(name.length / 5))
    : undefined;
  return meant === undefined
    ? unknownIdentifier()
    : { ...unknownIdentifier(), hint: `Did you mean ${meant}?` };
}

/** `index = "[" ws ( "*" | quoted | integer ) ws "]" ;` */
function parseIndex(state: ParseState): Index {
  const { reader } = state;
  const start = reader.position;
  reader.expect("[");
  reader.skipSpace();
  const index = readIndex(state);
  reader.skipSpace();
  reader.expect("]");
  return { ...index, span: reader.spanFrom(start) };
}

function readIndex(state: ParseState): Index {
  const { reader } = state;
  const start = reader.position;
  if (reader.accept("*")) return { kind: "each", span: reader.spanFrom(start) };
  if (reader.peek() === '"') {
    const key = decodeUtf8(readBytes(reader).bytes);
    if (key === undefined) throw reader.error(expectedLiteral("expected utf8 string"), start);
    return { kind: "key", key, span: reader.spanFrom(start) };
  }
  const element = state.attempt(() => readInt(reader));
  if (element === undefined) {
    throw reader.error(expectedLiteral("expected quoted utf8 string or positive integer"), start);
  }
  if (element.value < 0n || element.value > MAX_ELEMENT) {
    throw reader.error(expectedLiteral("expected positive integer as index"), start);
  }
  return { kind: "element", index: Number(element.value), span: element.span };
}

/** @throws ParseError if the index does not fit the type. */
function elementType(index: Index, type: Type): Type {
  if (typeof type !== "string") {
    const fits =
      index.kind === "each" || (type.container === "Array" ? index.kind === "element" : index.kind === "key");
    if (fits) return type.element;
  }
  throw new ParseError(invalidIndexAccess(index, type), index.span);
}
