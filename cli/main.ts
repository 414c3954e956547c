#!/usr/bin/env node
import { createRequire } from "node:module";
import { Command } from "commander";
import type * as Doctor from "./doctor";
import type * as Filter from "./filter";
import type * as Orphans from "./orphans";
import type * as Platform from "./platform";
import type * as Preflight from "./preflight";
import type * as Rulesets from "./rulesets";
import type * as Serve from "./serve";
import type * as Tokens from "./tokens";

/** What adds each command. Its module is loaded when it is asked for: `serve` starts without what the others need. */
const COMMANDS = new Map<string | undefined, () => (program: Command) => void>([
  ["serve", () => (require("./serve") as typeof Serve).registerServe],
  ["platform", () => (require("./platform") as typeof Platform).registerPlatform],
  ["filter", () => (require("./filter") as typeof Filter).registerFilter],
  ["rulesets", () => (require("./rulesets") as typeof Rulesets).registerRulesets],
  ["tokens", () => (require("./tokens") as typeof Tokens).registerTokens],
  ["preflight", () => (require("./preflight") as typeof Preflight).registerPreflight],
  ["orphans", () => (require("./orphans") as typeof Orphans).registerOrphans],
  ["doctor", () => (require("./doctor") as typeof Doctor).registerDoctor],
]);

const program = new Command("edge-platform")
  .description("The local edge platform, and tools for what runs on it.")
  .version(packageVersion());
const asked = COMMANDS.get(process.argv[2]);
// What names none of them is answered with a list of all, or with what is meant instead.
for (const load of asked ? [asked] : COMMANDS.values()) load()(program);
void program.parseAsync();

/** By the package's own name: sources and compiled files lie at different depths below it. */
function packageVersion(): string {
  // npm demands a version in every package.json.
  const { version } = createRequire(__filename)("pulumi-edge-platform/package.json") as { version: string };
  return version;
}
