#!/usr/bin/env node
import { createRequire } from "node:module";
import { Command } from "commander";
import { registerFilter } from "./filter";
import { registerPlatform } from "./platform";
import { registerRulesets } from "./rulesets";
import { registerServe } from "./serve";

const program = new Command("edge-platform")
  .description("The local edge platform, and tools for what runs on it.")
  .version(packageVersion());
registerServe(program);
registerPlatform(program);
registerFilter(program);
registerRulesets(program);
void program.parseAsync();

/** By the package's own name: sources and compiled files lie at different depths below it. */
function packageVersion(): string {
  // npm demands a version in every package.json.
  const { version } = createRequire(__filename)("pulumi-edge-platform/package.json") as { version: string };
  return version;
}
