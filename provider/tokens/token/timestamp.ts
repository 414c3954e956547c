/** UTC in whole seconds, as tokens take and answer times: the API knows no fractions. */
export function timestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** How far the vendor's clock may be behind the one that a start was written by. */
const MARGIN_MS = 5 * 60_000;

/** A start, earlier by the margin. */
export function startSetBack(notBefore: string): string {
  return timestamp(new Date(Date.parse(notBefore) - MARGIN_MS));
}

/**
 * The start to send: one that has only just passed is set back, for a clock that is behind would refuse the token for as
 * long. One that lies ahead is sent as it is.
 */
export function startWithMargin(notBefore: string, now: Date): string {
  const passed = now.getTime() - Date.parse(notBefore);
  return passed >= 0 && passed < MARGIN_MS ? startSetBack(notBefore) : notBefore;
}
