import type { Problem } from "../api/problem";
import { isUnknown } from "../api/unknown";
import { judgeRules, problemsOf, WIRE } from "../rulebook";
import { asRule } from "../rulebook/judge-rules";
import { isSecretInput } from "./inputs";
import type { Properties } from "./lifecycle";

/** Reports the errors of the argument `expression` with code frames; of a secret expression, only their positions. */
export function checkExpression(inputs: Properties, phase?: string): Problem[] {
  const { expression } = inputs;
  if (isUnknown(expression)) return [];
  const path = "expression";
  if (typeof expression !== "string") return [{ path, message: "must be a filter expression" }];
  const isSecret = () => isSecretInput(inputs, path);
  const written = { rules: asRule(expression), form: WIRE, place: { phase }, isSecret };
  return problemsOf(judgeRules(written, "language", "limit"));
}
