import type { ReasonId } from "../registry/reasons";
import { overridesWithout } from "./review-owasp";
import type { OwaspReview, OwaspSettings, Reason, Severity, Shown } from "./review";

/** The actions from the weakest to the strongest. */
const STRENGTH = ["log", "js_challenge", "challenge", "managed_challenge", "block"];

/** Returns why people should look at the change of an OWASP deployment. */
export function owaspReasons({ urn, label, before, after, texts, effect }: OwaspReview): Reason[] {
  const reason = (id: ReasonId, severity: Severity, text: string): Reason => {
    return { id, severity, text: `${label}: ${text}`, urn, path: "" };
  };
  if (!after) return [reason("owasp-off", "dangerous", texts.join(" "))];
  if (!before) {
    return [
      after.enabled
        ? reason("owasp-deployed", "review", texts.join(" "))
        : reason("owasp-deployed", "low", texts.join(" ")),
    ];
  }
  if (before.enabled && !after.enabled) return [reason("owasp-off", "dangerous", "OWASP is turned off.")];
  if (texts.length === 0) return [];
  const weaker = weakenings(before, after);
  const isOff =
    (effect?.turnedOff.length ?? 0) > 0 || overridesWithout(after, before).some((text) => / off/.test(text));
  if (weaker.length > 0) return [reason("owasp-weaker", "dangerous", weaker.join(" "))];
  if (isOff) return [reason("owasp-rules-off", "review", texts.join(" "))];
  return [reason("owasp-changed", "review", texts.join(" "))];
}

function weakenings(before: OwaspSettings, after: OwaspSettings): string[] {
  const [level, threshold] = [
    compare(before.level, after.level, Number),
    compare(before.threshold, after.threshold, Number),
  ];
  const action = compare(before.action, after.action, (text) => STRENGTH.indexOf(text));
  return [
    ...(level < 0 ? [`The paranoia level falls from ${plain(before.level)} to ${plain(after.level)}.`] : []),
    ...(threshold > 0
      ? [
          `The score threshold rises from ${plain(before.threshold)} to ${plain(after.threshold)}: fewer requests reach it.`,
        ]
      : []),
    ...(action < 0 ? [`The action weakens from ${plain(before.action)} to ${plain(after.action)}.`] : []),
  ];
}

/** Compares two values: negative if the later one is less. 0 if one of them is unknown. */
function compare(before: Shown | null, after: Shown | null, rank: (text: string) => number): number {
  if (!before || !after || !("text" in before) || !("text" in after)) return 0;
  const difference = rank(after.text) - rank(before.text);
  return Number.isNaN(difference) ? 0 : difference;
}

function plain(value: Shown | null): string {
  return value && "text" in value ? value.text : "";
}
