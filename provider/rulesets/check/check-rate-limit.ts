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

/** A zone's requests are counted in each data centre by itself. */
const ZONE_CHARACTERISTIC = "cf.colo.id";
const MEMBERS = memberNames(RateLimit).map(camelName);
const WORDING: Wording = {
  nameOf: (_, name) => camelName(name),
  unknownMember: (_, name) =>
    `is not known here${didYouMean(name, MEMBERS) || `; known are ${MEMBERS.join(", ")}`}`,
};

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
      message: `must hold "${ZONE_CHARACTERISTIC}" in a zone, where each data centre counts by itself`,
    },
  ];
}
