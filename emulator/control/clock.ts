import { z } from "zod";
import type { Clock } from "../clock";

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
export type ClockChange = z.infer<typeof ClockChange>;

export function changeClock(clock: Clock, { now, advance, frozen }: ClockChange): void {
  // The clock freezes first, so that no time passes after it is set.
  if (frozen !== undefined) clock.freeze(frozen);
  if (now !== undefined) clock.set(new Date(now));
  if (advance !== undefined) clock.advance(milliseconds(advance));
}

export function serializeClock(clock: Clock) {
  return { now: clock.now().toISOString(), frozen: clock.frozen };
}

function milliseconds(duration: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(duration) ?? [];
  // The pattern of the schema allows only these units.
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
