import { isMembers } from "../api";
import type { Members } from "../api/arguments";
import { isUnknown } from "../api/unknown";
import { levelOf, type RuleContext, type Violation } from "./constraint";
import { EXECUTE } from "./execute";
import { managedRuleset } from "./managed-rulesets";

/** Returns the constraints that the rules of one ruleset break together. The first step of each path is the index of the rule. */
export function checkTogether(rules: readonly Members[], context: RuleContext): Violation[] {
  if (context.kind !== "zone" || levelOf(context) !== "zone") return [];
  const first = new Map<string, number>();
  return rules.flatMap((rule, index): Violation[] => {
    const id = executedId(rule);
    const earlier = id === undefined ? undefined : first.get(id);
    if (id === undefined) return [];
    if (earlier === undefined) {
      first.set(id, index);
      return [];
    }
    const name = managedRuleset(id)?.name ?? "this managed ruleset";
    return [
      {
        constraint: EXECUTE["execute-once"],
        path: [index, "action_parameters", "id"],
        message: `executes ${name} again, as rules[${earlier}] does; a zone executes a managed ruleset once, so join both rules`,
        refusal: `'${id}' is not a valid value for id because another rule of the zone executes this managed ruleset already`,
      },
    ];
  });
}

function executedId({ action, action_parameters: parameters }: Members): string | undefined {
  const id = action === "execute" && isMembers(parameters) ? parameters["id"] : undefined;
  return typeof id === "string" && !isUnknown(id) && managedRuleset(id) ? id : undefined;
}
