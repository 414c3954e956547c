import { RateLimit, isMembers, isUnknown, kindOf, pathTo, type Problem } from "../../api";
import { checkNames } from "./check-names";
import { camelName, namesToWire } from "../naming";
import { schemaProblems, wordingFor } from "./schema-problems";

const WORDING = wordingFor(RateLimit, camelName);

const COUNT_BY_ADDRESS = 'write ["cf.colo.id", "ip.src"] to count the requests of each address';

/** Checks the shape of a rate limit, given with the camelCase names of a program. An absent or unknown one passes. */
export function checkRateLimit(ratelimit: unknown, path: string): Problem[] {
  if (ratelimit === undefined || isUnknown(ratelimit)) return [];
  if (!isMembers(ratelimit)) return [{ path, message: `must be an object, found ${kindOf(ratelimit)}` }];
  const { characteristics } = ratelimit;
  const at = pathTo(path, "characteristics");
  const isUncounted =
    characteristics === undefined || (Array.isArray(characteristics) && characteristics.length === 0);
  const shape = schemaProblems(RateLimit, namesToWire(ratelimit), path, WORDING);
  return [
    ...checkNames(ratelimit, path),
    ...shape.map((one) =>
      isUncounted && one.path === at ? { ...one, message: `${one.message}; ${COUNT_BY_ADDRESS}` } : one,
    ),
  ];
}
