import { alwaysTrue, implies, neverTrue, walkFilter, type Expression } from "../../provider/filter";
import { conditionOf } from "../../provider/rulebook/hazards/judged-rule";

const CONSTANTS: readonly string[] = ["true", "false"];
const HEADERS: readonly string[] = ["http.request.headers", "raw.http.request.headers"];

/** Whether every request matches a condition, or every one from an IPv4 address. False if that is not clear. */
export function matchesEverything(condition: Expression): boolean {
  const anyV4 = conditionOf("ip.src in {0.0.0.0/0}");
  return alwaysTrue(condition) || (anyV4 !== undefined && implies(anyV4, condition));
}

/**
 * Whether a client can match a condition by its user agent alone, which it chooses itself: `http.user_agent contains "bot" or …`.
 * A condition that also depends on something else, such as an address, does not count.
 */
export function matchesByUserAgent(condition: Expression): boolean {
  if (neverTrue(condition)) return false;
  switch (condition.kind) {
    case "group":
      return matchesByUserAgent(condition.expression);
    case "combination":
      if (condition.operator === "or") return condition.items.some(matchesByUserAgent);
      break;
  }
  const read = readsOf(condition);
  return read.userAgent && !read.others;
}

function readsOf(condition: Expression): { readonly userAgent: boolean; readonly others: boolean } {
  const reads = { userAgent: false, others: false };
  walkFilter(condition, (node) => {
    if (node.kind !== "value" || node.source.kind !== "field") return;
    const { name } = node.source;
    const [index] = node.indexes;
    const isHeader =
      HEADERS.includes(name) && index?.kind === "key" && index.key.toLowerCase() === "user-agent";
    if (name === "http.user_agent" || isHeader) reads.userAgent = true;
    else if (!CONSTANTS.includes(name)) reads.others = true;
  });
  return reads;
}
