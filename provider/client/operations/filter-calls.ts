import type { OperationCaller } from "./operation-caller";

/** Validates expressions. An invalid expression throws an InvalidRequestError with the API's text as `serverMessage`. */
export interface FilterCalls {
  validate(expression: string): Promise<void>;
  /** Validates by GET. The URL contains the expression, so proxies may log it. */
  validateByQuery(expression: string): Promise<void>;
}

export function filterCalls({ call }: OperationCaller): FilterCalls {
  return {
    async validate(expression) {
      await call("validateExpression", { body: { expression } });
    },
    async validateByQuery(expression) {
      await call("validateExpressionByQuery", { query: { expression } });
    },
  };
}
