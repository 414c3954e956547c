import { z } from "zod";
import {
  ACTIONS,
  isMembers,
  kindOf,
  pathTo,
  RuleWrite,
  type Action,
  type Members,
  type Phase,
  type Problem,
} from "../../provider/api";
import { camelName, wireOf } from "../../provider/rulesets";
import { checkParameters, checkParameterShape } from "../../provider/rulesets/check/check-parameters";
import { unknownAction } from "../../provider/rulesets/check/check-rules";
import { schemaProblems, wordingFor } from "../../provider/rulesets/check/schema-problems";
import { withoutNulls } from "../../provider/rulesets/rules/essential-rule";

/** A rule of a file. Its shape is not checked. */
export interface WrittenRule {
  /** The path that names the rule: `rules[3]`. */
  readonly path: string;
  /** The rule as the file has it. */
  readonly given: unknown;
  /** The rule in wire names. Without members if it is no object. */
  readonly wire: Members;
}

/** The names in a file: the wire names of the API, or the camelCase names of a program. */
export interface Naming {
  /** Returns how the file writes a wire name. */
  readonly nameOf: (wireName: string) => string;
  readonly toWire: (rule: unknown) => Members;
  /** The shape of a rule in wire names. */
  readonly shape: z.ZodType;
  readonly checkParameters: (action: Action, given: Members, wire: Members, path: string) => Problem[];
}

const serverMember = z.unknown().optional();
const wireName = (name: string) => name;

const WIRE: Naming = {
  nameOf: wireName,
  // The API returns null for some members that a rule does not have. Without them, an object is still an object.
  toWire: (rule) => (isMembers(rule) ? (withoutNulls(rule) as Members) : {}),
  shape: z.strictObject({
    ...RuleWrite.shape,
    version: serverMember,
    last_updated: serverMember,
    categories: serverMember,
    score_threshold: serverMember,
  }),
  checkParameters: (action, _, { action_parameters: parameters }, path) =>
    checkParameterShape(action, parameters, path, wireName),
};
const PROGRAM: Naming = {
  nameOf: camelName,
  toWire: wireOf,
  // The API's id is no argument, and each rule needs a ref.
  shape: z.strictObject({ ...RuleWrite.omit({ id: true }).shape, ref: z.string().min(1) }),
  checkParameters: (action, { actionParameters: parameters }, _, path) =>
    checkParameters(action, parameters, path),
};

/** Returns the naming of rules: that of a program if a member or a rate limit has a camelCase name, and none has a wire name. */
export function namingOf(rules: readonly unknown[]): Naming {
  const names = rules
    .filter(isMembers)
    .flatMap((rule) => [rule, rule["ratelimit"]])
    .flatMap((value) => (isMembers(value) ? Object.keys(value) : []));
  const isProgram = names.some((name) => /[A-Z]/.test(name)) && !names.some((name) => name.includes("_"));
  return isProgram ? PROGRAM : WIRE;
}

/** Returns what the shape of a rule lacks: members, types, choices, and parameters of its action. */
export function checkShape({ path, given, wire }: WrittenRule, phase: Phase, naming: Naming): Problem[] {
  if (!isMembers(given))
    return [{ path, message: `must be an object with action and expression, found ${kindOf(given)}` }];
  const { shape, nameOf } = naming;
  const problems = schemaProblems(shape, wire, path, wordingFor(shape, nameOf));
  const { action, action_parameters: parameters } = wire;
  if (typeof action !== "string") return problems;
  const known = ACTIONS.find((one) => one === action);
  if (known === undefined)
    return [...problems, { path: pathTo(path, "action"), message: unknownAction(action, phase) }];
  // Missing parameters are known to the rule book.
  if (!isMembers(parameters)) return problems;
  const at = pathTo(path, nameOf("action_parameters"));
  return [...problems, ...naming.checkParameters(known, given, wire, at)];
}
