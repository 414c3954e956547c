import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A recorded answer of the reference implementation. `start` and `length` are in code points, `line` and `column` from 1. */
export interface FilterRecord {
  readonly id: string;
  readonly expression: string;
  readonly valid: boolean;
  readonly causeClass: string | null;
  readonly cause: string | null;
  readonly message: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly start: number | null;
  readonly length: number | null;
  /** False if only class and span must agree: the text is that of the regex crate, or an internal form. */
  readonly exactCause?: boolean;
}

export function readRecords<T>(name: string): T[] {
  const text = readFileSync(join(__dirname, "../data", name), "utf8");
  // The caller names the shape of a data file of this repository.
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}
