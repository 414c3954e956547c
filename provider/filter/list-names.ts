import { invalidListName } from "./causes";
import type { Reader } from "./reader";
import { codePointUnits } from "./source";

const NAME = /[a-z0-9_.]*/y;

/** The name of a list. The reader stands behind the `$`. */
export function readListName(reader: Reader): string {
  const start = reader.position;
  NAME.lastIndex = start;
  const name = (NAME.exec(reader.text)?.[0] ?? "").slice(0, reader.end - start);
  if (name === "") {
    const wrong = reader.atEnd ? "" : reader.text.slice(start, start + codePointUnits(reader.text, start));
    throw reader.fault(invalidListName(wrong));
  }
  if (name.startsWith(".") || name.endsWith(".")) throw reader.fault(invalidListName(name));
  reader.position += name.length;
  return name;
}
