import { invalidListName } from "../diagnostics/causes";
import { LIST_NAME_CHARACTERS } from "./characters";
import type { Reader } from "./reader";
import { codePointUnits } from "./source";

/** The name of a list. The reader stands behind the `$`. */
export function readListName(reader: Reader): string {
  const start = reader.position;
  const end = reader.endOfRun(LIST_NAME_CHARACTERS);
  const name = reader.text.slice(start, end);
  if (name === "") {
    const wrong = reader.atEnd ? "" : reader.text.slice(start, start + codePointUnits(reader.text, start));
    throw reader.fault(invalidListName(wrong));
  }
  if (name.startsWith(".") || name.endsWith(".")) throw reader.fault(invalidListName(name));
  reader.position = end;
  return name;
}
