import { isDeepStrictEqual } from "node:util";
import { isMembers, pathTo, UNKNOWN } from "../provider/api";
import {
  comparedOf,
  type PropertyTable,
  keptOutputsOf,
  outputsOf,
  PROPERTIES,
  type ResourceKind,
} from "../provider/properties";
import type { Properties } from "../provider/lifecycle";

/** How the engine shows one changed property. */
export type PropertyChange = "add" | "delete" | "update";

/** A changed property by its path, such as `rules["admin"].expression`, and whether it needs a replacement. */
export type DetailedDiff = ReadonlyMap<
  string,
  { readonly change: PropertyChange; readonly replaces: boolean }
>;

/** Returns the compared properties that differ, rule by rule and member by member. Lists are compared as a whole. */
export function detailedDiff(
  table: PropertyTable,
  olds: Properties,
  news: Properties,
  replaces: readonly string[],
): DetailedDiff {
  const found = new Map<string, { change: PropertyChange; replaces: boolean }>();
  for (const name of comparedOf(table)) {
    const isReplacing = replaces.includes(name);
    compare(name, olds[name] ?? undefined, news[name] ?? undefined, (path, change) =>
      found.set(path, { change, replaces: isReplacing }),
    );
  }
  return found;
}

function compare(
  path: string,
  old: unknown,
  now: unknown,
  report: (path: string, change: PropertyChange) => void,
): void {
  if (isDeepStrictEqual(old, now)) return;
  if (old === undefined) report(path, "add");
  else if (now === undefined) report(path, "delete");
  else if (!isMembers(old) || !isMembers(now)) report(path, "update");
  else
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)]))
      compare(memberPath(path, name), old[name] ?? undefined, now[name] ?? undefined, report);
}

/** Returns a path in the engine's notation: the refs of rules, and other names that are not identifiers, are in brackets. */
function memberPath(path: string, name: string): string {
  const isIdentifier = /^[A-Za-z_$][\w$]*$/.test(name);
  return isIdentifier && path !== "rules" ? pathTo(path, name) : `${path}[${JSON.stringify(name)}]`;
}

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

export function unknownOutputs(kind: ResourceKind): Properties {
  return Object.fromEntries(outputsOf(PROPERTIES[kind]).map((name) => [name, UNKNOWN]));
}
