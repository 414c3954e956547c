// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { isDeepStrictEqual } = require("node:util");
const { platformApi } = require("../demo/platform-api");
const { startPlatform } = require("../demo/platform-process");
const { privatePulumi, privatePulumiEnv } = require("../engine-env");
const { endEngineProcesses } = require("../engine-processes");
const { languageHost, missingIn } = require("../pulumi-cli/on-path");
const { MANAGERS, NODES } = require("./cells");
const { LONGEST, OTHER_NAME, StepFailure, run } = require("./install");
const { KINDS, ZONES, mocksOf, mocksResult, programOf } = require("./programs");

// The engine's own formats.
/** @type {(text: string) => { changeSummary?: Record<string, number> }} */
const parsePreview = JSON.parse;
/** @type {(text: string) => { deployment: { resources: { type: string, id?: string }[] } }} */
const parseState = JSON.parse;

/** @typedef {import("./cells").StackCell} StackCell */
/** @typedef {"install" | "preview" | "up" | "unchanged up" | "refresh" | "destroy" | "mocks"} Step */

/** In the order of the page. Each step needs those before it. @type {readonly Step[]} */
const STEPS = ["install", "mocks", "preview", "up", "unchanged up", "refresh", "destroy"];

/**
 * Plays a cell with the local platform that the package ships, on the Node of the cell. What each step did is read from the requests
 * that the platform received, from what is live there, and from the state.
 * @param {StackCell} cell
 * @param {object} context
 * @param {ReturnType<typeof import("./install").installerIn>} context.installer
 * @param {import("../pulumi-cli").PulumiCli} context.cli
 * @param {string} context.directory a new folder for the state and the platform's data
 * @param {(end: () => Promise<void>) => void} context.cleanUp registers what must end if the command is stopped
 * @param {(step: Step) => void} context.done is called after each step
 */
async function playStack(cell, { installer, cli, directory, cleanUp, done }) {
  const { doors, runtime } = cell;
  const nodeFolder = await installer.nodeFolder(cell.node);
  const node = path.join(nodeFolder, "node");
  const hosts = runtime === "bun" ? bunHost(path.join(directory, "hosts"), cli, await installer.bun()) : [];
  const PATH = [nodeFolder, cli.binDir, ...hosts, process.env["PATH"] ?? ""].join(path.delimiter);
  const base = { ...privatePulumiEnv({ cli, directory }), PATH };

  const project = await installer.project(cell, { env: base });
  writeProject(project, cell);
  if (cell.compiled)
    await run(node, [path.join(project, "node_modules", OTHER_NAME, "bin", "tsc"), "-p", project], {
      cwd: project,
      env: base,
    });
  done("install");

  const tested = runtime === "bun" ? await installer.bun() : node;
  const told = await run(tested, ["mocks.js"], { cwd: project, env: base });
  if (!isDeepStrictEqual(JSON.parse(told), mocksResult(doors)))
    throw new StepFailure("the unit test registered something else", told);
  done("mocks");

  const main = path.join(project, "node_modules", "pulumi-edge-platform", "dist", "cli", "main.js");
  const platform = await startPlatform(path.join(directory, "data"), { main, node });
  cleanUp(platform.stop);
  cleanUp(() => endEngineProcesses(directory));
  try {
    const { baseUrl, gatewayUrl, token } = platform.ready;
    const env = { PATH, EDGE_BASE_URL: baseUrl, EDGE_GATEWAY_URL: gatewayUrl, EDGE_API_TOKEN: token };
    if (doors.includes("native"))
      await run(node, [main, "plugin", "install"], { cwd: project, env: { ...base, ...env } });
    const pulumi = privatePulumi({ cli, directory, program: project, env, timeoutMs: LONGEST });
    await playSteps(pulumi, { cell, api: platformApi(platform.ready), done });
  } finally {
    await endEngineProcesses(directory);
    await platform.stop();
  }
}

/**
 * @param {ReturnType<typeof privatePulumi>} pulumi
 * @param {{ cell: StackCell, api: ReturnType<typeof platformApi>, done: (step: Step) => void }} context
 */
async function playSteps(pulumi, { cell: { doors }, api, done }) {
  const resources = KINDS.length * doors.length;
  /** @param {string[]} args @returns {Promise<string>} stdout */
  const expectSuccess = async (...args) => {
    const { code, stdout, output } = await pulumi(...args);
    if (code === 0) return stdout;
    throw new StepFailure(`\`pulumi ${args.join(" ")}\` ended with exit code ${code}`, output);
  };
  /** @param {number} writes expected number @param {string[]} args @returns {Promise<string>} stdout */
  const play = async (writes, ...args) => {
    const seen = await api.watch(() => expectSuccess(...args));
    const command = `\`pulumi ${args.join(" ")}\``;
    if (seen.writes.length !== writes)
      throw new StepFailure(
        `${command} sent ${seen.writes.length} writes, not ${writes}`,
        [seen.value, ...seen.writes].join("\n"),
      );
    if (seen.requests.length === 0) throw new StepFailure(`${command} sent no request`, seen.value);
    return seen.value;
  };

  await expectSuccess("stack", "init", "test");
  const preview = await play(0, "preview", "--json");
  const { changeSummary } = parsePreview(preview);
  // The stack is a resource, too.
  if (!isDeepStrictEqual(changeSummary, { create: resources + 1 }))
    throw new StepFailure(`the preview plans ${JSON.stringify(changeSummary)}`, preview);
  done("preview");

  await play(resources, "up", "--yes", "--skip-preview");
  await expectLive(api, doors);
  const state = await expectSuccess("stack", "export");
  const found = managedIn(state);
  if (found !== resources) throw new StepFailure(`the state has ${found} resources, not ${resources}`, state);
  done("up");

  const repeated = ["--yes", "--skip-preview", "--expect-no-changes"];
  await play(0, "up", ...repeated);
  done("unchanged up");
  await play(0, "refresh", ...repeated);
  done("refresh");

  await play(resources, "destroy", "--yes", "--skip-preview");
  const left = await api.leftovers();
  if (left.length > 0) throw new StepFailure(`after destroy, the platform still has ${left.join(", ")}`);
  done("destroy");
}

/** @param {ReturnType<typeof platformApi>} api @param {StackCell["doors"]} doors */
async function expectLive(api, doors) {
  const zones = await api.zones();
  for (const door of doors) {
    const zone = zones.find(({ name }) => name === ZONES[door]);
    const custom = await api.entrypoint(zone?.id ?? "", "http_request_firewall_custom");
    // The package appends the owner of a rule.
    const refs = custom.rules.map(({ ref }) => ref.split("~")[0]);
    if (!isDeepStrictEqual(refs, ["admin"]))
      throw new StepFailure(`after up, the rules of ${ZONES[door]} are ${JSON.stringify(refs)}`);
  }
}

/** Counts the resources of this package in a state. @param {string} exported by `pulumi stack export` */
function managedIn(exported) {
  const state = parseState(exported);
  const own = KINDS.map((kind) => `edge:${kind}`).concat(KINDS.map((kind) => `edge:index:${kind}`));
  return state.deployment.resources.filter(
    ({ type, id }) => id !== undefined && own.includes(type.replace("pulumi-nodejs:dynamic/", "")),
  ).length;
}

/**
 * Makes a language host for bun of one that was built for Node, if the CLI has none: bun starts the program in place of Node.
 * @param {string} folder a new one for what it writes
 * @param {import("../pulumi-cli").PulumiCli} cli
 * @param {string} bun
 * @returns {string[]} folders for PATH
 */
function bunHost(folder, cli, bun) {
  if (missingIn(cli.binDir, [languageHost("bun")]).length === 0) return [];
  const asNode = path.join(folder, "as-node");
  fs.mkdirSync(asNode, { recursive: true });
  const host = path.join(cli.binDir, languageHost("nodejs"));
  // Bun compiles TypeScript itself.
  const scripts = {
    [path.join(asNode, "node")]: `unset PULUMI_NODEJS_TYPESCRIPT\nexec "${bun}" "$@"`,
    [path.join(folder, languageHost("bun"))]: `PATH="${asNode}:$PATH" exec "${host}" "$@"`,
  };
  for (const [file, text] of Object.entries(scripts))
    fs.writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return [folder];
}

/** Writes the program of a cell. @param {string} project @param {StackCell} cell */
function writeProject(project, { node: major, doors, runtime = "nodejs", compiled }) {
  const node = { name: runtime, options: { typescript: false } };
  const settings = compiled ? { runtime: node, main: "build/" } : { runtime };
  const compilerOptions = {
    target: "es2022",
    module: "node16",
    moduleResolution: "node16",
    strict: true,
    types: ["node"],
    ...(compiled && { outDir: "build" }),
  };
  const files = {
    "Pulumi.yaml": JSON.stringify({ name: "compatibility", ...settings }),
    "index.ts": programOf(
      doors,
      runtime === "bun"
        ? { name: "bun", version: MANAGERS.bun.version }
        : { name: "node", version: NODES[major] },
    ),
    "mocks.js": mocksOf(doors),
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }),
  };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(project, name), text);
  fs.rmSync(path.join(project, "Pulumi.test.yaml"), { force: true });
}

module.exports = { STEPS, playStack };
