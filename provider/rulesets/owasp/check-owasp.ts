import {
  checkList,
  checkMembers,
  found,
  isUnknown,
  kindOf,
  ManagedAction,
  pathTo,
  type Members,
  checkId,
  checkBoolean,
  checkOneOf,
} from "../../api";
import type { Problem } from "../../api/problem";
import { PARANOIA_LEVELS, paranoiaTag } from "../../rulebook/managed-rulesets";
import { OWASP_FIELDS, SCORE_THRESHOLDS } from "./owasp-args";

const IDENTITIES = ["number", "id", "tag"];

/** Returns all problems of the arguments that can be found without the managed ruleset. Unknown values pass. */
export function checkOwasp(args: unknown): Problem[] {
  return checkMembers(args, "", OWASP_FIELDS, (owasp) => [
    ...checkId(owasp.zoneId, "zoneId"),
    ...checkLevel(owasp.paranoiaLevel),
    ...checkThreshold(owasp.scoreThreshold),
    ...set(owasp.action, "action", checkAction),
    ...set(owasp.rules, "rules", (rules, path) => checkList(rules, path, "rules", checkRule)),
    ...checkText(owasp.expression, "expression"),
    ...set(owasp.enabled, "enabled", checkBoolean),
    ...checkText(owasp.rulesetName, "rulesetName"),
    ...checkText(owasp.ref, "ref"),
  ]);
}

/** Checks an argument that may be left out. */
function set(value: unknown, path: string, check: (value: unknown, path: string) => Problem[]): Problem[] {
  return value === undefined ? [] : check(value, path);
}

function checkAction(action: unknown, path: string): Problem[] {
  return checkOneOf(action, ManagedAction.options, path);
}

function checkLevel(level: unknown): Problem[] {
  if (isUnknown(level) || PARANOIA_LEVELS.some((known) => known === level)) return [];
  return [{ path: "paranoiaLevel", message: `must be 1, 2, 3 or 4, as a number; found ${found(level)}` }];
}

function checkThreshold(threshold: unknown): Problem[] {
  if (isUnknown(threshold)) return [];
  if (typeof threshold === "number" && Number.isInteger(threshold) && threshold >= 1) return [];
  const names = Object.entries(SCORE_THRESHOLDS);
  if (typeof threshold === "string" && names.some(([name]) => name === threshold)) return [];
  const known = names.map(([name, score]) => `"${name}" (${score})`).join(", ");
  return [
    {
      path: "scoreThreshold",
      message: `must be a whole number of at least 1, or one of ${known}; found ${found(threshold)}`,
    },
  ];
}

function checkText(text: unknown, path: string): Problem[] {
  if (text === undefined || (typeof text === "string" && text !== "")) return [];
  return [{ path, message: `must be a non-empty string, found ${kindOf(text)}` }];
}

function checkRule(rule: unknown, path: string): Problem[] {
  return checkMembers(rule, path, [...IDENTITIES, "enabled", "action"], (members) => [
    ...checkIdentity(members, path),
    ...set(members.action, pathTo(path, "action"), checkAction),
    ...set(members.enabled, pathTo(path, "enabled"), checkBoolean),
    ...(members.enabled === undefined && members.action === undefined
      ? [{ path, message: "has no effect; set enabled, action or both" }]
      : []),
  ]);
}

function checkIdentity(rule: Members, path: string): Problem[] {
  const given = IDENTITIES.filter((name) => rule[name] !== undefined);
  if (given.length !== 1) {
    const what = given.length === 0 ? "none of them" : given.join(" and ");
    return [{ path, message: `must have exactly one of number, id and tag, found ${what}` }];
  }
  const { number, id, tag } = rule;
  if (id !== undefined) return checkId(id, pathTo(path, "id"));
  if (tag !== undefined) return checkTag(tag, pathTo(path, "tag"));
  if (isUnknown(number) || (typeof number === "string" && /^\d+$/.test(number))) return [];
  return [
    {
      path: pathTo(path, "number"),
      message: `must be digits in quotes, such as "920272"; found ${found(number)}`,
    },
  ];
}

function checkTag(tag: unknown, path: string): Problem[] {
  if (PARANOIA_LEVELS.some((level) => paranoiaTag(level) === tag)) {
    return [
      {
        path,
        message: `must not be ${found(tag)}, which paranoiaLevel controls; change paranoiaLevel instead`,
      },
    ];
  }
  return checkText(tag, path);
}
