import type { IpAddress } from "../parse/ast";
import { parseIpItem } from "../parse/literals";
import { getIdentifier } from "../scheme/identifiers";
import type { Language } from "../scheme/identifiers";
import { isJsonObject } from "../scheme/read-language";
import { parseAddress } from "../parse/ip-address";
import { type Primitive, type Type, typeName } from "../scheme/types";
import { encodeUtf8 } from "../parse/utf8";
import { decodeBase64 } from "./byte-functions";
import { compileSet, type SetMember } from "./compile-set";
import {
  compareBytes,
  type FilterLists,
  parseInt64,
  type RequestFields,
  type RuntimeValue,
} from "./runtime-value";

/** A field, field value or list that `readRequestFields` or `readFilterLists` cannot read. */
export class RequestFieldError extends Error {
  override readonly name = "RequestFieldError";
}

const EXPECTED: Readonly<Record<Primitive, string>> = {
  Bool: "true or false",
  Int: 'an integer, or {"int":"…"} from 2^53 on',
  Ip: "a string with an IPv4 or IPv6 address",
  Bytes: 'a string, or {"base64":"…"} for bytes that are not UTF-8',
};

const READERS: { readonly [P in Primitive]: (json: unknown) => Values[P] | undefined } = {
  Bool: (json) => (typeof json === "boolean" ? json : undefined),
  Int: intOf,
  Ip: (json) => (typeof json === "string" ? parseAddress(json) : undefined),
  // A Buffer has native search functions.
  Bytes: (json) => (typeof json === "string" ? Buffer.from(json) : base64Of(json)),
};

interface Values {
  readonly Bool: boolean;
  readonly Int: bigint;
  readonly Ip: IpAddress;
  readonly Bytes: Uint8Array;
}

/**
 * Reads the fields of a request from a JSON object of names and values. Bytes and Ip are strings, Int are numbers, Bool are
 * booleans; `{"base64": "…"}` is any bytes, `{"int": "…"}` any 64-bit integer.
 * @throws RequestFieldError if a name is unknown or a value does not have the type of its field.
 */
export function readRequestFields(json: unknown): RequestFields {
  return readRequestFieldsIn(undefined, json);
}

/** Reads the fields of a request like `readRequestFields`, and also those that a language declares. @throws RequestFieldError */
export function readRequestFieldsIn(language: Language | undefined, json: unknown): RequestFields {
  if (!isJsonObject(json))
    throw new RequestFieldError("The fields must be a JSON object of names and values.");
  const fields = new Map<string, RuntimeValue>();
  for (const [name, value] of Object.entries(json)) {
    const identifier = getIdentifier(name, { language });
    if (identifier?.kind !== "field")
      throw new RequestFieldError(`There is no field ${JSON.stringify(name)}.`);
    fields.set(name, readValue(value, identifier.type, `field ${name}`));
  }
  return fields;
}

function readValue(json: unknown, type: Type, what: string): RuntimeValue {
  if (typeof type === "string") return readPrimitive(json, type, what);
  if (type.container === "Array") {
    if (!Array.isArray(json)) throw mistyped(type, what, "a JSON array");
    return json.map((item, index) => readValue(item, type.element, `${what}[${index}]`));
  }
  if (!isJsonObject(json)) throw mistyped(type, what, "a JSON object");
  const entries = Object.entries(json).map(([key, value]) => ({
    key,
    order: encodeUtf8(key),
    value: readValue(value, type.element, `${what}[${JSON.stringify(key)}]`),
  }));
  entries.sort((a, b) => compareBytes(a.order, b.order));
  return new Map(entries.map(({ key, value }) => [key, value]));
}

/**
 * @param what names the value in the message: `field ssl`
 * @throws RequestFieldError if the value does not have the type
 */
function readPrimitive<P extends Primitive>(json: unknown, type: P, what: string): Values[P] {
  const value = READERS[type](json);
  if (value === undefined) throw mistyped(type, what, EXPECTED[type]);
  return value;
}

function intOf(json: unknown): bigint | undefined {
  if (typeof json === "number") return Number.isSafeInteger(json) ? BigInt(json) : undefined;
  const text = isJsonObject(json) ? json["int"] : undefined;
  return typeof text === "string" ? parseInt64(text) : undefined;
}

function base64Of(json: unknown): Uint8Array | undefined {
  const text = isJsonObject(json) ? json["base64"] : undefined;
  return typeof text === "string" ? decodeBase64(Buffer.from(text)) : undefined;
}

function mistyped(type: Type, what: string, expected: string): RequestFieldError {
  return new RequestFieldError(`The ${what} is of type ${typeName(type)}: it must be ${expected}.`);
}

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
  const found = typeof item === "string" ? parseIpItem(item) : undefined;
  if (found !== undefined) return found;
  throw new RequestFieldError(`The ${what} must be an IP address, a network or a range of addresses.`);
}
