import { z } from "zod";
import { daysLeftText, trialOf } from "../../provider/rulebook/log-only";
import type { Reviewed, Verdict } from "../model/reviewed";
import { counted } from "../../provider/words";

export const MaxLogOnlyDays = z
  .int()
  .min(0)
  .default(30)
  .describe(
    "The maximum number of days from today to the last day of a trial, in which a resource allows itself to log only. With 0, only its last day is accepted.",
  );

/** What a resource says about something that only logs. */
export interface JudgedTrial {
  /** Why a policy accepts it. Undefined if the trial has ended, or ends too late. */
  readonly allowance?: Verdict["allowance"];
  /** A text whose subject is what logs: `only logs until 2030-06-30, 15 days left`. */
  readonly text: string;
}

/**
 * Judges the allowance to log only of a rule, or, without a ref, of all that a resource deploys. Undefined if there is none. The author
 * of the program writes it, so a day that is farther away than `maxDays` is not accepted.
 */
export function judgedTrial(
  { allowances, isSecret }: Reviewed,
  ref: unknown,
  maxDays: number,
  now: Date,
): JudgedTrial | undefined {
  const trial = trialOf(allowances, ref, now);
  if (!trial) return undefined;
  const { reason, until, daysLeft } = trial;
  const isHidden = isSecret("allowances");
  const day = isHidden ? "a day that is secret" : until;
  if (daysLeft < 0)
    return {
      text: `only logs, and its last day for that was ${day}: set the action that protects (in a ZoneBaseline: remove logOnlyUntil), or write a later day`,
    };
  if (daysLeft > maxDays)
    return {
      text: `only logs until ${day}, more than ${counted(maxDays, "day")} from now: write an earlier day`,
    };
  if (isHidden)
    return { allowance: { reason: "a secret reason", by: "resource" }, text: `only logs until ${day}` };
  return {
    allowance: { reason, until, by: "resource" },
    text: `only logs until ${day}, ${daysLeftText(daysLeft)}`,
  };
}
