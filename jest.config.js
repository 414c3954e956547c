// @ts-check
/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  transform: { "^.+\\.[jt]s$": ["@swc/jest", { jsc: { target: "es2022" } }] },
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.platform/"],
  projects: ["unit", "contract", "engine"].map((name) => ({
    displayName: name,
    testEnvironment: "node",
    testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`],
    transform: { "^.+\\.[jt]s$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } } }] },
    modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.platform/"],
  })),
};
