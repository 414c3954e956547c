import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "node_modules/",
      ".platform/",
      "**/*.cjs",
      // A repository of a user, which is not installed here.
      "tests/repository/forty-zones/",
      // Programs of users, which only the engine compiles.
      "tests/golden/*/program.ts",
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
      // Members of a literal stand in it themselves.
      "no-restricted-syntax": [
        "error",
        ...["Object", "Array"].map((literal) => ({
          selector: `${literal}Expression > SpreadElement > ${literal}Expression.argument`,
          message: "Write these members into the literal around them.",
        })),
      ],
      // The arguments accept computed numbers by the type of an enum: provider/resources/computed.ts.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
    },
  },
  {
    // CommonJS on purpose: they run before anything is installed, and jest loads them too.
    files: ["scripts/**/*.js", "jest.config.js"],
    rules: { "@typescript-eslint/no-require-imports": "off", "no-console": "off" },
  },
  {
    // A path by the package name, since source and compiled file are at different depths.
    files: ["plugin/package-version.ts"],
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    // The types of nodes are enums of a package that only types are imported from.
    files: ["eslint/**/*.ts"],
    rules: { "@typescript-eslint/no-unsafe-enum-comparison": "off" },
  },
  { files: ["eslint.config.mjs", "jest.config.js"], extends: [tseslint.configs.disableTypeChecked] },
  { files: ["tests/**/*.ts"], rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
);
