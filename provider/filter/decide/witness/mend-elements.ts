import { fromLatin1, toLatin1 } from "../../evaluate/byte-functions";
import { isArray, isBytes, isMap, type RuntimeArray, type RuntimeValue } from "../../evaluate/runtime-value";
import type { Fields } from "./request-of";

/** So many changes are tried in a request. */
const MAX_TRIES = 12;
/** What automata find where any value is enough. */
const FILLERS: readonly string[] = ["", "a"];
/** What headers usually hold. */
const HEADERS: ReadonlyMap<string, string> = new Map([
  ...["cf-connecting-ip", "true-client-ip", "x-forwarded-for", "x-real-ip"].map(
    (name) => [name, "203.0.113.9"] as const,
  ),
  ["accept-language", "en"],
  ["authorization", "Bearer abc"],
  ["content-type", "text/html"],
  ["origin", "https://www.example.com"],
]);
const ANY_VALUE = "1";

/** An array in a request: a field, or what a map has under a key. */
interface Place {
  readonly field: string;
  readonly key?: string;
}

/**
 * Removes the elements of arrays that are not needed, and gives headers, cookies and arguments usual values where any value is enough.
 *
 * @param current returns the request as it is
 * @param accept takes another request over, or returns false. It is called at most 12 times
 */
export function mendElements(current: () => Fields, accept: (changed: Fields) => boolean): void {
  let tries = 0;
  const isAccepted = (place: Place, elements: RuntimeArray) =>
    (tries += 1) <= MAX_TRIES && accept(withArray(current(), place, elements));
  const isRemoved = (place: Place, elements: RuntimeArray, index: number) =>
    (tries += 1) <= MAX_TRIES &&
    accept(withoutKey(withArray(current(), place, elements.toSpliced(index, 1)), place, elements[index]));
  for (const place of placesIn(current())) {
    const elements = () => arrayAt(current(), place);
    for (let index = elements().length - 1; index >= 0 && elements().length > 1; index -= 1)
      isRemoved(place, elements(), index);
    for (const [index, element] of elements().entries()) {
      const usual = fromLatin1(HEADERS.get(place.key?.toLowerCase() ?? "") ?? ANY_VALUE);
      if (place.key !== undefined && isBytes(element) && FILLERS.includes(toLatin1(element)))
        isAccepted(place, elements().with(index, usual));
    }
  }
}

function placesIn(fields: Fields): Place[] {
  return [...fields].flatMap(([field, value]): Place[] => {
    if (isArray(value)) return [{ field }];
    return isMap(value) ? [...value].flatMap(([key, one]) => (isArray(one) ? [{ field, key }] : [])) : [];
  });
}

function arrayAt(fields: Fields, { field, key }: Place): RuntimeArray {
  const value = fields.get(field);
  const found: RuntimeValue | undefined = key !== undefined && isMap(value) ? value.get(key) : value;
  return isArray(found) ? found : [];
}

function withArray(fields: Fields, { field, key }: Place, elements: RuntimeArray): Fields {
  const value = fields.get(field);
  const changed = key !== undefined && isMap(value) ? new Map(value).set(key, elements) : elements;
  return new Map(fields).set(field, changed);
}

/** Removes the entry of a key that the array of keys no longer has. */
function withoutKey(fields: Fields, { field, key }: Place, name: RuntimeValue | undefined): Fields {
  const map = fields.get(field.replace(/\.names$/, ""));
  if (key !== undefined || !isMap(map) || !isBytes(name)) return fields;
  const removed = toLatin1(name).toLowerCase();
  const left = [...map].filter(([one]) => one.toLowerCase() !== removed);
  return new Map(fields).set(field.replace(/\.names$/, ""), new Map(left));
}
