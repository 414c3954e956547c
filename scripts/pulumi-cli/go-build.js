// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { longStep, runStep } = require("../processes");
const { builtEntry, cliOf, finish, GO_MODULE, RELEASE, unfinishedFolder } = require("./cache");
const { DYNAMIC_PROVIDER, missingIn, PULUMI, versionOf } = require("./on-path");

/** The Go that go.mod asks for. A newer patch release of the toolchain is downloaded by Go itself. */
const MIN_GO = /** @type {const} */ ([1, 26]);
const LDFLAGS = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${RELEASE}`;
const PROGRAMS = ["github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", "./pulumi-language-nodejs"];

/**
 * Builds the CLI and its Node language host from the Go module in this folder, with the user's Go settings.
 * @param {import("./download").Context} context
 * @returns {Promise<import("./on-path").Search>}
 */
async function buildWithGo({ env, progress, root, directory }) {
  const problem = await checkGo(env);
  if (problem !== undefined) return { reason: problem };

  const entry = builtEntry(directory, root);
  const folder = unfinishedFolder(directory);
  const binDir = path.join(folder, "bin");
  try {
    const args = ["build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", LDFLAGS];
    // Both in one command, so that what they share is compiled once. A separator at the end says that it is a folder.
    const label =
      "building the Pulumi CLI and its Node language host with Go (once; three minutes on two cores)";
    const { code, stderr } = await longStep(progress, label, () =>
      runStep("go", [...args, "-o", `${binDir}${path.sep}`, ...PROGRAMS], {
        cwd: path.join(root, GO_MODULE),
        env: buildEnv(env),
      }),
    );
    if (code !== 0) return { reason: `\`go build\` failed: ${lastLines(stderr)}` };
    const starter = path.join(root, "node_modules", "@pulumi", "pulumi", DYNAMIC_PROVIDER);
    fs.copyFileSync(starter, path.join(binDir, DYNAMIC_PROVIDER));
    fs.chmodSync(path.join(binDir, DYNAMIC_PROVIDER), 0o755);

    const missing = missingIn(binDir);
    if (missing.length > 0) return { reason: `\`go build\` did not produce ${missing.join(", ")}` };
    const version = await versionOf(path.join(binDir, PULUMI), ["version"], env);
    if (version !== RELEASE) return { reason: `the CLI that was built reports version ${version ?? "none"}` };
    finish(folder, entry);
    return { found: cliOf(entry, "built") };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} the reason why Go cannot be used, if there is one
 */
async function checkGo(env) {
  // Run outside any module and with the local toolchain, so that this does not download another Go.
  const { code, stdout } = await runStep("go", ["version"], {
    cwd: os.tmpdir(),
    env: { ...env, GOTOOLCHAIN: "local" },
  });
  const match = /\bgo(\d+)\.(\d+)/.exec(stdout);
  if (code !== 0 || match === null) return "there is no `go`";
  const [major, minor] = [Number(match[1]), Number(match[2])];
  if (major > MIN_GO[0] || (major === MIN_GO[0] && minor >= MIN_GO[1])) return undefined;
  return `\`go\` is version ${major}.${minor}, but ${MIN_GO.join(".")} or later is needed`;
}

/**
 * Keeps the user's Go settings, except those that would build a program for another machine.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function buildEnv(env) {
  return { ...env, CGO_ENABLED: "0", GOWORK: "off", GOOS: undefined, GOARCH: undefined };
}

/** @param {string} text */
function lastLines(text) {
  return text.trim().split("\n").slice(-3).join(" | ");
}

module.exports = { MIN_GO, buildEnv, buildWithGo, checkGo, lastLines };
