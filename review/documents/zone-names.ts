import { ID_PATTERN, isMembers, type Members } from "../../provider/api";
import { ZONE } from "../../provider/properties/hidden";
import { parsedJson } from "../model/members";

/** The types of zones, as resources and as data sources: of Pulumi's Cloudflare package, and of Terraform's provider. */
export const ZONE_TYPES: readonly unknown[] = ["cloudflare:index/zone:Zone", "cloudflare_zone"];
/** The members in which a resource, or an instance of one, has its values: what is inside of them is no resource. */
const VALUES = ["inputs", "outputs", "values", "change"];
const INSTANCE_VALUES = "attributes";
/** A redacted or unknown name is none. */
const ZONE_NAME = /^(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/;

/**
 * Returns the names of zones by their ids, as the zones among the resources of a document say them: of a preview, an event log, a plan or a
 * state. A zone with two names has none. Resources of this package have the name of their zone if a lookup of the program has found it.
 */
export function zoneNamesIn(text: string): ReadonlyMap<string, string> {
  const whole = parsedJson(text);
  // An event log has one JSON document a line.
  return zoneNamesOf(whole === undefined ? text.split("\n").map(parsedJson) : [whole]);
}

/** Returns the names of zones as `zoneNamesIn`, from JSON that is parsed. */
export function zoneNamesOf(documents: readonly unknown[]): ReadonlyMap<string, string> {
  const open = [...documents];
  const found = new Map<string, Set<string>>();
  // A list in place of calls, so that no depth is too deep.
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...(next as unknown[]));
    if (!isMembers(next)) continue;
    if (ZONE_TYPES.includes(next["type"]))
      for (const [id, name] of namesOf(next)) found.set(id, (found.get(id) ?? new Set()).add(name));
    const isResource = typeof next["type"] === "string";
    for (const [id, name] of isResource ? VALUES.flatMap((member) => zoneOf(next[member])) : [])
      found.set(id, (found.get(id) ?? new Set()).add(name));
    for (const [member, value] of Object.entries(next)) {
      const isInside = member === INSTANCE_VALUES || (isResource && VALUES.includes(member));
      if (typeof value === "object" && value !== null && !isInside) open.push(value);
    }
  }
  return new Map([...found].flatMap(([id, names]) => (names.size === 1 ? [[id, [...names].join("")]] : [])));
}

/** Returns id and name of a zone: from a resource of the engine, from a resource or change of Terraform, or from each instance of a state file. */
function namesOf(resource: Members): [string, string][] {
  const { id, inputs, outputs, values, sensitive_values: sensitive, change, instances } = resource;
  const states: { readonly values: unknown; readonly sensitive?: unknown }[] = [
    { values: { ...(isMembers(inputs) && inputs), ...(isMembers(outputs) && outputs), id } },
    { values, sensitive },
  ];
  if (isMembers(change))
    states.push(
      { values: change["before"], sensitive: change["before_sensitive"] },
      { values: change["after"], sensitive: change["after_sensitive"] },
    );
  for (const instance of Array.isArray(instances) ? (instances as unknown[]) : [])
    if (isMembers(instance)) states.push({ values: instance["attributes"] });
  return states.flatMap(({ values: known, sensitive: hidden }) => nameIn(known, hidden));
}

/** Returns id and name of the zone that a resource of this package is in. */
function zoneOf(values: unknown): [string, string][] {
  return isMembers(values) ? nameIn({ id: values["zoneId"], name: values[ZONE] }, undefined) : [];
}

/** Releases before version 5 of the provider call the name `zone`, and data sources the id `zone_id`. */
function nameIn(values: unknown, sensitive: unknown): [string, string][] {
  if (!isMembers(values)) return [];
  const isHidden = (member: string) => isMembers(sensitive) && sensitive[member] === true;
  const text = (member: string) => (isHidden(member) ? undefined : values[member]);
  const id = [text("id"), text("zone_id")].find((one) => typeof one === "string" && ID_PATTERN.test(one));
  const name = [text("name"), text("zone")].find((one) => typeof one === "string" && ZONE_NAME.test(one));
  return typeof id === "string" && typeof name === "string" ? [[id, name]] : [];
}
