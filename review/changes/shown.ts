import { isMembers, isUnknown, pathTo, UNKNOWN } from "../../provider/api";
import { snakeName } from "../../provider/rulebook";
import { valueWords } from "../../provider/rulesets";
import type { Identity } from "../model/reviewed";
import type { MemberChange, Shown, Subject } from "./review";

/** Returns a value in words. A value that is unknown or secret is hidden; unknown parts inside it are named. */
export function shownValue(value: unknown, isSecret: boolean): Shown {
  if (isSecret) return { hidden: "secret" };
  if (isUnknown(value)) return { hidden: "unknown" };
  return { text: valueWords(value) };
}

/** Like `shownValue`; null for a member that is not set. */
export function shownOrNull(value: unknown, isSecret = false): Shown | null {
  return value === undefined || value === null ? null : shownValue(value, isSecret);
}

/** Like `shownOrNull`, for a value that is secret at its path, or contains what is. */
export function shownAt(
  value: unknown,
  path: string,
  { isSecret }: Pick<Identity, "isSecret">,
): Shown | null {
  return shownOrNull(value, holdsSecret(value, path, { isSecret }));
}

/** Whether a value at a path is secret, or contains what is. */
export function holdsSecret(value: unknown, path: string, identity: Pick<Identity, "isSecret">): boolean {
  if (identity.isSecret(path)) return true;
  if (Array.isArray(value))
    return value.some((item, index) => holdsSecret(item, pathTo(path, index), identity));
  return (
    isMembers(value) &&
    Object.entries(value).some(([name, member]) => holdsSecret(member, pathTo(path, name), identity))
  );
}

/** Returns the later of two versions, of which at least one exists. */
export function laterOf<T>(before: T | undefined, after: T | undefined): T {
  const later = after ?? before;
  if (later === undefined) throw new Error("A change has a resource before or after it.");
  return later;
}

/** Settings of a resource by wire name. A setting that is not set is null. */
export type Settings = Readonly<Record<string, Shown | null>>;

/**
 * Returns the settings that differ, as the author writes their names. A version that does not exist has no settings: then all those of
 * the other one differ. Without the resource, the names stay as they are.
 */
export function settingChanges(
  before: Settings | undefined,
  after: Settings | undefined,
  identity?: Identity,
): MemberChange[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((name) => ({ name, from: before?.[name] ?? null, to: after?.[name] ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
    .map(({ name, from, to }) => ({
      member: identity ? authorPath(name, identity) : name,
      before: from,
      after: to,
      segments: null,
    }));
}

/** Returns the arguments of a resource, but for some, as settings. */
export function argumentSettings(resource: Identity, leftOut: readonly string[] = []): Settings {
  const { written = {} } = resource;
  const names = Object.keys(written).filter((name) => !leftOut.includes(name));
  return Object.fromEntries(names.map((name) => [name, shownAt(written[name], name, resource)]));
}

/** Returns how messages name a resource, and where it is declared. */
export function subjectOf({ urn, label, position }: Identity): Subject {
  return { urn, label, position: position ?? null };
}

/** Returns how the author writes a path of camelCase names: `action_parameters.status_code` in Terraform. */
export function authorPath(path: string, { nameOf }: Identity): string {
  return path
    .split(".")
    .map((name) => nameOf(snakeName(name)))
    .join(".");
}

/** Returns the paths of unknown values inside a value. */
export function unknownPaths(value: unknown, path: string): string[] {
  if (value === UNKNOWN) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    unknownPaths(member, Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`),
  );
}
