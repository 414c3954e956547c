import { isMembers, isUnknown, type Members } from "../../api/plain";
import { constraints, type RuleContext, type Violation } from "../constraint";

export const REDIRECT = constraints({
  "redirect-one-source": {
    says: "`redirect` takes exactly one of `from_value` and `from_list`.",
    source: "developers docs, rules/url-forwarding",
    confidence: "documented",
  },
});

/** Checks the parameters of `redirect`. */
export function checkRedirect(parameters: Members, { nameOf }: RuleContext): Violation[] {
  const [value, list] = [parameters["from_value"], parameters["from_list"]];
  if ([value, list].some(isUnknown) || isMembers(value) !== isMembers(list)) return [];
  const found = value === undefined ? "none of them" : "both";
  return [
    {
      constraint: REDIRECT["redirect-one-source"],
      path: ["action_parameters"],
      message: `must have either ${nameOf("from_value")} or ${nameOf("from_list")}, found ${found}`,
    },
  ];
}
