import { UNDECIDED_TEXTS } from "../../provider/rulesets";
import { counted } from "./counted";
import type { RequestsReview } from "./review";

type Direction = RequestsReview["proved"][number];

const SUMMARIES: Readonly<Record<RequestsReview["direction"], string>> = {
  opens: "opens. Requests that were stopped pass, or are checked less.",
  "challenges less": "challenges less.",
  "blocks more": "blocks more.",
  other: "requests are treated otherwise, but none of them is stopped or let through.",
  equal: "none. No request changes (proved).",
  undecided: "not decided.",
};

const NOTHING: Readonly<Record<Direction, string>> = {
  opens: "let through",
  "challenges less": "spared a challenge",
  "blocks more": "stopped",
  other: "treated otherwise",
};

/** Says in which direction requests change. */
export function requestsSummary({ direction }: RequestsReview): string {
  return SUMMARIES[direction];
}

/** Says what the rows leave out, what is proved, what is not decided, and under which assumptions. */
export function requestsNotes(requests: RequestsReview): string[] {
  const { rows, moreRows, proved, undecided, assumptions, isWhole } = requests;
  const isClear = rows.length > 0 && moreRows === 0 && proved.length > 0;
  return [
    ...(moreRows > 0 ? [`… and ${counted(moreRows, "more pair")} of rules that decide.`] : []),
    ...(isClear ? [`No other request is ${listed(proved.map((one) => NOTHING[one]))} (proved).`] : []),
    ...undecided.map(({ direction: one, why }) => `Not decided, whether ${UNDECIDED_TEXTS[one]}: ${why}.`),
    ...(assumptions.length > 0 ? [`Assuming that ${listed(assumptions, "and")}.`] : []),
    ...(isWhole ? [] : ["Rules of other owners are left out."]),
  ];
}

function listed(texts: readonly string[], word = "or"): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} ${word} ${last}`;
}
