import { isMembers, UNKNOWN } from "../provider/api";
import type { Properties } from "../provider/lifecycle";
import { comparedOf, keptOutputsOf, outputsOf, PROPERTIES, type ResourceKind } from "../provider/properties";

/** Returns the outputs of a resource that an update will change, as far as they are known. */
export function changedOutputs(kind: ResourceKind, olds: Properties, news: Properties): Properties {
  const table = PROPERTIES[kind];
  const differs = (name: string) => JSON.stringify(olds[name]) !== JSON.stringify(news[name]);
  const kept = keptOutputsOf(table, comparedOf(table).filter(differs));
  const values = kept.flatMap((name) => (olds[name] === undefined ? [] : [[name, olds[name]] as const]));
  return { ...unknownOutputs(kind), ...Object.fromEntries(values), ...foreseenRuleIds(olds, news), ...news };
}

/** A rule keeps its id; a new rule will get one. */
function foreseenRuleIds({ ruleIds }: Properties, { rules }: Properties): Properties {
  if (!isMembers(ruleIds) || !isMembers(rules)) return {};
  const ids = Object.keys(rules).map((ref) => [ref, Object.hasOwn(ruleIds, ref) ? ruleIds[ref] : UNKNOWN]);
  return { ruleIds: Object.fromEntries(ids) as Properties };
}

/** Returns the outputs of a resource that is not made yet. */
export function unknownOutputs(kind: ResourceKind): Properties {
  return Object.fromEntries(outputsOf(PROPERTIES[kind]).map((name) => [name, UNKNOWN]));
}
