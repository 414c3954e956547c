// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { packageVersion, ROOT } = require("../prepare");
const { runStep } = require("../processes");
const { MANAGERS, NODES, SDKS } = require("./cells");

/** @typedef {import("./cells").StackCell} StackCell */

/** What is installed. @typedef {Pick<StackCell, "manager" | "sdk" | "typescript" | "linker" | "compiled">} Project */

/** What the local platform needs. */
const PLATFORM_PARTS = ["@hono/node-server", "@noble/hashes", "hono", "libsql"];
/** Needs a newer SDK than the oldest one. */
const POLICY = "@pulumi/policy";
/** TypeScript 7 beside the SDK. npm compares the peer range with the name. */
const OTHER_NAME = "typescript-7";
const LONGEST = 300_000;
// The log level of an outer `npm --silent` would hide why an installation failed.
const NPM_INSTALL = ["install", "--no-audit", "--no-fund", "--loglevel=warn"];

/** A step of a cell that did not do what it should. */
class StepFailure extends Error {
  /** @param {string} message in one line @param {string} [output] of the command */
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}

/** Cells with the same key share a project. @param {Project} project */
function projectKey({ manager, linker, sdk, typescript, compiled }) {
  return [manager, linker, sdk, typescript, compiled && "compiled"].filter(Boolean).join("-");
}

/**
 * Installs the tools and the projects of the cells below one folder.
 * @param {string} folder a new one, outside of the repository, so that nothing is found there
 * @param {string} [source] a built checkout of the repository, which is packed. Default: this one
 */
function installerIn(folder, source = ROOT) {
  /** @type {Map<string, Promise<string>>} */
  const finished = new Map();
  /** @param {string} key @param {() => Promise<string>} work @returns {Promise<string>} */
  const once = (key, work) => {
    const known = finished.get(key) ?? work();
    finished.set(key, known);
    return known;
  };

  /** Packs the package, as for `npm publish`. */
  const packed = () =>
    once("packed", async () => {
      fs.mkdirSync(folder, { recursive: true });
      const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
      return path.join(folder, (await run("npm", args, { cwd: source })).trim());
    });

  /** Installs an npm package into its own folder. @param {string} name @param {string} version */
  const tool = (name, version) =>
    once(`${name}@${version}`, async () => {
      const own = path.join(folder, "tools", `${name}@${version}`);
      writeManifest(own, { [name]: version });
      await run("npm", NPM_INSTALL, { cwd: own });
      return path.join(own, "node_modules", name);
    });

  /** Returns the folder with the executable `node`. @param {keyof typeof NODES} major */
  const nodeFolder = async (major) => {
    const system = process.platform === "win32" ? "win" : process.platform;
    return path.join(await tool(`node-${system}-${process.arch}`, NODES[major]), "bin");
  };

  /** @param {StackCell["manager"]} manager */
  const installCommand = async (manager) => {
    if (manager === "npm") return ["npm", ...NPM_INSTALL];
    const { package: name, version, bin } = MANAGERS[manager];
    const file = path.join(await tool(name, version), bin);
    return [...(file.endsWith(".js") ? ["node"] : []), file, "install"];
  };

  /**
   * Installs the packed package and what its users install with it. Cells with the same packages share a project.
   * @param {Project} cell
   * @param {{ env: NodeJS.ProcessEnv }} options
   * @returns {Promise<string>} the folder of the project
   */
  const project = (cell, { env }) => {
    const key = projectKey(cell);
    const { manager, sdk, typescript, linker = "node-modules", compiled } = cell;
    return once(key, async () => {
      const own = path.join(folder, "projects", key);
      const parts = [...PLATFORM_PARTS, ...(sdk === SDKS.oldest ? [] : [POLICY]), "@types/node"];
      /** @type {Record<string, string>} */
      const versions = {};
      for (const name of parts) versions[name] = installedVersion(name);
      writeManifest(own, {
        "pulumi-edge-platform": `file:${await packed()}`,
        "@pulumi/pulumi": sdk,
        ...(compiled ? { [OTHER_NAME]: `npm:typescript@${typescript}` } : { typescript }),
        ...versions,
      });
      const settings = await settingsOf(manager, linker);
      for (const [file, value] of Object.entries(settings))
        fs.writeFileSync(path.join(own, file), JSON.stringify(value));
      const [command = "", ...args] = await installCommand(manager);
      await run(command, args, { cwd: own, env });
      return own;
    });
  };

  /** Returns the files of settings, by name. JSON is YAML. @param {StackCell["manager"]} manager @param {string} linker */
  const settingsOf = async (manager, linker) => {
    if (manager === "pnpm") return { "pnpm-workspace.yaml": { allowBuilds: { protobufjs: false } } };
    if (manager !== "yarn") return {};
    const npmRegistryServer = await registry();
    return { ".yarnrc.yml": { npmRegistryServer, nodeLinker: linker, enableTelemetry: false } };
  };

  const registry = () =>
    once("registry", async () => (await run("npm", ["config", "get", "registry"], { cwd: folder })).trim());

  /** Returns the executable of bun. */
  const bun = async () => {
    const { package: name, version, bin } = MANAGERS.bun;
    return path.join(await tool(name, version), bin);
  };

  return { bun, nodeFolder, project, tool };
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>} its stdout
 * @throws {StepFailure} with the output if the command fails
 */
async function run(command, args, options) {
  const { code, stdout, stderr, timedOut } = await runStep(command, args, { ...options, timeoutMs: LONGEST });
  const name = [path.basename(command), ...args].join(" ");
  if (timedOut) throw new StepFailure(`\`${name}\` did not end within ${LONGEST / 1000} s`, stdout + stderr);
  if (code !== 0) throw new StepFailure(`\`${name}\` ended with exit code ${code}`, stdout + stderr);
  return stdout;
}

/** @param {string} folder @param {Record<string, string>} dependencies */
function writeManifest(folder, dependencies) {
  fs.mkdirSync(folder, { recursive: true });
  const manifest = { name: "compatibility", version: "0.0.0", private: true, dependencies };
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
}

/** Returns the release that the lock file of this repository names. @param {string} name */
function installedVersion(name) {
  const version = packageVersion(path.join(ROOT, "node_modules", name, "package.json"));
  if (version === undefined) throw new Error(`${name} is not installed: run \`npm ci\`.`);
  return version;
}

module.exports = { LONGEST, OTHER_NAME, StepFailure, installedVersion, installerIn, projectKey, run };
