import { isUnknown, type Problem } from "../../api/plain";
import { checkDuration, parseDuration } from "./duration";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Checks how long before its end a token is warned about. */
export function checkWarnBefore(warnBefore: unknown): Problem[] {
  return warnBefore === undefined
    ? []
    : checkDuration(warnBefore, "warnBefore", { least: "1h", most: "3650d" });
}

/** What is to be said of a token that ends within `warnBefore` of now; undefined where nothing is, or is known. */
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
    left <= 0 ? `has ended: expiresOn is ${expiresOn}` : `ends in ${inWords(left)}, on ${expiresOn}`;
  return `the token ${what}. Set expiresOn to a later time, or leave it out, and whoever uses the token goes on.`;
}

function inWords(ms: number): string {
  const [count, unit] =
    ms >= 2 * DAY_MS ? [Math.floor(ms / DAY_MS), "days"] : [Math.ceil(ms / HOUR_MS), "hours"];
  return count === 1 ? "an hour or less" : `${count} ${unit}`;
}
