import type { Members } from "../../api";
import { constraints, type RuleContext, type Violation } from "../constraint";
import { checkExactlyOne } from "./members";

export const CACHE_TAGS = constraints({
  "cache-tags-one-source": {
    says: "`set_cache_tags` takes exactly one of `values` and `expression`.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
});

/** Checks the parameters of `set_cache_tags`. */
export function checkSetCacheTags(parameters: Members, context: RuleContext): Violation[] {
  return checkExactlyOne(
    CACHE_TAGS["cache-tags-one-source"],
    parameters,
    ["values", "expression"],
    ["action_parameters"],
    context,
  );
}
