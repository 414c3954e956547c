// @ts-check
"use strict";

const {
  MANAGERS,
  MANAGER_CELLS,
  MATRIX,
  NODES,
  SDKS,
  TYPES_CELLS,
  TYPESCRIPT_CELLS,
  TYPESCRIPTS,
} = require("./cells");
const { STEPS } = require("./play-stack");
const { RELEASE } = require("../pulumi-cli/cache");

/** @typedef {import("../compatibility").Row} Row */
/** @typedef {import("./cells").StackCell} StackCell */
/** @typedef {import("./cells").TypesCell} TypesCell */

/** Describes a row in one line. @param {Row} row */
function rowText({ done, problem }) {
  if (problem === undefined) return "works";
  return done.length === 0
    ? `does not work: ${problem}`
    : `does not work after ${done.join(", ")}: ${problem}`;
}

/**
 * Returns docs/compatibility.md, before it is formatted.
 * @param {readonly Row[]} rows of all cells
 * @param {{ date: Date, ownHost: boolean, npm: string }} run `npm` is its release, `ownHost` if the CLI was built with the language host of this repository
 */
function compatibilityPage(rows, { date, ownHost, npm }) {
  /** @param {readonly { name: string }[]} cells */
  const of = (cells) => rows.filter(({ cell }) => cells.some(({ name }) => name === cell.name));
  return `# Compatibility

\`npm run compatibility\` wrote this page on ${date.toISOString().slice(0, 10)}, on ${process.platform} ${process.arch}. Each cell installs the packed package into a
new folder, with the local platform that it ships, and runs a program with three resources for each provider. A step works if it
succeeds, and if the requests that the platform received, what is live there, and the state are as expected: a preview, an unchanged
\`up\` and a refresh write nothing, \`up\` and \`destroy\` write once for each resource. "mocks" is a unit test of the program by
\`pulumi.runtime.setMocks\`.

The Pulumi CLI was ${RELEASE} in all cells. ${
    ownHost
      ? 'It was built from its Go module, because the official one could not be downloaded. So the cells whose host is "own" ran with the language host of this repository (`scripts/pulumi-cli/cli`), not with Pulumi\'s.'
      : "Its language host was Pulumi's own."
  }

## Node and the SDK

\`@pulumi/pulumi\` ${SDKS.oldest} is the oldest release that the package allows. ${SDKS.newest} declares Node 22 or later. On Node 20,
\`npm install @pulumi/pulumi\` takes ${SDKS.node20}, the last release that declares Node 20, and says nothing;
\`npm install @pulumi/pulumi@latest\` takes ${SDKS.newest} with a warning. Both work, but the support of Node 20 has ended: use Node 22 or later
where you can.

${stackTable(of(MATRIX), ownHost)}

## TypeScript

For a program that Pulumi compiles when it runs it, and for one that is compiled before:

${stackTable(of(TYPESCRIPT_CELLS), ownHost)}

For the declarations of all entry points, with \`strict\`, without \`skipLibCheck\`, and with \`moduleResolution\` \`node16\` and \`bundler\`.
\`@pulumi/policy\` has errors in its own declarations, which these cells leave out: a program that imports \`pulumi-edge-platform/policy\` needs
\`skipLibCheck\`.

${table(
  ["cell", "TypeScript", "result"],
  of(TYPES_CELLS).map((row) => [
    code(row.cell.name),
    /** @type {TypesCell} */ (row.cell).compiler,
    rowText(row),
  ]),
)}

### TypeScript 7

TypeScript 7 has no API that the SDK could call, and npm refuses it beside the SDK. Install it under another name, and compile the program before Pulumi
runs it:

\`\`\`sh
npm install --save-dev typescript-7@npm:typescript@${TYPESCRIPTS[7]}
node node_modules/typescript-7/bin/tsc -p .
\`\`\`

with \`outDir\` \`build\` in tsconfig.json, and in Pulumi.yaml:

\`\`\`yaml
main: build/
runtime:
  name: nodejs
  options:
    typescript: false
\`\`\`

## Package managers and bun

\`bun-runtime\` has \`runtime: bun\` in Pulumi.yaml: bun runs the program, and Node the dynamic provider and the plugin. Both are needed.

${stackTable(of(MANAGER_CELLS), ownHost)}

### pnpm

pnpm 12 ends an installation with \`ERR_PNPM_IGNORED_BUILDS\` until somebody has decided about the build script of \`protobufjs\`, which the SDK and this
package use through \`@grpc/grpc-js\`. It is not needed. Before \`pnpm add pulumi-edge-platform @pulumi/pulumi\`, write into
pnpm-workspace.yaml:

\`\`\`yaml
allowBuilds:
  protobufjs: false
\`\`\`

## Releases

| what | releases |
| --- | --- |
| Node | ${Object.values(NODES).join(", ")} |
| \`@pulumi/pulumi\` | ${Object.values(SDKS).join(", ")} |
| TypeScript | ${Object.values(TYPESCRIPTS).join(", ")} |
| package managers | ${Object.entries(MANAGERS)
    .map(([name, { version }]) => `${name} ${version}`)
    .join(", ")}, npm ${npm} |
`;
}

/** @param {readonly Row[]} rows @param {boolean} ownHost */
function stackTable(rows, ownHost) {
  const titles = [
    "cell",
    "Node",
    "SDK",
    "TypeScript",
    "installed by",
    "provider",
    "host",
    ...STEPS,
    "does not work",
  ];
  return table(
    titles,
    rows.map(({ cell, done, problem }) => {
      // The cells of this table are projects that run.
      const { name, node, sdk, typescript, manager, linker, doors, runtime } = /** @type {StackCell} */ (
        cell
      );
      return [
        code(name),
        NODES[node],
        sdk,
        typescript,
        linker === undefined ? manager : `${manager}, ${linker}`,
        doors.join(", "),
        done.includes("preview") ? hostOf(runtime, ownHost) : "",
        ...STEPS.map((step) => (done.includes(step) ? "yes" : "no")),
        problem ?? "",
      ];
    }),
  );
}

/** @param {readonly string[]} titles @param {readonly (readonly string[])[]} rows */
function table(titles, rows) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(titles), line(titles.map(() => "---")), ...rows.map(line)].join("\n");
}

/** @param {StackCell["runtime"]} runtime @param {boolean} ownHost */
function hostOf(runtime, ownHost) {
  if (!ownHost) return "Pulumi's";
  return runtime === "bun" ? "own, with `bun` in place of `node`" : "own";
}

/** @param {string} text */
const code = (text) => `\`${text}\``;

module.exports = { compatibilityPage, rowText };
