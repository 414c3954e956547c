import { ParseError } from "../diagnostics/cause";
import { readIpItem } from "../parse/literals";
import { Lexer } from "../parse/lexer";
import { compileSet, type SetMember } from "./compile-set";
import { RequestFieldError } from "./errors";
import { isJsonObject, readPrimitive } from "./read-request-fields";
import type { FilterLists, RuntimeValue } from "./runtime-value";

/**
 * Reads named lists from JSON: `{"name": {"type": "Ip" | "Int" | "Bytes", "items": […]}}`. Items of type Ip may also be
 * networks and ranges.
 * @throws RequestFieldError if a list has another form.
 */
export function readFilterLists(json: unknown): FilterLists {
  if (!isJsonObject(json)) throw new RequestFieldError("The lists must be a JSON object of names and lists.");
  return new Map(Object.entries(json).map(([name, list]) => [name, readList(name, list)]));
}

function readList(name: string, list: unknown): (value: RuntimeValue) => boolean {
  const { type, items } = isJsonObject(list) ? list : {};
  if ((type !== "Ip" && type !== "Int" && type !== "Bytes") || !Array.isArray(items)) {
    throw new RequestFieldError(
      `The list ${name} needs a "type" (Ip, Int or Bytes) and "items" (a JSON array).`,
    );
  }
  return compileSet(items.map((item: unknown, index) => readMember(item, type, `item ${name}[${index}]`)));
}

function readMember(item: unknown, type: "Ip" | "Int" | "Bytes", what: string): SetMember {
  if (type === "Ip") return readAddresses(item, what);
  if (type === "Bytes") return { kind: "bytes", bytes: readPrimitive(item, type, what) };
  const value = readPrimitive(item, type, what);
  return { kind: "intRange", first: value, last: value };
}

function readAddresses(item: unknown, what: string): SetMember {
  const text = typeof item === "string" ? item : "";
  try {
    const lexer = new Lexer(text, { start: 0, end: text.length });
    const found = readIpItem(lexer);
    if (lexer.atEnd) return found;
  } catch (problem) {
    if (!(problem instanceof ParseError)) throw problem;
  }
  throw new RequestFieldError(`The ${what} must be an IP address, a network or a range of addresses.`);
}
