import type { Rule, RuleWrite } from "../../api/wire";
import { essentialRule } from "./essential-rule";
import { namesFromWire, namesToWire } from "../../rulebook/naming";
import type { RuleState } from "./rule-state";

/** Serializes a rule to its wire shape. Unknown values are kept. */
export function ruleToWire(rule: RuleState): RuleWrite {
  const { actionParameters, exposedCredentialCheck, ratelimit, ...same } = rule;
  const renamed = {
    ...same,
    ...(actionParameters && { action_parameters: namesToWire(actionParameters, rule.action) }),
    ...(ratelimit && { ratelimit: namesToWire(ratelimit) }),
    ...(exposedCredentialCheck && { exposed_credential_check: namesToWire(exposedCredentialCheck) }),
  };
  // RuleState and RuleWrite have the same members; only the style of the names differs.
  return renamed as RuleWrite;
}

/** Parses a rule from its wire shape, without the defaults that the server fills in. */
export function ruleFromWire(rule: Rule | RuleWrite): RuleState {
  const { ref, action, action_parameters, exposed_credential_check, ratelimit, ...same } =
    essentialRule(rule);
  const renamed = {
    ref: ref ?? rule.id ?? "",
    action,
    ...(action_parameters !== undefined && { actionParameters: namesFromWire(action_parameters, action) }),
    ...same,
    ...(ratelimit !== undefined && { ratelimit: namesFromWire(ratelimit) }),
    ...(exposed_credential_check !== undefined && {
      exposedCredentialCheck: namesFromWire(exposed_credential_check),
    }),
  };
  // As above. Nested members have the shape that was written: the server returns what it accepted.
  return renamed as RuleState;
}

/** Returns the rule as a round-trip through the wire shape does: without explicit defaults. Unknown values are kept. */
export function normalRule(rule: RuleState): RuleState {
  return ruleFromWire(ruleToWire(rule));
}
