import { checkMembers, found, isUnknown, pathTo, Timestamp } from "../../api";
import type { Problem } from "../../api/problem";
import { timestamp } from "../token/canonical-token";

const EVERY = { least: "1h", most: "3650d" };
/** An overlap shorter than the clock skew to the API could be no overlap at all. */
const OVERLAP = { least: "5m", most: "3650d" };

/** Checks `rotation`: how often a token gets a successor, and how long both are valid. */
export function checkRotation(rotation: unknown): Problem[] {
  if (rotation === undefined) return [];
  const path = "rotation";
  return checkMembers(rotation, path, ["every", "overlap"], ({ every, overlap }) => {
    const problems = [
      ...checkDuration(every, pathTo(path, "every"), EVERY),
      ...checkDuration(overlap, pathTo(path, "overlap"), OVERLAP),
    ];
    if (problems.length > 0 || isUnknown(every) || isUnknown(overlap)) return problems;
    const [period, both] = [every, overlap].map((text) => parseDuration(String(text)) ?? 0);
    if ((both ?? 0) < (period ?? 0)) return [];
    const message = `must be shorter than every (${String(every)}), found ${JSON.stringify(overlap)}`;
    return [{ path: pathTo(path, "overlap"), message }];
  });
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Checks `warnBefore`: how long before the expiry of a token the warnings start. */
export function checkWarnBefore(warnBefore: unknown): Problem[] {
  return warnBefore === undefined
    ? []
    : checkDuration(warnBefore, "warnBefore", { least: "1h", most: "3650d" });
}

/** Returns the warning for a token that expires within `warnBefore`; undefined if it does not, or if a value is unknown. */
export function expiryWarning(
  { expiresOn, warnBefore }: { expiresOn?: unknown; warnBefore?: unknown },
  now: Date,
): string | undefined {
  if (typeof expiresOn !== "string" || typeof warnBefore !== "string" || isUnknown(expiresOn))
    return undefined;
  const ahead = parseDuration(warnBefore);
  const left = Date.parse(expiresOn) - now.getTime();
  if (ahead === undefined || Number.isNaN(left) || left > ahead) return undefined;
  const what =
    left <= 0 ? `has expired: expiresOn is ${expiresOn}` : `expires in ${inWords(left)}, at ${expiresOn}`;
  return `the token ${what}. To keep it valid, set expiresOn to a later time, or remove expiresOn.`;
}

function inWords(ms: number): string {
  const [count, unit] =
    ms >= 2 * DAY_MS ? [Math.floor(ms / DAY_MS), "days"] : [Math.ceil(ms / HOUR_MS), "hours"];
  return count === 1 ? "an hour or less" : `${count} ${unit}`;
}

const SECOND = 1000;
const UNITS: Readonly<Record<string, number>> = {
  s: SECOND,
  m: 60 * SECOND,
  h: 3_600 * SECOND,
  d: 86_400 * SECOND,
  w: 604_800 * SECOND,
};

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
function checkDuration(duration: unknown, path: string, { least, most }: Bounds): Problem[] {
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

/** The position of a token in the rotation of its resource. */
export interface Generation {
  /** The number of the token, starting with 1. */
  readonly generation: number;
  /** The start of the current rotation period: `2030-01-02T03:04:05Z`. */
  readonly generationSince: string;
}

/**
 * Returns the generation that is due at `now`, for a rotation every `every` milliseconds. However many periods have passed, the
 * generation advances by one. Periods follow the first one in a fixed grid: a late run does not shift later periods, and the same
 * generation is due before and after a failed update. `triggered` requests a generation outside the schedule.
 */
export function dueGeneration(
  old: Partial<Generation>,
  { every, triggered, now }: { every: number; triggered: boolean; now: Date },
): Generation {
  const { generation = 1 } = old;
  const next = generation + Number(triggered);
  const counted = Timestamp.safeParse(old.generationSince);
  // The first period starts now, so that adding a rotation to an existing token does not rotate it at once.
  if (!counted.success) return { generation: next, generationSince: timestamp(now) };
  const since = Date.parse(counted.data);
  const periods = Math.max(0, Math.floor((now.getTime() - since) / every));
  return {
    generation: periods > 0 ? generation + 1 : next,
    generationSince: timestamp(new Date(since + periods * every)),
  };
}
