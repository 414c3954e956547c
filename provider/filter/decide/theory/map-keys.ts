import type { Spend } from "../../../regex";
import { isArray, isBytes, type RuntimeValue } from "../../evaluate/runtime-value";
import type { Value } from "../../parse/ast";
import { printValue } from "../../print/print-filter";
import { decodeUtf8 } from "../../parse/utf8";
import { arrayOf } from "../../scheme/types";
import type { Assumption } from "../answer";
import { inAnyCase } from "../words/images";
import { oneOf } from "../words/literals";
import type { Atom } from "./atom";
import type { AtomLiteral } from "./find-value";
import { type ValueSet, words } from "./value-set";

/** The end of the name of the array that has the keys of a map. */
const NAMES = ".names";
/** Maps of what is sent: a key is there because a value is. */
const SENT: ReadonlySet<string> = new Set([
  "http.request.body.form",
  "http.request.cookies",
  "http.request.headers",
  "http.request.uri.args",
  "http.response.headers",
  "raw.http.request.uri.args",
  "raw.http.response.headers",
]);

/** Whether an array has the keys of a map. */
export function hasKeys({ source }: Value): boolean {
  return source.kind === "field" && source.name.endsWith(NAMES);
}

/** Returns the key of the entry that an atom is on, if the array has the keys of its map. */
export function keyNamed(atom: Atom, array: Value): string | undefined {
  if (atom.kind === "opaque" || atom.value.source.kind === "call" || array.source.kind === "call")
    return undefined;
  const [index] = atom.value.indexes;
  if (array.source.name !== atom.value.source.name + NAMES || index?.kind !== "key") return undefined;
  return index.key;
}

/** Whether an array is an entry of a map whose entries have at least one value. */
export function isSentEntry({ source, indexes }: Value): boolean {
  return (
    source.kind === "field" && SENT.has(source.name) && indexes.length === 1 && indexes[0]?.kind === "key"
  );
}

export function valueAssumption(entry: Value): Assumption {
  const map = printValue({ ...entry, indexes: [] });
  return { field: map, says: `each key of ${map} has at least one value` };
}

export function keysAssumption(array: Value): Assumption {
  const names = printValue(array);
  const inCase = namesHeaders(array) ? ", in any case" : "";
  return { field: names, says: `${names} has the keys of ${names.slice(0, -NAMES.length)}${inCase}` };
}

/** Returns the elements that an array of keys has if its map has a key. */
export function namesOfKey(array: Value, key: string, spend: Spend): ValueSet {
  const word = Buffer.from(key);
  const automaton = oneOf([word], spend);
  const language = namesHeaders(array)
    ? { automaton: inAnyCase(automaton, spend) }
    : { automaton, words: [word] };
  return words(() => language);
}

/** An entry of a map, with the literals on it. */
export interface Entry {
  readonly key: string;
  readonly entry: Value;
  /** Its values: the entry with `[*]`. */
  readonly element: Value;
  readonly literals: readonly AtomLiteral[];
}

/** Returns the entries on which there are literals, if an array has exactly the keys of their map and they are sent. */
export function entriesNamed(array: Value, literals: readonly AtomLiteral[]): Entry[] {
  if (!hasKeys(array)) return [];
  const found = new Map<string, Entry & { readonly literals: AtomLiteral[] }>();
  for (const literal of literals) {
    const { atom } = literal;
    const key = keyNamed(atom, array);
    if (key === undefined || atom.kind === "opaque" || keyOfName(array, key) !== key) continue;
    const known = found.get(key);
    if (known) known.literals.push(literal);
    else {
      const made = entryOf(array, key);
      if (made) found.set(key, { ...made, literals: [literal] });
    }
  }
  return [...found.values()];
}

/** Returns the keys of the entries that a request has because of the elements of an array of keys. */
export function keysOf(array: Value, elements: RuntimeValue): string[] {
  if (!isArray(elements)) return [];
  return elements.flatMap((name) => {
    const text = isBytes(name) ? decodeUtf8(name) : undefined;
    return text === undefined ? [] : [keyOfName(array, text)];
  });
}

function entryOf({ source, span }: Value, key: string): Omit<Entry, "literals"> | undefined {
  if (source.kind !== "field") return undefined;
  const name = source.name.slice(0, -NAMES.length);
  if (!SENT.has(name)) return undefined;
  const values = arrayOf("Bytes");
  const entry: Value = {
    kind: "value",
    source: { kind: "field", name, type: { container: "Map", element: values }, span },
    indexes: [{ kind: "key", key, span }],
    type: values,
    span,
  };
  const each = { kind: "each", span } as const;
  return { key, entry, element: { ...entry, indexes: [...entry.indexes, each], type: values.element } };
}

/** Keys of headers are in lower case; their names are as the client writes them. */
function keyOfName(array: Value, name: string): string {
  return namesHeaders(array) ? name.toLowerCase() : name;
}

/** Whether an array has names of headers as they are sent: the keys of their map are in lower case. */
function namesHeaders({ source }: Value): boolean {
  return source.kind === "field" && source.name.endsWith(`.headers${NAMES}`);
}
