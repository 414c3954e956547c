import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** How the engine names the executable of the plugin: the second one on Windows. */
const EXECUTABLES = ["pulumi-resource-edge", "pulumi-resource-edge.cmd"];

/** What the build makes for an installed plugin. */
const BUILT = ["bundle.js", "schema.json", "start.js"];

/**
 * Copies the plugin into a folder, where it needs nothing else of this package. It leaves out PulumiPlugin.yaml, for which the engine
 * would install dependencies. Returns the names of the files, sorted.
 */
export function stagePlugin(folder: string): string[] {
  for (const name of EXECUTABLES) {
    fs.copyFileSync(path.join(pluginFolder(), name), path.join(folder, name));
    fs.chmodSync(path.join(folder, name), 0o755);
  }
  for (const name of BUILT)
    fs.copyFileSync(path.join(packageRoot(), "dist", "plugin", name), path.join(folder, name));
  return [...BUILT, ...EXECUTABLES].sort();
}

/** Returns the folder of the plugin in the package, which Pulumi.yaml can name. */
export function pluginFolder(): string {
  return path.join(packageRoot(), "plugin");
}

/** By the package's name, since source and compiled files are at different depths. */
function packageRoot(): string {
  return path.dirname(createRequire(__filename).resolve("pulumi-edge-platform/package.json"));
}
