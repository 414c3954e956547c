import { isDeepStrictEqual } from "node:util";
import { isMembers } from "../api";
import { isSecretInput } from "./inputs";
import type { Properties } from "./lifecycle";
import { envelope } from "../properties/envelope";
import { SECRET_MEMBERS } from "../properties/hidden";

/** Whether a member of a rule is secret, so that no message may show it. */
export function isSecretMember(properties: Properties, ref: unknown, member: string): boolean {
  if (!isSecretInput(properties, "rules")) return false;
  const members = properties[SECRET_MEMBERS];
  if (!isMembers(members)) return true;
  const own = Object.hasOwn(members, String(ref)) ? members[String(ref)] : undefined;
  return Array.isArray(own) && own.includes(member);
}

/** Whether all of `rules` is secret: which rule has the secret is not known. */
export function areRulesSecret(properties: Properties): boolean {
  return isSecretInput(properties, "rules") && !isMembers(properties[SECRET_MEMBERS]);
}

/** Returns only the secret members of rules by ref; all of them if it is not known which are secret. */
export function secretParts(properties: Properties): unknown {
  const { rules } = properties;
  if (areRulesSecret(properties) || !isMembers(rules)) return rules;
  return Object.entries(rules).flatMap(([ref, rule]) =>
    Object.entries(isMembers(rule) ? rule : {})
      .filter(([member]) => isSecretMember(properties, ref, member))
      .map(([member, value]) => ({ [member]: value })),
  );
}

/**
 * Marks the secret members of a rule for the engine. It marks those of the new inputs by itself, but not those of a rule that only
 * the state has.
 */
export function withMarkedSecrets(rule: object, ref: string, properties: Properties): object {
  return Object.fromEntries(
    Object.entries(rule).map(([member, value]) => [
      member,
      member !== "ref" && isSecretMember(properties, ref, member) ? envelope(value) : (value as unknown),
    ]),
  );
}

/** Returns what says which members are secret, for outputs that also hold rules of the old state. */
export function secretsOfBoth(
  news: Properties,
  olds: Properties,
  left: readonly { ref: string }[],
): Properties {
  if (left.length === 0 || !isSecretInput(olds, "rules")) return {};
  const names = Array.isArray(news["secretInputs"]) ? news["secretInputs"] : [];
  const secretInputs = [...new Set([...(names as readonly unknown[]), "rules"])];
  const [old, own] = [olds[SECRET_MEMBERS], news[SECRET_MEMBERS]];
  if (!isMembers(old) || areRulesSecret(news)) return { secretInputs, [SECRET_MEMBERS]: undefined };
  const kept = left.flatMap(({ ref }) => (Object.hasOwn(old, ref) ? [[ref, old[ref]] as const] : []));
  return { secretInputs, [SECRET_MEMBERS]: { ...(isMembers(own) ? own : {}), ...Object.fromEntries(kept) } };
}

/** Whether other members are secret than in the state, which only an update of the resource makes secret there. */
export function secretsMoved(olds: Properties, news: Properties): boolean {
  const [before, after] = [olds[SECRET_MEMBERS], news[SECRET_MEMBERS]];
  return before !== undefined && !isDeepStrictEqual(before, after);
}
