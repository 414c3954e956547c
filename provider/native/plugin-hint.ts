import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { lazily } from "../lazily";

const EXECUTABLES = ["pulumi-resource-edge", "pulumi-resource-edge.cmd", "pulumi-resource-edge.exe"];

/**
 * Warns once a program if no plugin is where the engine looks for one, since its own error names a command that cannot help. Returns
 * options that let a registration wait until the engine has the warning: the engine ends the program at the registration.
 */
export function withPluginHint(opts: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  const hint = opts.pluginDownloadURL === undefined ? hintAtPlugin() : undefined;
  const dependsOn = hint?.then((): pulumi.Resource[] => []);
  return dependsOn ? pulumi.mergeOptions(opts, { dependsOn }) : opts;
}

const hintAtPlugin = lazily((): Promise<void> | undefined => {
  if (pulumi.runtime.getStackResource() === undefined || isPluginThere()) return undefined;
  return pulumi.log.warn(
    "The plugin edge, which manages native resources, is not installed. Run `npx edge-platform plugin install`, or name its folder in " +
      "Pulumi.yaml: `plugins: {providers: [{name: edge, path: node_modules/pulumi-edge-platform/plugin}]}`.",
  );
});

function isPluginThere(): boolean {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  if (folders.some((folder) => EXECUTABLES.some((name) => fs.existsSync(path.join(folder, name)))))
    return true;
  return hasInstalledPlugin() || namesPlugin(process.cwd());
}

function hasInstalledPlugin(): boolean {
  const home = process.env["PULUMI_HOME"] ?? path.join(os.homedir(), ".pulumi");
  const plugins = path.join(home, "plugins");
  return fs.existsSync(plugins) && fs.readdirSync(plugins).some((name) => name.startsWith("resource-edge-"));
}

/** Whether the Pulumi.yaml of this folder, or of one above it, names a plugin edge. */
function namesPlugin(folder: string): boolean {
  const files = ["Pulumi.yaml", "Pulumi.yml"].map((name) => path.join(folder, name));
  const file = files.find((name) => fs.existsSync(name));
  if (file !== undefined) return /\bname:\s*["']?edge\b/.test(fs.readFileSync(file, "utf8"));
  const above = path.dirname(folder);
  return above !== folder && namesPlugin(above);
}
