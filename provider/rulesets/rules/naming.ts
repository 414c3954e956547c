import { isMembers } from "../../api";

/** Members whose keys are data, not names: headers, directives, and the rulesets that `skip` names. */
const DATA_KEYS: Readonly<Record<string, readonly string[]>> = {
  rewrite: ["headers"],
  skip: ["rules"],
  set_cache_control: [""],
  set_cache_settings: ["cache_key.custom_key.header.contains", "vary.headers"],
};

/** `statusCode` as `status_code`; what is no name in camelCase stays. */
export function snakeName(name: string): string {
  return /^[a-z][a-zA-Z0-9]*$/.test(name)
    ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name;
}

/** `status_code` as `statusCode`; what is no name in snake_case stays. */
export function camelName(name: string): string {
  return /^[a-z][a-z0-9_]*$/.test(name)
    ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    : name;
}

/** A value, of an action's parameters unless `action` is undefined, with the names of the wire. */
export function namesToWire(value: unknown, action?: string): unknown {
  return renamed(value, snakeName, dataKeysOf(action), "");
}

/** A value, of an action's parameters unless `action` is undefined, with the names of a program. */
export function namesFromWire(value: unknown, action?: string): unknown {
  return renamed(value, camelName, dataKeysOf(action), "");
}

/** Whether the object at this path of an action's parameters, by names of the wire, has data for keys. */
export function hasDataKeys(action: string | undefined, path: string): boolean {
  return dataKeysOf(action).includes(path);
}

function dataKeysOf(action: string | undefined): readonly string[] {
  return action === undefined || !Object.hasOwn(DATA_KEYS, action) ? [] : (DATA_KEYS[action] ?? []);
}

function renamed(
  value: unknown,
  rename: (name: string) => string,
  data: readonly string[],
  path: string,
): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename, data, path));
  if (!isMembers(value)) return value;
  const nameOf = data.includes(path) ? (name: string) => name : rename;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => {
        const inner = path ? `${path}.${snakeName(name)}` : snakeName(name);
        return [nameOf(name), renamed(member, rename, data, inner)];
      }),
  );
}
