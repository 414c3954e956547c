import { RateLimit, isMembers, isUnknown, kindOf, type Problem } from "../../api";
import { checkNames } from "./check-names";
import { camelName, namesToWire } from "../rules/naming";
import { schemaProblems, wordingFor } from "./schema-problems";

const WORDING = wordingFor(RateLimit, camelName);

/** Checks the shape of a rate limit, given with the camelCase names of a program. An absent or unknown one passes. */
export function checkRateLimit(ratelimit: unknown, path: string): Problem[] {
  if (ratelimit === undefined || isUnknown(ratelimit)) return [];
  if (!isMembers(ratelimit)) return [{ path, message: `must be an object, found ${kindOf(ratelimit)}` }];
  return [
    ...checkNames(ratelimit, path),
    ...schemaProblems(RateLimit, namesToWire(ratelimit), path, WORDING),
  ];
}
