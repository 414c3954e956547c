import { isMembers, pathTo, withoutNulls } from "../api";
import type { Members } from "../api/arguments";

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

/** Returns the path of a member of a rule. `nameOf` returns how the author of the rule writes a wire name. */
export function pathInRule(
  steps: readonly (string | number)[],
  path: string,
  action: string | undefined,
  nameOf: (wireName: string) => string,
): string {
  const below: string[] = [];
  return steps.reduce<string>((parent, step, index) => {
    if (typeof step === "number") return pathTo(parent, step);
    const isData = index > 1 && hasDataKeys(action, below.join("."));
    if (index > 0) below.push(step);
    return pathTo(parent, isData ? step : nameOf(step));
  }, path);
}

/**
 * Renames the members of a rule that is not checked yet: of a program, or of a file. Anything else is a rule without members. The
 * value of each member is kept, also an unknown one.
 */
export function wireOf(rule: unknown): Members {
  if (!isMembers(rule)) return {};
  const { actionParameters, ...members } = rule;
  const action = typeof rule["action"] === "string" ? rule["action"] : undefined;
  const parameters = namesToWire(actionParameters, action);
  // An object converts to an object.
  return {
    ...(namesToWire(members) as Members),
    ...(parameters !== undefined && { action_parameters: parameters }),
  };
}

/** How the author of rules writes them. */
export interface Form {
  /** Whether the members have the wire names of the API or the camelCase names of a program, which decides what shape they must have. */
  readonly names: "wire" | "program";
  /** Returns how messages and paths write a wire name. */
  readonly nameOf: (wireName: string) => string;
  /** Returns a rule in wire names. Anything but an object is a rule without members. */
  readonly toWire: (rule: unknown) => Members;
}

export const WIRE: Form = {
  names: "wire",
  nameOf: (name) => name,
  // The API returns null for some members that a rule does not have. Without them, an object is still an object.
  toWire: (rule) => (isMembers(rule) ? (withoutNulls(rule) as Members) : {}),
};
export const PROGRAM: Form = { names: "program", nameOf: camelName, toWire: wireOf };

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
  const isData = data.includes(path);
  const members: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === undefined) continue;
    // Without data keys, no path is asked for.
    const inner = data.length === 0 ? "" : pathTo(path, snakeName(name));
    const isPlain = typeof member !== "object" || member === null;
    members.push([isData ? name : rename(name), isPlain ? member : renamed(member, rename, data, inner)]);
  }
  return Object.fromEntries(members);
}
