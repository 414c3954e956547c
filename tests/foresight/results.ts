import type { Verdict } from "./judge";

export interface FaultyResult {
  readonly class: string;
  readonly title: string;
  readonly verdict: Verdict;
  /** Why the program counts as missed. */
  readonly miss: string | undefined;
  readonly output: readonly string[];
}

export interface CorrectResult {
  readonly title: string;
  readonly alarms: readonly string[];
  readonly writes: readonly string[];
}

export interface Results {
  readonly faulty: readonly FaultyResult[];
  readonly correct: readonly CorrectResult[];
}

/** Returns what is not as it should be, by `class/title`: why a faulty program is missed, or that a correct one raises an alarm. */
export function missedOf({ faulty, correct }: Results): Record<string, string> {
  const alarms = correct.filter((one) => one.alarms.length > 0);
  return Object.fromEntries([
    ...faulty.flatMap((one) => (one.miss === undefined ? [] : [[`${one.class}/${one.title}`, one.miss]])),
    ...alarms.map((one) => [
      `correct/${one.title}`,
      one.alarms.some((text) => text.startsWith("error")) ? "an error" : "a warning",
    ]),
  ]) as Record<string, string>;
}
