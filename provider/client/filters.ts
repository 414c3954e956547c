import type { Caller } from "./caller";

/** Both change nothing. An invalid expression is an InvalidRequestError whose `serverMessage` is the API's whole text. */
export interface FilterCalls {
  validate(expression: string): Promise<void>;
  /** The same by GET; the expression stands in the URL, and so in logs of whatever is in between. */
  validateByQuery(expression: string): Promise<void>;
}

export function filterCalls({ call }: Caller): FilterCalls {
  return {
    async validate(expression) {
      await call("validateExpression", { body: { expression } });
    },
    async validateByQuery(expression) {
      await call("validateExpressionByQuery", { query: { expression } });
    },
  };
}
