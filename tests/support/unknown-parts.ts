import { UNKNOWN } from "../../provider/api";

/** Returns a copy of a value for each of its parts, at any depth, in which that part is unknown. */
export function withUnknownParts(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [UNKNOWN];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    withUnknownParts(member).map((changed) =>
      Array.isArray(value)
        ? value.map((item: unknown, index) => (String(index) === name ? changed : item))
        : { ...value, [name]: changed },
    ),
  );
  return [UNKNOWN, ...inner];
}
