import { describeChange, changesNoRequest, UNDECIDED_TEXTS, undecidedReason } from "./describe-difference";
import type { Change, Difference, DirectionAnswer } from "./difference";
import type { Direction } from "./outcome";

const TITLES: Readonly<Record<Direction, string>> = {
  opens: "opens",
  "challenges less": "challenges less",
  "blocks more": "blocks more",
  other: "treats requests otherwise",
};

/** How the line shows examples. */
export interface LineShows {
  /** Whether a part of the rules is secret, so that an example only names the fields. */
  readonly hides: boolean;
  /** Whether the line has an example. Default: yes. */
  readonly hasExample?: boolean;
}

/**
 * Returns the line of a preview about what a change of rules means for requests: the worst direction first, with one change of it.
 *
 * - `opens: requests change from "block by scanners" to "passes", for example GET https://www.example.com/ (1 of 3 changes)`
 * - `no request changes (proved)`
 * - `undecided: whether more requests are stopped (a condition is not known, or contains what cannot be analysed)`
 */
export function differenceLine(difference: Difference, shows: LineShows): string {
  if (changesNoRequest(difference)) return "no request changes (proved)";
  const { changes, answers } = difference;
  const [worst] = changes;
  const undecided = undecidedTexts(answers);
  if (!worst) return undecided.join("; ");
  const hasMore = answers.some(({ rest }) => rest.kind === "more");
  const count = `${hasMore ? "more than " : ""}${changes.length} changes`;
  const part = changes.length > 1 || hasMore ? ` (1 of ${count})` : "";
  return [changeText(worst, shows) + part, ...undecided].join("; ");
}

function changeText(change: Change, { hides, hasExample = true }: LineShows): string {
  const rules = [change.before.rule, change.now.rule];
  const conditions = rules.flatMap((rule) => rule?.condition ?? []);
  const { direction, before, now, example, isSolved } = describeChange(change, { hides, conditions });
  const what =
    before === now
      ? `requests with the outcome "${now}" change`
      : `requests change from "${before}" to "${now}"`;
  const visitor = isSolved ? " by a visitor who has solved a challenge" : "";
  return `${TITLES[direction]}: ${what}${hasExample ? `, for example ${example}${visitor}` : ""}`;
}

/** Says what is not decided, once for each cause. */
function undecidedTexts(answers: readonly DirectionAnswer[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { direction, rest } of answers) {
    if (rest.kind !== "undecided") continue;
    const reason = undecidedReason(rest);
    byReason.set(reason, [...(byReason.get(reason) ?? []), UNDECIDED_TEXTS[direction]]);
  }
  return [...byReason].map(([reason, texts]) => `undecided: whether ${texts.join(" or ")} (${reason})`);
}
