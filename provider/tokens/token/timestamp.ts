/** UTC in whole seconds, as tokens take and answer times: the API knows no fractions. */
export function timestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
