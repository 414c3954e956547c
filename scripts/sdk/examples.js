// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { ROOT } = require("../prepare");
const { filesOf, GENERATORS } = require("./generate");
const { ensureGoProgram } = require("./go-programs");

const EXAMPLES = path.join(ROOT, "scripts", "schema", "examples");

/**
 * The generators' name for a language by the ending of its examples, with the file that they make, and the examples that they cannot
 * make from the YAML program: the `resources` of a token have one of two types. The generator for Java makes programs that do not compile:
 * it writes the members of enums as texts, and whole numbers where the SDK has decimal ones.
 * @type {Readonly<Record<string, { language: "dotnet" | "go" | "python", file: string, byHand: readonly string[] }>>}
 */
const LANGUAGES = {
  cs: { language: "dotnet", file: "Program.cs", byHand: ["ApiToken"] },
  go: { language: "go", file: "main.go", byHand: ["ApiToken"] },
  py: { language: "python", file: "__main__.py", byHand: [] },
};

/**
 * Generates the examples of the schema in other languages from the YAML programs.
 * @param {import("../processes").Progress} progress
 * @returns {Promise<Record<string, string>>} by the names of their files
 */
async function generateExamples(progress) {
  const schema = path.join(ROOT, "plugin", "schema.json");
  const converter = await ensureGoProgram("yaml-converter", progress);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-examples-"));
  const intermediate = path.join(folder, "program.pp");
  /** @type {Record<string, string>} */
  const examples = {};
  try {
    for (const program of fs.readdirSync(EXAMPLES).filter((name) => name.endsWith(".yaml"))) {
      const kind = path.basename(program, ".yaml");
      const { "program.pp": pcl = "" } = await filesOf(converter, [schema, path.join(EXAMPLES, program)]);
      fs.writeFileSync(intermediate, pcl, "base64");
      for (const [ending, { language, file, byHand }] of Object.entries(LANGUAGES)) {
        if (byHand.includes(kind)) continue;
        const generator = await ensureGoProgram(GENERATORS[language], progress);
        const made = await filesOf(generator, [schema, language, intermediate]);
        const text = Buffer.from(made[file] ?? "", "base64").toString();
        examples[`${kind}.${ending}`] = `${text.trim()}\n`;
      }
    }
    return examples;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

module.exports = { EXAMPLES, generateExamples };
