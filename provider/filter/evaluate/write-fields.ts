import { printAddress } from "../parse/ip-address";
import { decodeUtf8 } from "../parse/utf8";
import { isArray, isBytes, isInt, isMap, type RequestFields, type RuntimeValue } from "./runtime-value";

/** A value of a field as `readRequestFields` reads it: `{"base64": "…"}` is bytes that are not UTF-8, `{"int": "…"}` a large integer. */
export type FieldJson =
  boolean | number | string | readonly FieldJson[] | { readonly [name: string]: FieldJson };

/** A named list as `readFilterLists` reads it. */
export interface ListJson {
  readonly type: "Ip" | "Int" | "Bytes";
  readonly items: readonly FieldJson[];
}

/** Returns the fields of a request as JSON, from which `readRequestFields` reads the same fields. */
export function writeRequestFields(fields: RequestFields): Readonly<Record<string, FieldJson>> {
  return objectOf(fields);
}

/** Returns the contents of named lists as JSON, which `readFilterLists` reads. A list without items is left out: it contains nothing. */
export function writeFilterLists(
  lists: ReadonlyMap<string, readonly RuntimeValue[]>,
): Readonly<Record<string, ListJson>> {
  return Object.fromEntries(
    [...lists].flatMap(([name, items]) => {
      const [first] = items;
      if (first === undefined) return [];
      const type = isBytes(first) ? "Bytes" : isInt(first) ? "Int" : "Ip";
      return [[name, { type, items: items.map(jsonOf) }]];
    }),
  );
}

function jsonOf(value: RuntimeValue): FieldJson {
  if (isBytes(value)) return decodeUtf8(value) ?? { base64: Buffer.from(value).toString("base64") };
  if (isInt(value)) return Number.isSafeInteger(Number(value)) ? Number(value) : { int: value.toString() };
  if (isArray(value)) return value.map(jsonOf);
  if (isMap(value)) return objectOf(value);
  return typeof value === "boolean" ? value : printAddress(value);
}

function objectOf(values: ReadonlyMap<string, RuntimeValue>): Readonly<Record<string, FieldJson>> {
  return Object.fromEntries([...values].map(([name, value]) => [name, jsonOf(value)]));
}
