import { encodeBase64 } from "../../evaluate/byte-functions";
import { isBytes, type RuntimeValue } from "../../evaluate/runtime-value";
import { type Argument, isMapped, type Value } from "../../parse/ast";
import { decodeUtf8 } from "../../parse/utf8";
import { printValue } from "../../print/print-filter";
import type { Setting } from "../theory/solve-value";

type Json = string | number | null | Json[] | { [key: string]: Json };

const LOOKUPS: ReadonlySet<string> = new Set(["lookup_json_string", "lookup_json_integer"]);
/** Higher indexes of JSON arrays are not tried. */
const MAX_INDEX = 100n;

/**
 * Replaces settings of computed values by settings of fields that probably compute them: a JSON text in which a lookup finds the value,
 * or else the value itself as the argument, which many functions leave as it is. Whether that is right, the evaluator tells.
 */
export function constructed(settings: readonly Setting[]): readonly Setting[] {
  const made: Setting[] = [];
  const documents = new Map<string, { readonly value: Value; readonly json: Json | undefined }>();
  for (const setting of settings) {
    const { source, indexes } = setting.value;
    if (source.kind === "field") {
      made.push(setting);
      continue;
    }
    const [value, ...path] = source.arguments;
    if (value?.kind !== "value" || indexes.length > 0 || isMapped(value)) continue;
    if (LOOKUPS.has(source.name)) {
      const key = printValue(value);
      documents.set(key, { value, json: put(documents.get(key)?.json, path, leafOf(setting.runtime)) });
    } else if (value.type === setting.value.type) {
      made.push(...constructed([{ value, runtime: argumentOf(source.name, setting.runtime) }]));
    }
  }
  for (const { value, json } of documents.values()) {
    if (json !== undefined)
      made.push(...constructed([{ value, runtime: Buffer.from(JSON.stringify(json)) }]));
  }
  return made;
}

function argumentOf(name: string, result: RuntimeValue): RuntimeValue {
  return name === "decode_base64" && isBytes(result) ? encodeBase64(result, "") : result;
}

/** Numbers that JavaScript would round are left to the evaluator to reject. */
function leafOf(value: RuntimeValue): Json | undefined {
  return isBytes(value) ? decodeUtf8(value) : typeof value === "bigint" ? Number(value) : undefined;
}

/** Returns JSON with a value at a path. Undefined if there is no such JSON. */
function put(
  json: Json | undefined,
  [step, ...rest]: readonly Argument[],
  leaf: Json | undefined,
): Json | undefined {
  if (step === undefined) return leaf;
  if (step.kind === "int") {
    if (step.value < 0n || step.value > MAX_INDEX) return undefined;
    const elements = Array.isArray(json) ? [...json] : [];
    const index = Number(step.value);
    while (elements.length <= index) elements.push(null);
    elements[index] = put(elements[index], rest, leaf) ?? null;
    return elements;
  }
  const key = step.kind === "bytes" ? decodeUtf8(step.bytes) : undefined;
  if (key === undefined) return undefined;
  const members = typeof json === "object" && json !== null && !Array.isArray(json) ? json : {};
  return { ...members, [key]: put(members[key], rest, leaf) ?? null };
}
