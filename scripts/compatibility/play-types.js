// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { runStep } = require("../processes");
const { LONGEST, StepFailure } = require("./install");
const { ENTRY_POINTS } = require("./programs");

/** As users set them: CommonJS or ES modules run by Node, or a bundler. */
const SETTINGS = {
  node16: { module: "node16", moduleResolution: "node16" },
  bundler: { module: "preserve", moduleResolution: "bundler" },
};

/** Errors in the declarations of `@pulumi/policy` itself: it exports names that another of its files does not. */
const FOREIGN = /^node_modules[\\/]@pulumi[\\/]policy[\\/]/;

/**
 * Checks the types of a program that uses each entry point, and the declarations that it loads. The compiler is installed apart,
 * because npm refuses some beside the SDK.
 * @param {import("./cells").TypesCell} cell
 * @param {{ installer: ReturnType<typeof import("./install").installerIn> }} context
 */
async function playTypes(cell, { installer }) {
  const project = await installer.project(cell, { env: process.env });
  const compiler = path.join(await installer.tool("typescript", cell.compiler), "bin", "tsc");
  fs.writeFileSync(path.join(project, "entry-points.ts"), ENTRY_POINTS);
  for (const settings of Object.values(SETTINGS)) {
    const compilerOptions = { target: "es2022", strict: true, types: ["node"], ...settings };
    const file = path.join(project, "tsconfig.json");
    fs.writeFileSync(file, JSON.stringify({ compilerOptions, files: ["entry-points.ts"] }));
    const args = [compiler, "--noEmit", "--pretty", "false", "-p", file];
    const { stdout, stderr } = await runStep(process.execPath, args, { cwd: project, timeoutMs: LONGEST });
    const errors = `${stdout}${stderr}`
      .trim()
      .split("\n")
      .filter((line) => line !== "" && !FOREIGN.test(line));
    if (errors[0] !== undefined)
      throw new StepFailure(`the compiler says \`${errors[0]}\``, errors.join("\n"));
  }
}

module.exports = { playTypes };
