/**
 * An ESLint plugin that checks filter expressions in the arguments of the resources of this package. docs/eslint.md describes it.
 *
 * @packageDocumentation
 */
import { checkExpressions } from "./check-expressions";

/** A rule of ESLint, without the types of ESLint, which is an optional peer. */
export interface EslintRule {
  readonly meta: object;
  readonly create: (context: never) => object;
}

const PAGE = "docs/eslint.md";
const expression: EslintRule = checkExpressions("errors in filter expressions", PAGE, ["error"]);
const warning: EslintRule = checkExpressions("suspicious filter expressions", PAGE, ["warning"]);

export const meta: { readonly name: string } = { name: "pulumi-edge-platform" };
/** `expression` reports what the service refuses, `warning` what is valid and suspicious. */
export const rules: { readonly expression: EslintRule; readonly warning: EslintRule } = {
  expression,
  warning,
};
/** `recommended` has both rules, for a flat configuration. */
export const configs: {
  readonly recommended: {
    readonly name: string;
    readonly plugins: { readonly edge: { readonly meta: typeof meta; readonly rules: typeof rules } };
    readonly rules: { readonly "edge/expression": "error"; readonly "edge/warning": "warn" };
  };
} = {
  recommended: {
    name: "pulumi-edge-platform/recommended",
    plugins: { edge: { meta, rules } },
    rules: { "edge/expression": "error", "edge/warning": "warn" },
  },
};
