import type { Position } from "../../api";
import { parseRef } from "../../marks";
import type { RemovalStep } from "./plan-removal";
import type { Step } from "./step";

/** What a request did, in words: `inserted rule "old-php" after "scanners"`. */
export function describeStep(step: Step | RemovalStep): string {
  switch (step.kind) {
    case "create":
      return `made a ruleset of ${counted(step.body.rules)}`;
    case "replace":
      return `replaced the whole list by ${counted(step.body.rules)}`;
    case "add":
      return `inserted ${named(step.rule.ref)} ${placed(step.rule.position ?? { after: "" })}`;
    case "patch":
      return `changed ${named(step.ref)}${step.rule.position ? `, now ${placed(step.rule.position)}` : ""}`;
    case "move":
      return `moved ${named(step.ref)} ${placed(step.position)}`;
    case "remove":
      return `removed ${named(step.ref)}`;
    case "remove-ruleset":
      return "removed the ruleset with its rules";
  }
}

function counted(rules: readonly unknown[] = []): string {
  return rules.length === 1 ? "1 rule" : `${rules.length} rules`;
}

function named(ref = ""): string {
  return `rule ${JSON.stringify(parseRef(ref).ref)}`;
}

function placed(position: Position): string {
  if ("index" in position) return `as number ${position.index}`;
  if ("before" in position)
    return position.before === ""
      ? "at the beginning"
      : `before ${JSON.stringify(parseRef(position.before).ref)}`;
  return position.after === "" ? "at the end" : `after ${JSON.stringify(parseRef(position.after).ref)}`;
}
