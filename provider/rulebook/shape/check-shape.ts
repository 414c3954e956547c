import { ACTIONS, anyRule } from "../../api";
import { found, isMembers, isUnknown, kindOf, pathTo, type Members, type Problem } from "../../api";
import type { Finding } from "../finding";
import type { NamedRule } from "../hazards/judged-rule";
import type { Form } from "../naming";
import { checkParameterShape } from "./check-parameters";
import { checkProgramRules, unknownAction } from "./check-program-rules";
import { schemaProblems, wordingFor } from "./schema-problems";

const RULE = anyRule();

/** Finds what the shape of rules lacks: members, types, choices, parameters of their actions, and refs that differ. */
export function checkShape(
  rules: readonly NamedRule[],
  wire: readonly Members[],
  { names, nameOf }: Form,
  phase: string | undefined,
): Finding[] {
  const given = rules.map(({ rule }) => rule);
  const problems =
    names === "program"
      ? checkProgramRules(given, phase)
      : rules.flatMap(({ path, rule }, index) =>
          isMembers(rule)
            ? checkWireRule(wire[index] ?? {}, path, phase, nameOf)
            : [{ path, message: `must be an object with action and expression, found ${kindOf(rule)}` }],
        );
  const error = { severity: "error", source: "shape" } as const;
  return [
    ...problems.map((problem) => ({ ...problem, ...error, id: "shape" })),
    ...checkRefs(rules).map((problem) => ({ ...problem, ...error, id: "ref-repeated" })),
  ];
}

function checkWireRule(
  wire: Members,
  path: string,
  phase: string | undefined,
  nameOf: Form["nameOf"],
): Problem[] {
  const problems = schemaProblems(RULE, wire, path, wordingFor(RULE, nameOf));
  const { action, action_parameters: parameters } = wire;
  if (typeof action !== "string") return problems;
  const known = ACTIONS.find((one) => one === action);
  if (known === undefined)
    return [...problems, { path: pathTo(path, "action"), message: unknownAction(action, phase) }];
  // Missing parameters are known to the rule book.
  if (!isMembers(parameters)) return problems;
  const at = pathTo(path, nameOf("action_parameters"));
  return [...problems, ...checkParameterShape(known, parameters, at, nameOf)];
}

/** Returns a problem for each ref that an earlier rule of the list has. */
function checkRefs(rules: readonly NamedRule[]): Problem[] {
  const first = new Map<string, string>();
  return rules.flatMap(({ path, rule }) => {
    const ref = isMembers(rule) ? rule["ref"] : undefined;
    if (typeof ref !== "string" || ref === "" || isUnknown(ref)) return [];
    const earlier = first.get(ref);
    if (earlier === undefined) {
      first.set(ref, path);
      return [];
    }
    const message = `${found(ref)} is already the ref of ${earlier}; each rule needs a unique ref`;
    return [{ path: pathTo(path, "ref"), message }];
  });
}
