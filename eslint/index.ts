/**
 * An ESLint plugin that checks filter expressions in the arguments of the resources of this package. docs/eslint.md describes it.
 *
 * @packageDocumentation
 */
import { checkExpressions } from "./check-expressions";
import { filterLanguage } from "./filter-language";

/** A rule of ESLint, without the types of ESLint, which is an optional peer. */
export interface EslintRule {
  readonly meta: object;
  readonly create: (context: never) => object;
}

/** How ESLint names the plugin. */
export const meta: { readonly name: string } = { name: "pulumi-edge-platform" };
/** `expression` reports what the service refuses, `warning` what is valid and suspicious; with `{ information: true }`, also the rest. */
export const rules: { readonly expression: EslintRule; readonly warning: EslintRule } = {
  expression: checkExpressions("errors in filter expressions", ["error"]),
  warning: checkExpressions("suspicious filter expressions", ["warning"]),
};

interface Config {
  readonly name: string;
  readonly plugins: { readonly edge: object };
  readonly rules: { readonly "edge/expression": "error"; readonly "edge/warning": "warn" };
}

const recommended: Config = {
  name: "pulumi-edge-platform/recommended",
  plugins: { edge: { meta, rules, languages: { filter: filterLanguage } } },
  rules: { "edge/expression": "error", "edge/warning": "warn" },
};

/** Flat configurations with both rules: `recommended` for programs, `filterFiles` for files with one expression each. */
export const configs: {
  readonly recommended: Config;
  readonly filterFiles: Config & { readonly files: string[]; readonly language: string };
} = {
  recommended,
  filterFiles: {
    ...recommended,
    name: "pulumi-edge-platform/filter-files",
    files: ["**/*.filter"],
    language: "edge/filter",
  },
};
