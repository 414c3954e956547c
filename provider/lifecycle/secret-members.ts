import { isDeepStrictEqual } from "node:util";
import { isMembers } from "../api";
import { isSecretInput } from "./inputs";
import type { Properties } from "./lifecycle";

/** In inputs and outputs: the secret members of each rule, by ref. Without it, a secret `rules` is secret as a whole. */
export const SECRET_MEMBERS = "__secretMembers";
/** In inputs: whether the program hands over `rules` as a map by ref. */
export const KEYED = "__keyed";

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

/** Whether other members are secret than in the state, which only an update of the resource makes secret there. */
export function secretsMoved(olds: Properties, news: Properties): boolean {
  const [before, after] = [olds[SECRET_MEMBERS], news[SECRET_MEMBERS]];
  return before !== undefined && !isDeepStrictEqual(before, after);
}
