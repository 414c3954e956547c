import { isMembers } from "../../api/plain";

/** By action, the wire paths of objects whose keys are data and are never renamed: headers, directives, ids of rulesets. */
const DATA_KEYS: Readonly<Record<string, readonly string[]>> = {
  rewrite: ["headers"],
  skip: ["rules"],
  set_cache_control: [""],
  set_cache_settings: ["cache_key.custom_key.header.contains", "vary.headers"],
};

/** Converts a camelCase name to snake_case: `statusCode` to `status_code`. Any other text is returned unchanged. */
export function snakeName(name: string): string {
  return /^[a-z][a-zA-Z0-9]*$/.test(name)
    ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name;
}

/** Converts a snake_case name to camelCase: `status_code` to `statusCode`. Any other text is returned unchanged. */
export function camelName(name: string): string {
  return /^[a-z][a-z0-9_]*$/.test(name)
    ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    : name;
}

/** Renames members, at any depth, from camelCase to wire names. `action` is set if `value` is the parameters of an action. */
export function namesToWire(value: unknown, action?: string): unknown {
  return renamed(value, snakeName, dataKeysOf(action), "");
}

/** Renames members, at any depth, from wire names to camelCase. `action` is set if `value` is the parameters of an action. */
export function namesFromWire(value: unknown, action?: string): unknown {
  return renamed(value, camelName, dataKeysOf(action), "");
}

/** Whether the keys of the object at a wire path of an action's parameters are data, not names. */
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
