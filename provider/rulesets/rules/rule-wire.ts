import type { Rule, RuleWrite } from "../../api/wire";
import { isMembers, type Members } from "../../api/plain";
import { essentialRule } from "./essential-rule";
import { namesFromWire, namesToWire } from "./naming";
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

/**
 * Renames the members of a rule that is not checked yet: of a program, or of a file. Anything else is a rule without members. The
 * value of each member is kept, also an unknown one.
 */
export function wireOf(rule: unknown): Members {
  if (!isMembers(rule)) return {};
  const { actionParameters, ...members } = rule;
  const action = typeof rule["action"] === "string" ? rule["action"] : undefined;
  const parameters = namesToWire(actionParameters, action);
  // An object converts to an object.
  return {
    ...(namesToWire(members) as Members),
    ...(parameters !== undefined && { action_parameters: parameters }),
  };
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
