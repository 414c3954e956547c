import { dayOf, writtenAllowances } from "./allowance";
import { counted } from "../words";

/*
 * First log, then enforce: a resource whose rules only log says until when, by an allowance. The platform knows nothing of that day: what
 * logs goes on logging. Previews remind of the day, and policies accept what only logs until then.
 */

/** The id of an allowance to log only: that of the policy that limits it. */
export const LOG_ONLY = "limit-log-only";

/** A time in which a resource, or one of its rules, only logs. */
export interface Trial {
  /** The ref of the rule. Undefined: everything that the resource deploys. */
  readonly rule: string | undefined;
  readonly reason: string;
  /** The last day, in UTC: `2027-01-31`. */
  readonly until: string;
  /** The number of days after today: 0 on the last day, negative after it. */
  readonly daysLeft: number;
}

const DAY_MS = 86_400_000;
/** From so many days before the end on, previews remind of it. */
const REMINDED = 7;

/** Returns what the argument `allowances` of a resource says about logging only. `checkAllowances` reports items that cannot be read. */
export function trialsOf(allowances: unknown, now: Date): Trial[] {
  const today = Date.parse(dayOf(now));
  return writtenAllowances(allowances).flatMap(({ id, rule, reason, until = "" }) => {
    const daysLeft = (Date.parse(until) - today) / DAY_MS;
    return id === LOG_ONLY && !Number.isNaN(daysLeft) ? [{ rule, reason, until, daysLeft }] : [];
  });
}

/** Returns the trial that a rule is in: the longest one. Without a ref, only those of the whole resource apply. */
export function trialOf(allowances: unknown, ref: unknown, now: Date): Trial | undefined {
  const [longest] = trialsOf(allowances, now)
    .filter(({ rule }) => rule === undefined || rule === ref)
    .sort((a, b) => b.daysLeft - a.daysLeft);
  return longest;
}

/** Describes the days that are left: `19 days left`. */
export function daysLeftText(daysLeft: number): string {
  return `${counted(daysLeft, "day")} left`;
}

export interface TrialNotice {
  readonly severity: "info" | "warn";
  readonly text: string;
}

/**
 * What a preview and an update say about trials: nothing until the last week, then the end, and a warning from the day after on. Rules
 * with the same day are one line.
 */
export function trialNotices(allowances: unknown, now: Date): TrialNotice[] {
  const trials = trialsOf(allowances, now).filter(({ daysLeft }) => daysLeft <= REMINDED);
  const days = [...new Set(trials.map(({ until }) => until))];
  return days.flatMap((day) => {
    const same = trials.filter(({ until }) => until === day);
    return noticeOf(same);
  });
}

function noticeOf(same: readonly Trial[]): TrialNotice[] {
  const [first] = same;
  if (!first) return [];
  const { until, daysLeft } = first;
  const reasons = [...new Set(same.map(({ reason }) => reason))].join("; ");
  const rules = same.flatMap(({ rule }) => (rule === undefined ? [] : [JSON.stringify(rule)]));
  // A trial of the whole resource includes its rules.
  const isWhole = rules.length < same.length;
  const subject = isWhole ? "" : `${rules.length === 1 ? "rule" : "rules"} ${rules.join(", ")}: `;
  if (daysLeft >= 0)
    return [
      {
        severity: "info",
        text: `${subject}logging only until ${until}, ${daysLeftText(daysLeft)}: ${reasons}`,
      },
    ];
  const text =
    `${subject}logging only was to end on ${until} (${reasons}). Nothing changes by itself: what logs goes on logging. ` +
    "Set the action that protects and remove the allowance (in a ZoneBaseline: remove logOnlyUntil), or write a later day";
  return [{ severity: "warn", text }];
}
