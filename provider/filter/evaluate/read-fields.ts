import { fieldType } from "../fields";
import { parseAddress } from "../ip-address";
import { parseType, type Primitive, type Type, typeName } from "../types";
import { encodeUtf8 } from "../utf8";
import { RequestFieldError } from "./request-field-error";
import { compareBytes, type RequestFields, type RuntimeValue } from "./runtime-value";

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;
const EXPECTED: Readonly<Record<Primitive, string>> = {
  Bool: "true or false",
  Int: 'an integer, or {"int":"…"} from 2^53 on',
  Ip: "a text with an IPv4 or IPv6 address",
  Bytes: 'a text, or {"base64":"…"} for bytes that are no UTF-8',
};

/**
 * The fields of a request from JSON: names with values of the types of the scheme. Bytes and Ip are strings, Int are
 * numbers, Bool are booleans, arrays and maps are JSON's own; `{"base64"}` is bytes, `{"int"}` is any 64-bit integer.
 * @throws RequestFieldError where a name is not known, or a value does not have its type.
 */
export function readRequestFields(json: unknown): RequestFields {
  if (!isObject(json)) throw new RequestFieldError("The fields are not a JSON object of names and values.");
  const fields = new Map<string, RuntimeValue>();
  for (const [name, value] of Object.entries(json)) {
    const type = fieldType(name);
    if (type === undefined) throw new RequestFieldError(`There is no field ${JSON.stringify(name)}.`);
    fields.set(name, readValue(value, parseType(type), name));
  }
  return fields;
}

export function readValue(json: unknown, type: Type, path: string): RuntimeValue {
  if (typeof type === "string") return readPrimitive(json, type, path);
  if (type.container === "Array") {
    if (!Array.isArray(json)) throw mistyped(type, path, "a JSON array");
    return json.map((item, index) => readValue(item, type.element, `${path}[${index}]`));
  }
  if (!isObject(json)) throw mistyped(type, path, "a JSON object");
  const entries = Object.entries(json).map(([key, value]) => ({
    key,
    order: encodeUtf8(key),
    value: readValue(value, type.element, `${path}[${JSON.stringify(key)}]`),
  }));
  entries.sort((a, b) => compareBytes(a.order, b.order));
  return new Map(entries.map(({ key, value }) => [key, value]));
}

function readPrimitive(json: unknown, type: Primitive, path: string): RuntimeValue {
  const value = primitiveOf(json, type);
  if (value === undefined) throw mistyped(type, path, EXPECTED[type]);
  return value;
}

function primitiveOf(json: unknown, type: Primitive): RuntimeValue | undefined {
  switch (type) {
    case "Bool":
      return typeof json === "boolean" ? json : undefined;
    case "Int":
      return intOf(json);
    case "Ip":
      return typeof json === "string" ? parseAddress(json) : undefined;
    case "Bytes":
      // As a Buffer, which searches natively.
      return typeof json === "string" ? Buffer.from(json) : base64Of(json);
  }
}

function intOf(json: unknown): bigint | undefined {
  if (typeof json === "number") return Number.isSafeInteger(json) ? BigInt(json) : undefined;
  const text = isObject(json) ? json["int"] : undefined;
  if (typeof text !== "string" || !/^-?[0-9]{1,20}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value >= MIN_INT && value <= MAX_INT ? value : undefined;
}

function base64Of(json: unknown): Uint8Array | undefined {
  const text = isObject(json) ? json["base64"] : undefined;
  if (typeof text !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, "base64");
}

function mistyped(type: Type, path: string, expected: string): RequestFieldError {
  return new RequestFieldError(`The field ${path} is of type ${typeName(type)}: it has to be ${expected}.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
