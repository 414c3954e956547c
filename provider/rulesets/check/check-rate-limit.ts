import {
  RateLimit,
  didYouMean,
  isMembers,
  isUnknown,
  kindOf,
  memberNames,
  pathTo,
  type Problem,
} from "../../api";
import { checkNames } from "./check-names";
import { camelName, namesToWire } from "../rules/naming";
import { schemaProblems, type Wording } from "./schema-problems";

/** The required characteristic of a zone's rate limit: each data center counts the requests of a zone separately. */
const ZONE_CHARACTERISTIC = "cf.colo.id";
const MEMBERS = memberNames(RateLimit).map(camelName);
const WORDING: Wording = {
  nameOf: (_, name) => camelName(name),
  unknownMember: (_, name) =>
    `is not a known property${didYouMean(name, MEMBERS) || `; known properties are ${MEMBERS.join(", ")}`}`,
};

/** Checks the rate limit of a rule, given with the camelCase names of a program. An absent or unknown one passes. */
export function checkRateLimit(
  ratelimit: unknown,
  path: string,
  at: { readonly kind: "zone" | "root" | "custom" },
): Problem[] {
  if (ratelimit === undefined || isUnknown(ratelimit)) return [];
  if (!isMembers(ratelimit)) return [{ path, message: `must be an object, found ${kindOf(ratelimit)}` }];
  return [
    ...checkNames(ratelimit, path),
    ...schemaProblems(RateLimit, namesToWire(ratelimit), path, WORDING),
    ...(at.kind === "zone"
      ? checkCharacteristics(ratelimit.characteristics, pathTo(path, "characteristics"))
      : []),
  ];
}

function checkCharacteristics(characteristics: unknown, path: string): Problem[] {
  if (!Array.isArray(characteristics) || characteristics.length === 0) return [];
  const given = characteristics as readonly unknown[];
  if (given.some((one) => one === ZONE_CHARACTERISTIC || isUnknown(one))) return [];
  return [
    {
      path,
      message: `must include "${ZONE_CHARACTERISTIC}" in a zone, because each data center counts separately`,
    },
  ];
}
