import type { Counts, Review, Severity } from "../changes/review";
import { counted, withThousands } from "../../provider/words";

/** What the severity of a change means. */
export const VERDICTS: Readonly<Record<Severity, string>> = {
  none: "Nothing changes.",
  low: "nothing that decides over traffic or access changes.",
  review: "the change decides over traffic or access.",
  dangerous: "the change can lock visitors out, open a zone, give away access, or cut off what uses a token.",
};

/** Says how many resources and rules change. What is 0 is left out. */
export function countsText(counts: Counts): string {
  const resources = numbers([
    ["created", counts.create],
    ["updated", counts.update],
    ["replaced", counts.replace],
    ["deleted", counts.delete],
    ["unchanged", counts.same],
  ]);
  const rules = numbers([
    ["added", counts.rulesAdded],
    ["removed", counts.rulesRemoved],
    ["changed", counts.rulesChanged],
    ["moved", counts.rulesMoved],
  ]);
  return [
    `Resources: ${resources === "" ? "none" : resources}.`,
    ...(rules === "" ? [] : [`Rules: ${rules}.`]),
    ...(counts.others > 0 ? [`${counted(counts.others, "resource")} of other packages not reviewed.`] : []),
  ].join(" ");
}

function numbers(parts: readonly (readonly [name: string, count: number])[]): string {
  return parts.flatMap(([name, count]) => (count > 0 ? [`${withThousands(count)} ${name}`] : [])).join(", ");
}

/** Says how many requests the update sends, and how long that takes at least. */
export function requestsText({ reads, writes, seconds, limit }: Review["requests"]): string {
  const total = reads + writes;
  if (total === 0) return "The update sends no request.";
  const window = `${withThousands(limit.requests)} requests per ${limit.seconds / 60} minutes`;
  const time =
    seconds === 0
      ? `within the rate limit of ${window}`
      : `at least ${counted(seconds, "second")} at the rate limit of ${window}`;
  return `The update sends about ${counted(total, "request")} (${counted(reads, "read")}, ${counted(writes, "write")}): ${time}.`;
}
