import type { EdgeStack } from "./edge-stack";
import { liveRulesets } from "./live";
import { EXAMPLE_COM } from "./platform";

/** Empties the state and removes all rulesets of the zone example.com. */
export async function startOver(stack: EdgeStack): Promise<void> {
  stack.emptyState();
  for (const [place, { id }] of await liveRulesets(stack)) {
    if (place.startsWith("example.com"))
      await stack.api.call("DELETE", `/zones/${EXAMPLE_COM}/rulesets/${id}`);
  }
}
