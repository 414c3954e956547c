import type { PatternReader } from "./pattern-reader";
import { RegexSyntaxError } from "./regex-error";

const UNCOUNTED: ReadonlyMap<string, Counts> = new Map([
  ["?", { min: 0, max: 1 }],
  ["*", { min: 0, max: undefined }],
  ["+", { min: 1, max: undefined }],
]);
const MAX_COUNT = 2 ** 32 - 1;
const UNCLOSED = "unclosed counted repetition";

export interface Bounds extends Counts {
  readonly lazy: boolean;
}

interface Counts {
  readonly min: number;
  readonly max: number | undefined;
}

/** Parses `?`, `*`, `+` or `{m,n}`, and a `?` that makes it lazy. */
export function parseRepetition(reader: PatternReader): Bounds {
  const uncounted = UNCOUNTED.get(reader.character);
  const start = reader.position;
  const bounds = uncounted ?? parseCounts(reader, start);
  const goesOn = uncounted === undefined ? reader.stepAndSkipSpace() : reader.step();
  const lazy = goesOn && reader.at("?");
  if (lazy) reader.step();
  if (bounds.max !== undefined && bounds.max < bounds.min) {
    throw reader.error(
      "invalid repetition count range, the start must be <= the end",
      reader.spanFrom(start),
    );
  }
  return { ...bounds, lazy };
}

/** Parses `{m}`, `{m,}` or `{m,n}` and stops at the closing brace. */
function parseCounts(reader: PatternReader, start: number): Counts {
  const step = () => {
    if (!reader.stepAndSkipSpace()) throw reader.error(UNCLOSED, reader.spanFrom(start));
  };
  step();
  const first = readCount(reader);
  // The end of the pattern is reported before an error in the first number.
  if (reader.atEnd) throw reader.error(UNCLOSED, reader.spanFrom(start));
  const isExact = !reader.at(",");
  if (!isExact) step();
  const min = numberOf(first);
  const max = isExact ? min : reader.at("}") ? undefined : numberOf(readCount(reader));
  if (!reader.at("}")) throw reader.error(UNCLOSED, reader.spanFrom(start));
  return { min, max };
}

/** Returns a number, or the error to report if the pattern does not end here. */
function readCount(reader: PatternReader): number | RegexSyntaxError {
  while (reader.atWhiteSpace()) reader.step();
  const start = reader.position;
  let digits = "";
  while (/^[0-9]$/.test(reader.character)) {
    digits += reader.character;
    reader.stepAndSkipSpace();
  }
  const span = reader.spanFrom(start);
  while (reader.atWhiteSpace()) reader.stepAndSkipSpace();
  if (digits === "") return reader.error("repetition quantifier expects a valid decimal", span);
  const count = Number(digits);
  return count > MAX_COUNT ? reader.error("decimal literal invalid", span) : count;
}

function numberOf(count: number | RegexSyntaxError): number {
  if (count instanceof RegexSyntaxError) throw count;
  return count;
}
