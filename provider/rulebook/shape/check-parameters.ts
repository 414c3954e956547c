import {
  ACTIONS,
  type Action,
  ActionParameters,
  type Problem,
  isMembers,
  isUnknown,
  kindOf,
  memberNames,
  pathTo,
} from "../../api";
import { camelName, hasDataKeys, namesToWire, snakeName } from "../naming";
import { ACTIONS_NEEDING_PARAMETERS } from "../phases";
import { type Wording, schemaProblems } from "./schema-problems";
import { didYouMean } from "../../words";

/** Returns how the author of a rule writes a wire name: `statusCode` in a program, `status_code` in a request. */
type NameOf = (wireName: string) => string;

/** Checks the parameters of an action, given with the camelCase names of a program. */
export function checkParameters(action: Action, parameters: unknown, path: string): Problem[] {
  return [
    ...(isMembers(parameters) ? checkNames(parameters, path, action) : []),
    ...checkParameterShape(action, parameters, path, camelName),
  ];
}

/** Checks the parameters of an action. */
export function checkParameterShape(
  action: Action,
  parameters: unknown,
  path: string,
  nameOf: NameOf,
): Problem[] {
  if (isUnknown(parameters)) return [];
  if (parameters === undefined) {
    return ACTIONS_NEEDING_PARAMETERS.has(action)
      ? [
          {
            path,
            message: `is missing; "${action}" requires at least one of ${membersOf(action, nameOf).join(", ")}`,
          },
        ]
      : [];
  }
  if (!isMembers(parameters)) return [{ path, message: `must be an object, found ${kindOf(parameters)}` }];
  return schemaProblems(
    ActionParameters[action],
    namesToWire(parameters, action),
    path,
    wordingOf(action, nameOf),
  );
}

function wordingOf(action: Action, nameOf: NameOf): Wording {
  return {
    nameOf: (parents, name) => (hasDataKeys(action, wirePathOf(parents)) ? name : nameOf(name)),
    unknownMember: (parents, name) =>
      parents.length === 0
        ? misplaced(action, name, nameOf)
        : unknownBelow(nameOf(name), membersOf(action, nameOf, parents)),
    membersAt: (path) => membersOf(action, nameOf, path),
  };
}

function wirePathOf(steps: readonly PropertyKey[]): string {
  return steps.filter((step) => typeof step === "string").join(".");
}

function misplaced(action: Action, wireName: string, nameOf: NameOf): string {
  const name = nameOf(wireName);
  const members = membersOf(action, nameOf);
  const owners = ACTIONS.filter((other) => membersOf(other, nameOf).includes(name));
  const belongs = owners.length > 0 ? `; it belongs to ${owners.join(", ")}` : "";
  const takes = members.length > 0 ? `, which accepts ${members.join(", ")}` : ", which accepts none";
  return `is not a parameter of "${action}"${didYouMean(name, members) || `${takes}${belongs}`}`;
}

function unknownBelow(name: string, members: readonly string[]): string {
  // The schema is a union, and the name belongs to another alternative.
  if (members.includes(name))
    return `cannot be combined with its siblings; write one of ${members.join(", ")}`;
  const known = members.length > 0 ? `; known properties are ${members.join(", ")}` : "";
  return `is not a known property${didYouMean(name, members) || known}`;
}

function membersOf(action: Action, nameOf: NameOf, path: readonly PropertyKey[] = []): string[] {
  return memberNames(ActionParameters[action], path).map(nameOf);
}

/**
 * Finds members with a name in snake_case. They would be sent correctly, but a refresh would return them in camelCase, as a
 * difference. `action` is set if `value` belongs to the parameters of an action; `wirePath` is its path there, in wire names.
 */
export function checkNames(value: unknown, path: string, action?: string, wirePath = ""): Problem[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => checkNames(item, pathTo(path, index), action, wirePath));
  }
  if (!isMembers(value)) return [];
  const isData = hasDataKeys(action, wirePath);
  return Object.entries(value).flatMap(([name, member]) => {
    const at = pathTo(path, name);
    const inner = wirePath ? `${wirePath}.${snakeName(name)}` : snakeName(name);
    const misnamed = !isData && camelName(name) !== name;
    return [
      ...(misnamed ? [{ path: at, message: `must be written in camelCase: ${camelName(name)}` }] : []),
      ...checkNames(member, at, action, inner),
    ];
  });
}
