import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A recorded answer of the engine; positions are in code points of the whole expression, lines and columns from 1. */
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
  /** False where only class and span are promised: the text of the regex library, or an internal form. */
  readonly exactCause?: boolean;
}

export function readRecords<T>(name: string): T[] {
  const text = readFileSync(join(__dirname, "../data", name), "utf8");
  // The shape is that of our own data files.
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}
