import { z } from "zod";
import type { Clock } from "../clock";
import { ControlError } from "../failures";
import type * as Documents from "./documents";

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A change of the clock: a new time or a duration such as `90s`, `15m`, `24h` or `30d`, and whether to freeze it. */
export const ClockChange = z
  .strictObject({
    now: z.iso.datetime({ offset: true }).optional(),
    advance: z
      .string()
      .regex(/^\d+(ms|s|m|h|d)$/, "must be a number with ms, s, m, h or d, such as 24h")
      .optional(),
    frozen: z.boolean().optional(),
  })
  .refine(({ now, advance }) => now === undefined || advance === undefined, "takes now or advance, not both");
export type ClockChange = Documents.ClockChange;

/** Times outside this range have no four-digit year, or are before the first time that the platform can answer. */
const FIRST = Date.parse("1970-01-01T00:00:00Z");
/** A year before the last one with four digits, so that a running clock cannot leave the range soon. */
const LAST = Date.parse("9999-01-01T00:00:00Z");

/** @throws ControlError for a time outside the calendar */
export function changeClock(clock: Clock, { now, advance, frozen }: ClockChange): void {
  checkCalendar(targetOf(clock, { now, advance }));
  // The clock freezes first, so that no time passes after it is set.
  if (frozen !== undefined) clock.freeze(frozen);
  if (now !== undefined) clock.set(new Date(now));
  if (advance !== undefined) clock.advance(milliseconds(advance));
}

export function serializeClock(clock: Clock) {
  return { now: clock.now().toISOString(), frozen: clock.frozen };
}

function targetOf(clock: Clock, { now, advance }: Pick<ClockChange, "now" | "advance">): number {
  if (now !== undefined) return Date.parse(now);
  return clock.now().getTime() + (advance === undefined ? 0 : milliseconds(advance));
}

function checkCalendar(target: number): void {
  if (target >= FIRST && target <= LAST) return;
  throw new ControlError(
    "the clock must stay between 1970-01-01T00:00:00Z and 9999-01-01T00:00:00Z; it was not changed",
  );
}

function milliseconds(duration: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(duration) ?? [];
  // The pattern of the schema allows only these units.
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
