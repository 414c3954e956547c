// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const FOLDER = path.join(__dirname, "examples");

/** The languages of Pulumi's documentation beside TypeScript, with the endings of the files that have their examples. */
const FILES = { python: "py", go: "go", csharp: "cs", java: "java", yaml: "yaml" };

/**
 * Returns the description of a resource with its examples.
 * @param {import("./schema-types").SchemaTypes} types
 * @param {import("typescript").Symbol} symbol its class
 */
function describedWithExamples(types, symbol) {
  return `${types.docOf(symbol)}\n\n${examplesOf(symbol.name, types.tagOf(symbol, "example") ?? "")}`;
}

/**
 * Returns the section of a resource's description from which Pulumi's generators take the examples of their language. TypeScript has
 * the example of the class's declaration, with the native class.
 * @param {string} kind
 * @param {string} declared the text after `@example`, which is a fenced block
 */
function examplesOf(kind, declared) {
  const typescript = declared
    .replace(/^```ts$/m, "```typescript")
    .replace('from "pulumi-edge-platform";', 'from "pulumi-edge-platform/native";');
  const others = Object.entries(FILES).map(
    ([language, ending]) =>
      `\`\`\`${language}\n${fs.readFileSync(path.join(FOLDER, `${kind}.${ending}`), "utf8").trim()}\n\`\`\``,
  );
  return [
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    ...[typescript.trim(), ...others].flatMap((block) => [block, ""]),
    "{{% /example %}}",
    "{{% /examples %}}",
  ].join("\n");
}

module.exports = { describedWithExamples };
