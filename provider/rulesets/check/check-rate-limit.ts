import { RateLimit, didYouMean, isMembers, isUnknown, kindOf, memberNames, type Problem } from "../../api";
import { checkNames } from "./check-names";
import { camelName, namesToWire } from "../rules/naming";
import { schemaProblems, type Wording } from "./schema-problems";

const MEMBERS = memberNames(RateLimit).map(camelName);
const WORDING: Wording = {
  nameOf: (_, name) => camelName(name),
  unknownMember: (_, name) =>
    `is not a known property${didYouMean(name, MEMBERS) || `; known properties are ${MEMBERS.join(", ")}`}`,
};

/** Checks the shape of a rate limit, given with the camelCase names of a program. An absent or unknown one passes. */
export function checkRateLimit(ratelimit: unknown, path: string): Problem[] {
  if (ratelimit === undefined || isUnknown(ratelimit)) return [];
  if (!isMembers(ratelimit)) return [{ path, message: `must be an object, found ${kindOf(ratelimit)}` }];
  return [
    ...checkNames(ratelimit, path),
    ...schemaProblems(RateLimit, namesToWire(ratelimit), path, WORDING),
  ];
}
