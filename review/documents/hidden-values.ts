import { isMembers, UNKNOWN } from "../../provider/api";

/** Which parts of a value are true. Both mirror its structure, as the documents of Terraform do. */
export interface Hidden {
  readonly unknown?: unknown;
  readonly sensitive?: unknown;
}

/** Returns a value with `UNKNOWN` for what is unknown or sensitive. The paths of sensitive parts are added to `secrets`. */
export function withHidden(value: unknown, hidden: Hidden, secrets: Set<string>, path = ""): unknown {
  const { unknown, sensitive } = hidden;
  if (sensitive === true) {
    secrets.add(path);
    return value === null && unknown !== true ? null : UNKNOWN;
  }
  if (unknown === true) return UNKNOWN;
  const inner = (member: string | number): Hidden => ({
    unknown: memberOf(unknown, member),
    sensitive: memberOf(sensitive, member),
  });
  if (Array.isArray(value))
    return value.map((item, index) => withHidden(item, inner(index), secrets, `${path}[${index}]`));
  if (!isMembers(value)) return value;
  const names = new Set([...Object.keys(value), ...(isMembers(unknown) ? Object.keys(unknown) : [])]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      withHidden(value[name], inner(name), secrets, path === "" ? name : `${path}.${name}`),
    ]),
  );
}

function memberOf(mirror: unknown, member: string | number): unknown {
  if (Array.isArray(mirror)) return typeof member === "number" ? (mirror[member] as unknown) : undefined;
  return isMembers(mirror) && Object.hasOwn(mirror, member) ? mirror[member] : undefined;
}
