/** Formats a time in UTC with whole seconds, as the API requires for tokens: `2030-01-02T03:04:05Z`. */
export function timestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** The tolerated skew between the clock that a start time comes from and the clock of the API. */
const MARGIN_MS = 5 * 60_000;

/** Returns a start time moved back by the clock margin of five minutes. */
export function startSetBack(notBefore: string): string {
  return timestamp(new Date(Date.parse(notBefore) - MARGIN_MS));
}

/**
 * Returns the start time to send. A start within the last five minutes is moved back, because an API whose clock is behind would
 * reject the token until then. Any other start is returned unchanged.
 */
export function startWithMargin(notBefore: string, now: Date): string {
  const passed = now.getTime() - Date.parse(notBefore);
  return passed >= 0 && passed < MARGIN_MS ? startSetBack(notBefore) : notBefore;
}
