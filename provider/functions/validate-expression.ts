import { isInvalidRequest } from "../client";
import { fieldsOf, parseFilter, printForPeople } from "../filter";
import { checkArguments } from "./check-arguments";
import { providerOf, type LookupInvokeOptions } from "./invoke-options";
import { asOutput, languageOfLookups, lookUp, type LookupOptions } from "./lookup";

/** The arguments of `validateExpression`. */
export interface ValidateExpressionArgs extends LookupOptions {
  /** The filter expression. */
  expression: string;
  /** Where to validate: `local` (default) parses offline, in this package; `api` asks the API. */
  mode?: "local" | "api";
}

/** The result of `validateExpression`. */
export interface ValidateExpressionResult {
  /** Whether the expression is valid. */
  readonly valid: boolean;
  /** The errors and their positions, in several lines; undefined if the expression is valid. */
  readonly message: string | undefined;
  /** The names of the fields that the expression reads, sorted. Empty if this package cannot parse it. */
  readonly fields: readonly string[];
}

/** Validates a filter expression. An invalid expression is a result with `valid: false`, not an exception. */
export async function validateExpression(
  args: ValidateExpressionArgs,
  opts?: LookupInvokeOptions,
): Promise<ValidateExpressionResult> {
  checkArguments("validateExpression", args);
  const parsed = parseFilter(args.expression, { language: languageOfLookups() });
  const fields = parsed.valid ? fieldsOf(parsed.ast) : [];
  // Its settings may declare fields.
  const provider = providerOf("validateExpression", opts);
  if (args.mode !== "api" && !provider) {
    const message = parsed.valid ? undefined : printForPeople(args.expression, parsed.diagnostics);
    return { valid: parsed.valid, message, fields };
  }
  return lookUp("validateExpression", args, opts, async (client) => {
    try {
      await client.filters.validate(args.expression);
      return { valid: true, message: undefined, fields };
    } catch (error) {
      if (!isInvalidRequest(error)) throw error;
      return { valid: false, message: error.serverMessage, fields };
    }
  });
}
/** The output form of {@link validateExpression}. */
export const validateExpressionOutput = asOutput("validateExpression", validateExpression);
