import { found, isUnknown, type Problem } from "../../api/plain";

const SECOND = 1000;
const UNITS: Readonly<Record<string, number>> = {
  s: SECOND,
  m: 60 * SECOND,
  h: 3_600 * SECOND,
  d: 86_400 * SECOND,
  w: 604_800 * SECOND,
};

/** The bounds of a duration, inclusive, in the notation of durations. */
interface Bounds {
  readonly least: string;
  readonly most: string;
}

/** Parses a duration such as `90s`, `15m`, `24h`, `30d` or `2w` to milliseconds; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  const length = UNITS[unit];
  return count === undefined || length === undefined ? undefined : Number(count) * length;
}

/** Checks a duration. An unknown value passes. */
export function checkDuration(duration: unknown, path: string, { least, most }: Bounds): Problem[] {
  if (isUnknown(duration)) return [];
  const length = typeof duration === "string" ? parseDuration(duration) : undefined;
  if (length === undefined) {
    return [
      {
        path,
        message: `must be a whole number with a unit, such as 90s, 15m, 24h, 30d or 2w; found ${found(duration)}`,
      },
    ];
  }
  if (length >= (parseDuration(least) ?? 0) && length <= (parseDuration(most) ?? Infinity)) return [];
  return [{ path, message: `must be from ${least} to ${most}, found ${found(duration)}` }];
}
