import { isMembers, type Members } from "../../provider/api";

/** Members that are lists of objects on the wire. Any other list with one object is a block of version 4. */
const LISTS: ReadonlySet<string> = new Set([
  "algorithms",
  "categories",
  "cookie_fields",
  "request_fields",
  "response_fields",
  "rules",
  "status_code_ttl",
]);

/** The value of a block: version 4 writes a list of one object, version 5 the object. An empty list means that there is none. */
export function single(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : value;
}

/** Converts a rule of either version to wire names and shapes, without members that are not set. */
export function blocksToWire(rule: Members): Members {
  const converted = convert(rule);
  return isMembers(converted) ? converted : {};
}

function convert(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return convertList(value, name);
  if (!isMembers(value)) return value ?? undefined;
  const members = Object.entries(value)
    .map(([member, inner]) => [member, convert(inner, member)] as const)
    .filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(members);
}

function convertList(list: readonly unknown[], name: string): unknown {
  if (list.length === 0) return undefined;
  if (name === "headers" && list.every(isMembers)) return headersOf(list);
  const isBlock = list.length === 1 && isMembers(list[0]) && !LISTS.has(name);
  return isBlock ? convert(list[0], name) : list.map((item) => convert(item));
}

/** Version 4 writes a list of headers with names, the API an object by name. */
function headersOf(list: readonly Members[]): Members {
  return Object.fromEntries(
    list.map(({ name, ...header }, index) => [
      typeof name === "string" ? name : `header ${index + 1}`,
      convert(header),
    ]),
  );
}
