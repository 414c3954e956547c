import { insteadOf, isMembers, isOutputText, pathTo } from "../api/plain";
import { LookupError } from "./lookup-error";

/** The arguments of all lookups. */
const ARGUMENTS = [
  "accountId",
  "connection",
  "expression",
  "method",
  "mode",
  "name",
  "nameSuffix",
  "network",
  "onRetired",
  "params",
  "phase",
  "rulesetId",
  "scope",
  "tag",
  "value",
  "version",
  "zoneId",
];
const OUTPUT_FORM =
  "use the form of the lookup whose name ends with Output, such as getZoneOutput, and pass the Output itself";

/**
 * Checks the arguments of a lookup, which a program in JavaScript may have misspelt, or made of values that are known later.
 *
 * @throws LookupError
 */
export function checkArguments(args: unknown): void {
  if (!isMembers(args))
    throw new LookupError('The arguments of a lookup must be an object, such as { name: "example.com" }.');
  for (const name of Object.keys(args)) {
    if (args[name] === undefined || ARGUMENTS.includes(name)) continue;
    const hint = insteadOf(name, ARGUMENTS) || `; the arguments of lookups are ${ARGUMENTS.join(", ")}`;
    throw new LookupError(`${name}: unknown argument of a lookup${hint}`);
  }
  checkValue(args, "");
}

function checkValue(value: unknown, path: string): void {
  if (typeof value === "string" && isOutputText(value))
    throw new LookupError(`${path}: contains the text of an Output, which is not its value: ${OUTPUT_FORM}.`);
  if (isOutput(value)) throw new LookupError(`${path}: is an Output, which is known later: ${OUTPUT_FORM}.`);
  if (value instanceof Promise) throw new LookupError(`${path}: is a promise: await it before the lookup.`);
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    checkValue(member, Array.isArray(value) ? pathTo(path, Number(name)) : pathTo(path, name));
}

/** Whether a value is an output, by what the SDK recognizes one by: the native plugin does not load the SDK. */
function isOutput(value: unknown): boolean {
  return isMembers(value) && value["__pulumiOutput"] === true;
}
