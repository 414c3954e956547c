import type { Rule, RuleWrite } from "../../api";
import { essentialRule } from "./essential-rule";
import { namesFromWire, namesToWire } from "./naming";
import type { RuleState } from "./rule-state";

/** The rule as it is sent. What is not known yet stays as it is. */
export function ruleToWire(rule: RuleState): RuleWrite {
  const { actionParameters, exposedCredentialCheck, ratelimit, ...same } = rule;
  const renamed = {
    ...same,
    ...(actionParameters && { action_parameters: namesToWire(actionParameters, rule.action) }),
    ...(ratelimit && { ratelimit: namesToWire(ratelimit) }),
    ...(exposedCredentialCheck && { exposed_credential_check: namesToWire(exposedCredentialCheck) }),
  };
  // The members of RuleState and RuleWrite are the same but for the style of their names.
  return renamed as RuleWrite;
}

/** What a program would write to get this rule: nothing that the server fills in by itself. */
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
  // As above; of the members inside, the server answers those that it took.
  return renamed as RuleState;
}

/** The rule as `ruleFromWire` gives it back: defaults that are written out are left out. What is not known yet stays. */
export function normalRule(rule: RuleState): RuleState {
  return ruleFromWire(ruleToWire(rule));
}
