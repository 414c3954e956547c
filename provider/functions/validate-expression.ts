import { fieldsOf, parseFilter, printForPeople } from "../filter";
import { asOutput, loadClient, lookUp, type LookupOptions } from "./lookup";

export interface ValidateExpressionArgs extends LookupOptions {
  expression: string;
  /** `local` (default): judged by the package, offline. `api`: asked of the endpoint. */
  mode?: "local" | "api";
}

export interface ValidateExpressionResult {
  readonly valid: boolean;
  /** What is wrong and where, over several lines; undefined when nothing is. */
  readonly message: string | undefined;
  /** Names of the fields that a valid expression reads, sorted; empty where the package cannot parse it. */
  readonly fields: readonly string[];
}

/** Whether a filter expression is good. A bad one is an answer, not an error. */
export async function validateExpression(args: ValidateExpressionArgs): Promise<ValidateExpressionResult> {
  const parsed = parseFilter(args.expression);
  const fields = parsed.valid ? fieldsOf(parsed.ast) : [];
  if (args.mode !== "api") {
    const message = parsed.valid ? undefined : printForPeople(args.expression, parsed.diagnostics);
    return { valid: parsed.valid, message, fields };
  }
  return lookUp(args, async (client) => {
    try {
      await client.filters.validate(args.expression);
      return { valid: true, message: undefined, fields };
    } catch (error) {
      if (!loadClient().isInvalidRequest(error)) throw error;
      return { valid: false, message: error.serverMessage, fields };
    }
  });
}
/** The output form of {@link validateExpression}. */
export const validateExpressionOutput = asOutput(validateExpression);
