import { UNKNOWN, isMembers, type Members } from "../provider/api";

/**
 * Plain copy of the properties that a policy is handed, with `UNKNOWN` for each value that only an update will know.
 * In a preview the original throws when such a value is read, and what a policy throws lets the resource pass.
 */
export function plainProperties(properties: Members): Members {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, plainMember(properties, name)]));
}

function plainMember(parent: object, name: string | number): unknown {
  try {
    return plain(Reflect.get(parent, name));
  } catch {
    // The values came by wire, so no getter of anybody's can throw here: only the guard around unknown ones.
    return UNKNOWN;
  }
}

function plain(value: unknown): unknown {
  if (Array.isArray(value))
    return Array.from({ length: value.length }, (_, index) => plainMember(value, index));
  return isMembers(value) ? plainProperties(value) : value;
}
