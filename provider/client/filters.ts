import type { Call } from "./caller";

/** Both change nothing. An invalid expression is an InvalidRequestError whose `serverMessage` is the API's whole text. */
export interface FilterCalls {
  validate(expression: string): Promise<void>;
  /** The same by GET; the expression stands in the URL, and so in logs of whatever is in between. */
  validateByQuery(expression: string): Promise<void>;
}

export function filterCalls(call: Call): FilterCalls {
  return {
    validate: async (expression) => void (await call("validateExpression", { body: { expression } })),
    validateByQuery: async (expression) =>
      void (await call("validateExpressionByQuery", { query: { expression } })),
  };
}
