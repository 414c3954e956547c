import { isMembers, isUnknown, kindOf, unknownMembers, type Problem } from "../../api";

const ARGUMENTS = ["zoneId", "connection", "filters", "customRules", "rateLimits", "managedRules", "owasp"];
const MANAGED = ["action", "expression", "rulesetId"];

/**
 * Reports unknown arguments of a ZoneBaseline, and arguments of the wrong type. The resources of the component check the values, but
 * they never get a misspelt argument.
 */
export function checkBaseline(args: unknown): Problem[] {
  if (!isMembers(args)) return [{ path: "args", message: `must be an object, found ${kindOf(args)}` }];
  const { zoneId, filters, managedRules, owasp } = args;
  return [
    ...unknownMembers(args, ARGUMENTS, ""),
    ...(zoneId === undefined || zoneId === null
      ? [{ path: "zoneId", message: "is missing; write the id of a zone" }]
      : []),
    ...objectOrNothing(filters, "filters"),
    ...(managedRules === false ? [] : objectOrNothing(managedRules, "managedRules", MANAGED)),
    ...(owasp === false ? [] : objectOrNothing(owasp, "owasp")),
  ];
}

function objectOrNothing(value: unknown, path: string, names?: readonly string[]): Problem[] {
  if (value === undefined || isUnknown(value)) return [];
  if (!isMembers(value)) return [{ path, message: `must be an object, found ${kindOf(value)}` }];
  return names ? unknownMembers(value, names, path) : [];
}
