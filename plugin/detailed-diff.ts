import { isDeepStrictEqual } from "node:util";
import { isMembers, pathTo } from "../provider/api";
import { comparedOf, type PropertyTable } from "../provider/properties";
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
