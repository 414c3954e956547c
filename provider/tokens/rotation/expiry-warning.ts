import { isUnknown, type Problem } from "../../api/plain";
import { checkDuration, parseDuration } from "./duration";

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
