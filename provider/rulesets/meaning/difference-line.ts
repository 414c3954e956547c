import { describeChange, changesNoRequest, UNDECIDED_TEXTS, undecidedReason } from "./describe-difference";
import type { Change, Difference, DirectionAnswer } from "./difference";
import { type Direction, DIRECTIONS, stagesOf } from "./outcome";
import { clipCodePoints } from "../../words";

const TITLES: Readonly<Record<Direction, string>> = {
  opens: "opens",
  "challenges less": "challenges less",
  "blocks more": "blocks more",
  other: "treats requests otherwise",
};

/** The code points of an outcome: its effects may have long parameters. */
const MAX_OUTCOME = 120;

/**
 * Returns the line of a preview about what a change of rules means for requests: the worst direction first, with one of its changes.
 * With a reason to hide values, no value of a request or an effect is shown.
 *
 * - `opens: requests change from "block by scanners" to "passes", for example GET https://www.example.com/`
 * - `no request changes (proved)`
 * - `undecided: whether more requests are stopped (a condition is not known, or contains what cannot be analysed)`
 */
export function differenceLine(difference: Difference, hiddenBecause?: string): string {
  if (changesNoRequest(difference)) return "no request changes (proved)";
  const { changes, answers } = difference;
  const [worst] = changes;
  const undecided = undecidedTexts(answers);
  if (!worst) return undecided.join("; ");
  return [changeText(worst, hiddenBecause), ...undecided].join("; ");
}

function changeText(change: Change, hiddenBecause: string | undefined): string {
  const stages = [...stagesOf(change.before), ...stagesOf(change.now)];
  const conditions = [...new Set(stages.flatMap(({ rule }) => rule?.condition ?? []))];
  const hides = hiddenBecause !== undefined;
  const { direction, before, now, example, solved } = describeChange(change, { hides, conditions });
  const [from, to] = [clipCodePoints(before, MAX_OUTCOME), clipCodePoints(now, MAX_OUTCOME)];
  const what =
    from === to ? `requests with the outcome "${to}" change` : `requests change from "${from}" to "${to}"`;
  const visitor = solved === null ? "" : ` by a visitor who has solved a ${solved}`;
  // The redaction would remove even the names of fields: they are pieces of the secret expression.
  const shown = hides ? ` (no example: ${hiddenBecause})` : `, for example ${example}${visitor}`;
  return `${TITLES[direction]}: ${what}${shown}`;
}

/** Says what is not decided, once for each cause. */
function undecidedTexts(answers: readonly DirectionAnswer[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { direction, rest } of answers) {
    if (rest.kind !== "undecided") continue;
    const reason = undecidedReason(rest);
    byReason.set(reason, [...(byReason.get(reason) ?? []), UNDECIDED_TEXTS[direction]]);
  }
  return [...byReason].map(([reason, texts]) => {
    const isAny = texts.length === DIRECTIONS.length;
    return `undecided: whether ${isAny ? "requests change" : texts.join(" or ")} (${reason})`;
  });
}
