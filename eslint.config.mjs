import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "docs/reference/",
      "node_modules/",
      ".platform/",
      "**/*.cjs",
      "tests/engine/programs/",
      // A script of another repository, which the example shows.
      "examples/**/*.mjs",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "no-console": "error",
    },
  },
  {
    // CommonJS on purpose: they run before anything is installed, and jest loads them too.
    files: ["scripts/**/*.js", "jest.config.js"],
    rules: { "@typescript-eslint/no-require-imports": "off", "no-console": "off" },
  },
  {
    // What most programs never use of the filter language, the schemas of a program that only declares resources, the HTTP client
    // of a program that looks nothing up and of a run that changes nothing, the optional packages of the platform, and the other
    // commands of the command line, are loaded at their first use: a call of CommonJS, not an import.
    files: [
      "provider/filter/{index,builder/condition,parse/{parser,parse-value-expression},limits/check-place}.ts",
      "provider/regex/index.ts",
      "provider/client/queue/transport.ts",
      "provider/functions/lookup.ts",
      "provider/rulebook/judge-rules.ts",
      "provider/tokens/access/explain-access.ts",
      "emulator/{load-server,store/database}.ts",
      "cli/{main,local-platform/start-platform,review/sarif-tool}.ts",
      "plugin/{package-version,provider,service}.ts",
    ],
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  { files: ["eslint.config.mjs", "jest.config.js"], extends: [tseslint.configs.disableTypeChecked] },
  { files: ["tests/**/*.ts"], rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
);
