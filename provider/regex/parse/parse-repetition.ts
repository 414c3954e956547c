import type { PatternReader } from "./pattern-reader";
import { RegexFault } from "./regex-fault";

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

/** `?`, `*`, `+` or `{m,n}`, with the `?` that makes it lazy. The reader stands on it, and then behind it. */
export function parseRepetition(reader: PatternReader): Bounds {
  const uncounted = UNCOUNTED.get(reader.character);
  const start = reader.position;
  const bounds = uncounted ?? parseCounts(reader, start);
  const goesOn = uncounted === undefined ? reader.stepAndSkipSpace() : reader.step();
  const lazy = goesOn && reader.at("?");
  if (lazy) reader.step();
  if (bounds.max !== undefined && bounds.max < bounds.min) {
    throw reader.fault(
      "invalid repetition count range, the start must be <= the end",
      reader.spanFrom(start),
    );
  }
  return { ...bounds, lazy };
}

/** Ends on the closing brace. */
function parseCounts(reader: PatternReader, start: number): Counts {
  const step = () => {
    if (!reader.stepAndSkipSpace()) throw reader.fault(UNCLOSED, reader.spanFrom(start));
  };
  step();
  const first = readCount(reader);
  // That the pattern ends is told before what is wrong with the first number.
  if (reader.atEnd) throw reader.fault(UNCLOSED, reader.spanFrom(start));
  const isExact = !reader.at(",");
  if (!isExact) step();
  const min = numberOf(first);
  const max = isExact ? min : reader.at("}") ? undefined : numberOf(readCount(reader));
  if (!reader.at("}")) throw reader.fault(UNCLOSED, reader.spanFrom(start));
  return { min, max };
}

/** The number here, or what is wrong with it. */
function readCount(reader: PatternReader): number | RegexFault {
  while (reader.atWhiteSpace()) reader.step();
  const start = reader.position;
  let digits = "";
  while (/^[0-9]$/.test(reader.character)) {
    digits += reader.character;
    reader.stepAndSkipSpace();
  }
  const span = reader.spanFrom(start);
  while (reader.atWhiteSpace()) reader.stepAndSkipSpace();
  if (digits === "") return reader.fault("repetition quantifier expects a valid decimal", span);
  const count = Number(digits);
  return count > MAX_COUNT ? reader.fault("decimal literal invalid", span) : count;
}

function numberOf(count: number | RegexFault): number {
  if (count instanceof RegexFault) throw count;
  return count;
}
