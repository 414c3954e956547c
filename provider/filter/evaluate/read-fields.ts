import type { IpAddress } from "../parse/ast";
import { fieldType } from "../scheme/fields";
import { parseAddress } from "../parse/ip-address";
import { parseType, type Primitive, type Type, typeName } from "../scheme/types";
import { encodeUtf8 } from "../parse/utf8";
import { decodeBase64 } from "./byte-functions";
import { parseInt64 } from "./int64";
import { isJsonObject } from "./json-object";
import { RequestFieldError } from "./request-field-error";
import { compareBytes, type RequestFields, type RuntimeValue } from "./runtime-value";

const EXPECTED: Readonly<Record<Primitive, string>> = {
  Bool: "true or false",
  Int: 'an integer, or {"int":"…"} from 2^53 on',
  Ip: "a text with an IPv4 or IPv6 address",
  Bytes: 'a text, or {"base64":"…"} for bytes that are no UTF-8',
};

const READERS: { readonly [P in Primitive]: (json: unknown) => Values[P] | undefined } = {
  Bool: (json) => (typeof json === "boolean" ? json : undefined),
  Int: intOf,
  Ip: (json) => (typeof json === "string" ? parseAddress(json) : undefined),
  // As a Buffer, which searches natively.
  Bytes: (json) => (typeof json === "string" ? Buffer.from(json) : base64Of(json)),
};

interface Values {
  readonly Bool: boolean;
  readonly Int: bigint;
  readonly Ip: IpAddress;
  readonly Bytes: Uint8Array;
}

/**
 * The fields of a request from JSON: names with values of the types of the scheme. Bytes and Ip are strings, Int are
 * numbers, Bool are booleans, arrays and maps are JSON's own; `{"base64"}` is bytes, `{"int"}` is any 64-bit integer.
 * @throws RequestFieldError where a name is not known, or a value does not have its type.
 */
export function readRequestFields(json: unknown): RequestFields {
  if (!isJsonObject(json))
    throw new RequestFieldError("The fields are not a JSON object of names and values.");
  const fields = new Map<string, RuntimeValue>();
  for (const [name, value] of Object.entries(json)) {
    const type = fieldType(name);
    if (type === undefined) throw new RequestFieldError(`There is no field ${JSON.stringify(name)}.`);
    fields.set(name, readValue(value, parseType(type), `field ${name}`));
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
 * @param what for the message: `field ssl`
 * @throws RequestFieldError where the value does not have the type
 */
export function readPrimitive<P extends Primitive>(json: unknown, type: P, what: string): Values[P] {
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
  return new RequestFieldError(`The ${what} is of type ${typeName(type)}: it has to be ${expected}.`);
}
