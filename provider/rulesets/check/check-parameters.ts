import {
  ACTIONS,
  ActionParameters,
  didYouMean,
  isMembers,
  isUnknown,
  kindOf,
  memberNames,
  type Action,
  type Problem,
} from "../../api";
import { ACTIONS_NEEDING_PARAMETERS } from "../../rulebook";
import { checkNames } from "./check-names";
import { camelName, hasDataKeys, namesToWire } from "../rules/naming";
import { schemaProblems, type Wording } from "./schema-problems";

/** Checks the parameters of an action, given with the camelCase names of a program. */
export function checkParameters(action: Action, parameters: unknown, path: string): Problem[] {
  if (isUnknown(parameters)) return [];
  if (parameters === undefined) {
    return ACTIONS_NEEDING_PARAMETERS.has(action)
      ? [
          {
            path,
            message: `is missing; "${action}" requires at least one of ${membersOf(action).join(", ")}`,
          },
        ]
      : [];
  }
  if (!isMembers(parameters)) return [{ path, message: `must be an object, found ${kindOf(parameters)}` }];
  return [
    ...checkNames(parameters, path, action),
    ...schemaProblems(ActionParameters[action], namesToWire(parameters, action), path, wordingOf(action)),
  ];
}

function wordingOf(action: Action): Wording {
  return {
    nameOf: (parents, name) => (hasDataKeys(action, wirePathOf(parents)) ? name : camelName(name)),
    unknownMember: (parents, name) =>
      parents.length === 0
        ? misplaced(action, camelName(name))
        : unknownBelow(action, parents, camelName(name)),
    membersAt: (path) => memberNames(ActionParameters[action], path).map(camelName),
  };
}

function wirePathOf(steps: readonly PropertyKey[]): string {
  return steps.filter((step) => typeof step === "string").join(".");
}

function misplaced(action: Action, name: string): string {
  const members = membersOf(action);
  const owners = ACTIONS.filter((other) => membersOf(other).includes(name));
  const belongs = owners.length > 0 ? `; it belongs to ${owners.join(", ")}` : "";
  const takes = members.length > 0 ? `, which accepts ${members.join(", ")}` : ", which accepts none";
  return `is not a parameter of "${action}"${didYouMean(name, members) || `${takes}${belongs}`}`;
}

function unknownBelow(action: Action, parents: readonly PropertyKey[], name: string): string {
  const members = memberNames(ActionParameters[action], parents).map(camelName);
  // The schema is a union, and the name belongs to another alternative.
  if (members.includes(name))
    return `cannot be combined with its siblings; write one of ${members.join(", ")}`;
  const known = members.length > 0 ? `; known properties are ${members.join(", ")}` : "";
  return `is not a known property${didYouMean(name, members) || known}`;
}

function membersOf(action: Action): string[] {
  return memberNames(ActionParameters[action]).map(camelName);
}
