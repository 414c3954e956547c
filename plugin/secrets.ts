/** Secrets as the engine sends and stores them: an envelope around each secret value, at any depth. */
import { isMembers, UNKNOWN, type Members } from "../provider/api";
import type { Properties } from "../provider/lifecycle";
import { PROPERTIES, secretOutputsOf } from "../provider/properties";
import { rulesToMap, type RuleState } from "../provider/rulesets";
import { envelope, isEnvelope } from "../provider/properties/envelope";
import { KEYED, SECRET_MEMBERS } from "../provider/properties/hidden";

/** The outputs of any resource that are always secret, whatever the program says. */
const SECRET_OUTPUTS = Object.values(PROPERTIES).flatMap(secretOutputsOf);

export function opened(value: unknown): unknown {
  return replacedSecrets(value, (secret) => opened(secret));
}

/** Returns a value with an unknown value in place of each secret one, for warnings that must not show any. */
export function withoutSecrets(value: unknown): unknown {
  return replacedSecrets(value, () => UNKNOWN);
}

/** Returns a value with the result of `replace` in place of each envelope, which gets the secret value. */
function replacedSecrets(value: unknown, replace: (secret: unknown) => unknown): unknown {
  if (isEnvelope(value)) return replace(value.value);
  if (Array.isArray(value)) return value.map((item) => replacedSecrets(item, replace));
  if (!isMembers(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, replacedSecrets(member, replace)]);
  return Object.fromEntries(entries) as Members;
}

export function openedProperties(properties: Properties): Properties {
  // The cast holds: no properties are an envelope as a whole.
  return opened(properties) as Properties;
}

/**
 * Returns the arguments of a program without envelopes, and hidden inputs that name the secret ones, as the classes of the dynamic
 * provider add them. Rules with secret members become a map by ref, so that only these members stay secret.
 */
export function programInputs(given: Properties): Properties {
  const secretInputs = Object.keys(given).filter(
    (name) => !name.startsWith("__") && hasEnvelope(given[name]),
  );
  const values = openedProperties(given);
  if (secretInputs.length === 0) return values;
  const inputs = { ...values, secretInputs };
  const members = secretMembersOf(given["rules"]);
  if (members === undefined) return inputs;
  // The cast holds as far as `rulesToMap` needs it: each rule has a unique ref.
  const rules = rulesToMap(values["rules"] as readonly RuleState[]);
  return { ...inputs, rules, [KEYED]: true, [SECRET_MEMBERS]: members };
}

/** Puts envelopes around the secret properties of inputs or outputs. */
export function sealed(properties: Properties): Properties {
  const { secretInputs, [SECRET_MEMBERS]: members } = properties;
  const names = new Set([
    ...SECRET_OUTPUTS,
    ...(Array.isArray(secretInputs) ? secretInputs.map(String) : []),
  ]);
  const seal = (name: string, value: unknown): unknown => {
    if (!names.has(name) || value === undefined) return value;
    return name === "rules" && isMembers(members) && isMembers(value)
      ? sealedRules(value, members)
      : envelope(value);
  };
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, seal(name, value)]));
}

function sealedRules(rules: Members, members: Members): Members {
  return Object.fromEntries(
    Object.entries(rules).map(([ref, rule]) => {
      const secret = Object.hasOwn(members, ref) ? members[ref] : undefined;
      if (!Array.isArray(secret) || !isMembers(rule)) return [ref, rule];
      const sealedMembers = Object.entries(rule).map(([name, value]) => [
        name,
        secret.includes(name) ? envelope(value) : value,
      ]);
      return [ref, Object.fromEntries(sealedMembers) as Members];
    }),
  );
}

/** Returns the secret members of each rule by ref; undefined if none is secret, or if more than members of rules is. */
function secretMembersOf(rules: unknown): Record<string, string[]> | undefined {
  if (!Array.isArray(rules) || !rules.every(hasPlainRef)) return undefined;
  const refs = rules.map(({ ref }) => ref);
  if (new Set(refs).size < refs.length) return undefined;
  const found = rules.map(
    (rule) => [rule.ref, Object.keys(rule).filter((name) => hasEnvelope(rule[name]))] as const,
  );
  const some = found.filter(([, names]) => names.length > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}

function hasPlainRef(rule: unknown): rule is Members & { readonly ref: string } {
  return isMembers(rule) && !isEnvelope(rule) && typeof rule["ref"] === "string" && rule["ref"] !== "";
}

/** Whether a value, or any value inside it, is secret. */
export function hasEnvelope(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isEnvelope(value) || Object.values(value).some(hasEnvelope);
}
