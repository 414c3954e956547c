import {
  checkId,
  checkOneOf,
  found,
  insteadOf,
  isMembers,
  isOutputText,
  kindOf,
  pathTo,
  PHASES,
} from "../api";
import type { Problem } from "../api/problem";
import { LookupError } from "./lookup-error";

type Check = (value: unknown, name: string) => Problem[];

const problem = (path: string, message: string): Problem[] => [{ path, message }];
const optional =
  (check: Check): Check =>
  (value, name) =>
    value === undefined ? [] : check(value, name);
const oneOf =
  (...allowed: readonly string[]): Check =>
  (value, name) =>
    checkOneOf(value, allowed, name);
const anyText: Check = (value, name) =>
  typeof value === "string" ? [] : problem(name, `must be a text, found ${found(value)}`);
const text: Check = (value, name) =>
  typeof value === "string" && value !== ""
    ? []
    : problem(name, `must be a text that is not empty, found ${found(value)}`);
const secret: Check = (value, name) =>
  text(value, name).map(({ path }) => ({
    path,
    message: `must be a text that is not empty, found ${kindOf(value)}`,
  }));
// Other languages may pass a number.
const version: Check = (value, name) =>
  /^\d+$/.test(String(value))
    ? []
    : problem(name, `must be the number of a version, such as "3", found ${found(value)}`);
const method: Check = (value, name) =>
  typeof value === "string" && value.trim() !== "" && value === value.trim()
    ? []
    : problem(name, `must be the name of a method, such as "eth_blockNumber", found ${found(value)}`);
const params: Check = (value, name) =>
  Array.isArray(value)
    ? []
    : problem(name, `must be a list: the parameters of a method have no names, found ${kindOf(value)}`);
/** The lookup judges it. */
const later: Check = () => [];

const OWNER = { accountId: optional(checkId) };
const SCOPE = { zoneId: optional(checkId), ...OWNER };

export type LookupName =
  | "callGateway"
  | "getEntrypointRuleset"
  | "getManagedRuleset"
  | "getPermissionGroups"
  | "getRuleset"
  | "getRulesByTag"
  | "getRulesetVersion"
  | "getRulesetVersions"
  | "getRulesets"
  | "getUser"
  | "getZone"
  | "getZones"
  | "validateExpression"
  | "verifyToken";

/** The arguments of each lookup besides `connection`. */
const ARGUMENTS: Readonly<Record<LookupName, Readonly<Record<string, Check>>>> = {
  callGateway: {
    network: later,
    method,
    params: optional(params),
    onRetired: optional(oneOf("fail", "migrate")),
  },
  getEntrypointRuleset: { ...SCOPE, phase: oneOf(...PHASES) },
  getManagedRuleset: { ...SCOPE, name: text },
  getPermissionGroups: {
    ...OWNER,
    name: optional(text),
    scope: optional(oneOf("user", "account", "zone", "bucket")),
  },
  getRuleset: { ...SCOPE, rulesetId: checkId },
  getRulesByTag: { ...SCOPE, rulesetId: checkId, version, tag: text },
  getRulesetVersion: { ...SCOPE, rulesetId: checkId, version },
  getRulesetVersions: { ...SCOPE, rulesetId: checkId },
  getRulesets: SCOPE,
  getUser: {},
  getZone: { name: optional(text), zoneId: optional(checkId) },
  getZones: { ...OWNER, nameSuffix: optional(anyText) },
  validateExpression: { expression: anyText, mode: optional(oneOf("local", "api")) },
  verifyToken: { ...OWNER, value: optional(secret) },
};

const OUTPUT_FORM =
  "use the form of the lookup whose name ends with Output, such as getZoneOutput, and pass the Output itself";

/**
 * Checks the arguments of a lookup, which a program in JavaScript or another language may have misspelt, or made of values that are
 * known later. No request is sent for wrong arguments.
 *
 * @throws LookupError
 */
export function checkArguments(lookup: LookupName, args: unknown): void {
  if (!isMembers(args))
    throw new LookupError(`${lookup}: the arguments must be an object, found ${kindOf(args)}`);
  const checks = { ...ARGUMENTS[lookup], connection: optional(text) };
  const known = Object.keys(checks);
  for (const name of Object.keys(args)) {
    if (args[name] === undefined || known.includes(name)) continue;
    const hint = insteadOf(name, known) || `; its arguments are ${known.join(", ")}`;
    throw new LookupError(`${lookup}: ${name}: unknown argument of a lookup${hint}`);
  }
  checkKnown(args, "", lookup);
  const problems = Object.entries(checks).flatMap(([name, check]) => check(args[name], name));
  if (problems.length > 0)
    throw new LookupError(problems.map(({ path, message }) => `${lookup}: ${path} ${message}`).join("\n"));
}

/** Reports values that are known later. */
function checkKnown(value: unknown, path: string, lookup: LookupName): void {
  if (typeof value === "string" && isOutputText(value))
    throw new LookupError(
      `${lookup}: ${path}: contains the text of an Output, which is not its value: ${OUTPUT_FORM}.`,
    );
  if (isOutput(value))
    throw new LookupError(`${lookup}: ${path}: is an Output, which is known later: ${OUTPUT_FORM}.`);
  if (value instanceof Promise)
    throw new LookupError(`${lookup}: ${path}: is a promise: await it before the lookup.`);
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    checkKnown(member, Array.isArray(value) ? pathTo(path, Number(name)) : pathTo(path, name), lookup);
}

/** Whether a value is an output, by what the SDK recognizes one by: the native plugin does not load the SDK. */
function isOutput(value: unknown): boolean {
  return isMembers(value) && value["__pulumiOutput"] === true;
}
