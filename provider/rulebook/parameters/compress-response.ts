import { isMembers, type Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation } from "../constraint";
import { listAt } from "./members";

export const COMPRESSION = constraints({
  "compression-order": {
    says: "none, default and auto can only be the last of `algorithms`.",
    source: "developers docs, rules/compression-rules/settings",
    confidence: "documented",
  },
});

const LAST: readonly unknown[] = ["none", "default", "auto"];

/** Checks the parameters of `compress_response`. */
export function checkCompressResponse(parameters: Members, context: RuleContext): Violation[] {
  const algorithms = listAt(parameters, "algorithms");
  return algorithms.slice(0, -1).flatMap((algorithm, index) =>
    isMembers(algorithm) && LAST.includes(algorithm["name"])
      ? [
          {
            constraint: COMPRESSION["compression-order"],
            path: ["action_parameters", "algorithms", index, "name"],
            message: `is ${shown(algorithm["name"], context)}, which must come last, found in place ${index + 1} of ${algorithms.length}; move it to the end`,
          },
        ]
      : [],
  );
}
