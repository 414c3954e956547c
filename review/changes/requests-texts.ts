import { UNDECIDED_TEXTS } from "../../provider/rulesets";
import type { RequestsReview, RulesetReview } from "./review";
import { counted, joinAnd, joinOr } from "../../provider/words";

type Direction = RequestsReview["proved"][number];

const SUMMARIES: Readonly<Record<RequestsReview["direction"], string>> = {
  opens: "opens. Requests that were stopped pass, or are checked less.",
  "challenges less": "challenges less.",
  "blocks more": "blocks more.",
  other: "requests are treated otherwise.",
  equal: "none. No request changes (proved).",
  undecided: "not decided.",
};

const NOTHING: Readonly<Record<Direction, string>> = {
  opens: "let through",
  "challenges less": "spared a challenge",
  "blocks more": "stopped",
  other: "treated otherwise",
};

/**
 * Returns what the change of a ruleset means for requests, if no other resource of the same entry point has said it. Undefined if one
 * has, null if nothing is known.
 */
export function ownRequests({
  requests,
  urn,
}: Pick<RulesetReview, "requests" | "urn">): RequestsReview | null | undefined {
  return requests === null || requests.resources[0] === urn ? requests : undefined;
}

/** What a section says in place of requests that another resource shows. */
export const SHOWN_BEFORE =
  "see the other changed resource of the same entry point, whose rules are decided together with these.";

/** Says in which direction requests change. */
export function requestsSummary({ direction, proved }: RequestsReview): string {
  const isProved = STOPS_OR_LETS_THROUGH.every((one) => proved.includes(one));
  return direction === "other" && isProved
    ? "requests are treated otherwise, but none of them is stopped or let through."
    : SUMMARIES[direction];
}

/** What must not change, of single requests and of sequences that rate limits count, for a change that only treats requests otherwise. */
const STOPS_OR_LETS_THROUGH: readonly Direction[] = ["opens", "challenges less", "blocks more"];

/** Says what the rows leave out, what is proved, what is not decided, and under which assumptions. */
export function requestsNotes(requests: RequestsReview): string[] {
  const { rows, moreRows, proved, undecided, assumptions, limits, hints } = requests;
  const isClear = rows.length > 0 && moreRows === 0 && proved.length > 0;
  return [
    ...hints,
    ...(moreRows > 0 ? [`… and ${counted(moreRows, "more pair")} of rules that decide.`] : []),
    ...(isClear ? [`No other request is ${joinOr(proved.map((one) => NOTHING[one]))} (proved).`] : []),
    ...undecided.map(({ direction: one, why }) => `Not decided, whether ${UNDECIDED_TEXTS[one]}: ${why}.`),
    ...(assumptions.length > 0 ? [`Assuming that ${joinAnd(assumptions)}.`] : []),
    ...limits,
  ];
}
