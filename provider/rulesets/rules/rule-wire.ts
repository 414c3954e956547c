import type { Rule, RuleWrite } from "../../api/wire";
import { namesFromWire, namesToWire } from "../../rulebook/naming";
import type { RuleState } from "./rule-map";
import { isMembers, sortedJson, withoutNulls, type Members } from "../../api";

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

/** A rule in wire names, without the defaults that the server fills in. */
export interface EssentialRule {
  readonly ref?: string;
  readonly action: string;
  readonly action_parameters?: unknown;
  readonly expression: string;
  readonly enabled?: boolean;
  readonly description?: string;
  readonly logging?: unknown;
  readonly ratelimit?: unknown;
  readonly exposed_credential_check?: unknown;
}

/** Removes the ids, the version, empty members and server defaults from a rule. */
export function essentialRule(rule: Rule | RuleWrite): EssentialRule {
  const { ref, action = "", expression = "", enabled, description } = rule;
  const parameters = essentialParameters(action, rule.action_parameters);
  const logging = essentialLogging(action, rule.logging);
  const ratelimit = withoutDefaults(withoutNulls(rule.ratelimit), RATE_LIMIT_DEFAULTS);
  const check = withoutNulls(rule.exposed_credential_check);
  return {
    ...(ref !== undefined && { ref }),
    action,
    ...(parameters !== undefined && { action_parameters: parameters }),
    expression,
    ...(enabled !== undefined && !isOn(enabled) && { enabled }),
    ...(description != null && description !== "" && { description }),
    ...(logging !== undefined && { logging }),
    ...(ratelimit !== undefined && { ratelimit }),
    ...(check !== undefined && { exposed_credential_check: check }),
  };
}

/** Whether two rules do the same. Refs are compared if both rules have one; ids and versions never. */
export function sameRule(a: Rule | RuleWrite, b: Rule | RuleWrite): boolean {
  return differingMembers(a, b).length === 0;
}

/** Returns the names of the members in which two rules differ. */
export function differingMembers(a: Rule | RuleWrite, b: Rule | RuleWrite): string[] {
  const [left, right] = [essentialRule(a), essentialRule(b)];
  const members = [...new Set([...Object.keys(left), ...Object.keys(right)])] as (keyof EssentialRule)[];
  return members.filter(
    (name) =>
      left[name] !== right[name] &&
      sortedJson(left[name]) !== sortedJson(right[name]) &&
      !(name === "ref" && (left.ref === undefined || right.ref === undefined)),
  );
}

// An unknown value is not true, so it is compared.
function isOn(enabled: unknown): boolean {
  return enabled === true;
}

/** What the server adds to the parameters of `execute`. */
const EXECUTE_DEFAULTS = { version: "latest" };
/** What the server adds to the target of `redirect`. */
const REDIRECT_DEFAULTS = { preserve_query_string: false };
/** What the server adds to a rate limit. */
const RATE_LIMIT_DEFAULTS = { mitigation_timeout: 0, requests_to_origin: false };

function essentialParameters(action: string, parameters: unknown): unknown {
  if (!isMembers(parameters)) return parameters ?? undefined;
  const members = withoutFilledIn(action, withoutNulls(parameters));
  return isMembers(members) && Object.keys(members).length === 0 ? undefined : members;
}

function withoutFilledIn(action: string, parameters: unknown): unknown {
  if (action === "execute") return withoutDefaults(parameters, EXECUTE_DEFAULTS);
  if (action !== "redirect" || !isMembers(parameters) || parameters["from_value"] === undefined)
    return parameters;
  return { ...parameters, from_value: withoutDefaults(parameters["from_value"], REDIRECT_DEFAULTS) };
}

function withoutDefaults(members: unknown, defaults: Members): unknown {
  if (!isMembers(members)) return members;
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => defaults[name] !== value));
}

// The server returns every skip rule with logging enabled.
function essentialLogging(action: string, logging: unknown): unknown {
  return action === "skip" && isMembers(logging) && logging.enabled === true
    ? undefined
    : withoutNulls(logging);
}
