import {
  ACTIONS,
  checkList,
  checkMembers,
  found,
  isMembers,
  isUnknown,
  kindOf,
  pathTo,
  PHASES,
  type Problem,
  RateLimit,
} from "../../api";
import type { Action } from "../../api/wire";
import { camelName, namesToWire } from "../naming";
import { actionsOf, isPhase } from "../phases";
import { checkNames, checkParameters } from "./check-parameters";
import { schemaProblems, wordingFor } from "./schema-problems";
import { didYouMean, joinQuotedOr } from "../../words";

const MEMBERS = [
  "ref",
  "action",
  "actionParameters",
  "expression",
  "enabled",
  "description",
  "logging",
  "ratelimit",
  "exposedCredentialCheck",
];
/** Actions of the older firewall rules API, with the action of rulesets that replaces each. */
const FORMER_ACTIONS: Readonly<Record<string, string>> = { allow: "skip", bypass: "skip", simulate: "log" };

/** Returns what the rules of a program lack: members, types, choices, and parameters of their actions. Unknown values pass. */
export function checkProgramRules(rules: unknown, phase?: string): Problem[] {
  return checkList(rules, "rules", "rules", (rule, path) => checkRule(rule, path, phase));
}

/** Checks the name of a phase. */
export function checkPhase(phase: unknown): Problem[] {
  if (isUnknown(phase) || PHASES.some((known) => known === phase)) return [];
  const hint = typeof phase === "string" ? didYouMean(phase, PHASES) : "";
  return [
    {
      path: "phase",
      message: `must be a phase, found ${found(phase)}${hint || `; phases are ${PHASES.join(", ")}`}`,
    },
  ];
}

function checkRule(rule: unknown, path: string, phase: string | undefined): Problem[] {
  return checkMembers(rule, path, MEMBERS, (members) => [
    ...checkText(members.ref, pathTo(path, "ref"), "a non-empty string, unique in the ruleset"),
    ...(isStorableRef(members.ref) ? [] : [{ path: pathTo(path, "ref"), message: NOT_STORABLE }]),
    ...checkAction(members.action, pathTo(path, "action"), phase),
    ...(isAction(members.action)
      ? checkParameters(members.action, members.actionParameters, pathTo(path, "actionParameters"))
      : []),
    ...checkText(
      members.expression,
      pathTo(path, "expression"),
      'a filter expression ("true" for all requests)',
    ),
    ...checkSwitch(members.enabled, pathTo(path, "enabled")),
    ...checkDescription(members.description, pathTo(path, "description")),
    ...checkLogging(members.logging, pathTo(path, "logging")),
    ...checkRateLimit(members.ratelimit, pathTo(path, "ratelimit")),
    ...checkCredentials(members.exposedCredentialCheck, pathTo(path, "exposedCredentialCheck")),
  ]);
}

function checkText(text: unknown, path: string, what: string): Problem[] {
  if (typeof text === "string" && text !== "") return [];
  return [{ path, message: `must be ${what}, found ${kindOf(text)}` }];
}

function checkAction(action: unknown, path: string, phase: string | undefined): Problem[] {
  if (isUnknown(action)) return [];
  if (!isAction(action)) return [{ path, message: unknownAction(action, phase) }];
  return [];
}

/** Describes an action that does not exist. */
export function unknownAction(action: unknown, phase: string | undefined): string {
  const former =
    typeof action === "string" && Object.hasOwn(FORMER_ACTIONS, action) ? FORMER_ACTIONS[action] : undefined;
  if (former !== undefined)
    return `"${String(action)}" is not an action of rulesets; use "${former}" instead`;
  const known = phase !== undefined && isPhase(phase) ? actionsOf(phase) : ACTIONS;
  const hint = typeof action === "string" ? didYouMean(action, ACTIONS) : "";
  return `must be ${joinQuotedOr(known)}, found ${found(action)}${hint}`;
}

function checkSwitch(value: unknown, path: string): Problem[] {
  if (value === undefined || typeof value === "boolean" || isUnknown(value)) return [];
  return [{ path, message: `must be true or false, found ${found(value)}` }];
}

function checkDescription(value: unknown, path: string): Problem[] {
  return value === undefined || typeof value === "string"
    ? []
    : [{ path, message: `must be a string, found ${kindOf(value)}` }];
}

function checkLogging(logging: unknown, path: string): Problem[] {
  if (logging === undefined) return [];
  return checkMembers(logging, path, ["enabled"], ({ enabled }) =>
    enabled === undefined
      ? [{ path, message: "must have enabled: true or false" }]
      : checkSwitch(enabled, pathTo(path, "enabled")),
  );
}

function checkCredentials(check: unknown, path: string): Problem[] {
  if (check === undefined) return [];
  const members = ["usernameExpression", "passwordExpression"];
  return checkMembers(check, path, members, (given) =>
    members.flatMap((name) => checkText(given[name], pathTo(path, name), "an expression")),
  );
}

const NOT_STORABLE =
  'cannot be "__proto__": the SDK of Pulumi loses a member of that name, and the state has rules by their refs; write another ref';

/** Whether a state can have a rule of this ref. */
export function isStorableRef(ref: unknown): boolean {
  return ref !== "__proto__";
}

function isAction(action: unknown): action is Action {
  return ACTIONS.some((known) => known === action);
}

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
