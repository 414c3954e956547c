import { Fault } from "../fault";
import { readIpItem } from "../ips";
import { Reader } from "../reader";
import type { SetItem } from "../ast";
import type { FilterLists } from "./lists";
import { readValue } from "./read-fields";
import { RequestFieldError } from "./request-field-error";
import { isBytes, isInt, type RuntimeValue } from "./runtime-value";
import { compileSet } from "./compile-test";

const NO_SPAN = { start: 0, end: 0 };

/**
 * Named lists from JSON: `{"name": {"type": "Ip" | "Int" | "Bytes", "items": […]}}`. Items of a list of addresses may be
 * networks and ranges.
 * @throws RequestFieldError where a list is something else.
 */
export function readFilterLists(json: unknown): FilterLists {
  if (!isObject(json)) throw new RequestFieldError("The lists are not a JSON object of names and lists.");
  return new Map(Object.entries(json).map(([name, list]) => [name, readList(name, list)]));
}

function readList(name: string, list: unknown): (value: RuntimeValue) => boolean {
  const { type, items } = isObject(list) ? list : {};
  if ((type !== "Ip" && type !== "Int" && type !== "Bytes") || !Array.isArray(items)) {
    throw new RequestFieldError(
      `The list ${name} needs a "type" (Ip, Int or Bytes) and "items" (a JSON array).`,
    );
  }
  return compileSet(
    items.map((item: unknown, index) => {
      const path = `${name}[${index}]`;
      return type === "Ip" ? readAddresses(item, path) : readMember(readValue(item, type, path), path);
    }),
  );
}

function readMember(value: RuntimeValue, path: string): SetItem {
  if (isInt(value)) return { kind: "intRange", first: value, last: value, span: NO_SPAN };
  if (isBytes(value))
    return { kind: "bytes", type: "Bytes", bytes: value, notation: "quoted", span: NO_SPAN };
  throw new RequestFieldError(`The item ${path} is neither a text nor a number.`);
}

function readAddresses(item: unknown, path: string): SetItem {
  const text = typeof item === "string" ? item : "";
  try {
    const reader = new Reader(text, { start: 0, end: text.length });
    const found = readIpItem(reader);
    if (reader.atEnd) return found;
  } catch (problem) {
    if (!(problem instanceof Fault)) throw problem;
  }
  throw new RequestFieldError(`The item ${path} is no address, network or range of addresses.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
