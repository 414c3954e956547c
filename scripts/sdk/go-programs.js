// @ts-check
"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { withLock } = require("../lock");
const { longStep, runStep } = require("../processes");
const { findPulumi } = require("../pulumi-cli");
const { cacheDirectory } = require("../pulumi-cli/cache");
const { buildEnv, checkGo, lastLines } = require("../pulumi-cli/go-build");
const { isExecutable } = require("../pulumi-cli/on-path");

/** The module that the Go programs of this folder share. */
const COMMAND = path.join(__dirname, "command");
const SDK = "github.com/pulumi/pulumi/sdk/v3";
const WINDOWS = process.platform === "win32";

/**
 * What this folder's Go modules build: generators of SDKs and programs, and language hosts, which the engine looks for on PATH by these names.
 * `generator` is of the release under test. The other modules are the newest that Go's module proxy and checksum database have, each with
 * the release of Pulumi that its own go.mod names: .NET has been in a module that is not there since Pulumi 3.229, Java since 1.0, and the
 * hosts for Python and Go have been in modules of their own since 3.50.
 * @type {Readonly<Record<string, { module: string, main: string, script?: { module: string, file: string } }>>}
 */
const PROGRAMS = {
  generator: { module: "generator", main: "." },
  "generator-dotnet": { module: "generator-dotnet", main: "." },
  "generator-java": { module: "generator-java", main: "." },
  "yaml-converter": { module: "yaml", main: "." },
  "pulumi-language-go": { module: "hosts", main: `${SDK}/go/pulumi-language-go` },
  "pulumi-language-java": {
    module: "generator-java",
    main: "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
  },
  "pulumi-language-python": {
    module: "hosts",
    main: `${SDK}/python/cmd/pulumi-language-python`,
    // The host starts programs with this script, which it looks for in its own folder.
    script: { module: SDK, file: "python/cmd/pulumi-language-python-exec" },
  },
  "pulumi-language-yaml": {
    module: "yaml",
    main: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  },
  // An S3-compatible store for tests of states.
  versitygw: { module: "../state-stores/s3-server", main: "github.com/versity/versitygw/cmd/versitygw" },
};

/**
 * Builds a program once, and keeps it in the user's cache folder.
 * @param {string} name of `PROGRAMS`
 * @param {import("../processes").Progress} progress
 * @returns {Promise<string>} the path of the executable, alone in its folder
 * @throws {Error} if it cannot be built
 */
async function ensureGoProgram(name, progress) {
  const folder = languagesFolder(`${name}-${process.platform}-${process.arch}-${programHash(name)}`);
  const executable = WINDOWS ? `${name}.exe` : name;
  const done = path.join(folder, executable);
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, progress, async () => {
    // A rename puts the complete folder in place.
    if (fs.existsSync(done)) return;
    const problem = await checkGo(process.env);
    if (problem !== undefined) throw new Error(`${name} cannot be built: ${problem}.`);
    const unfinished = fs.mkdtempSync(`${folder}-`);
    try {
      await longStep(progress, `building ${name} with Go (once)`, () =>
        build(programOf(name), path.join(unfinished, executable)),
      );
      fs.renameSync(unfinished, folder);
    } finally {
      fs.rmSync(unfinished, { recursive: true, force: true });
    }
  });
  return done;
}

/**
 * @param {ReturnType<typeof programOf>} program
 * @param {string} output
 */
async function build({ main, script, source }, output) {
  const options = { cwd: source, env: buildEnv(process.env) };
  // The flags of the CLI's build, so that both share Go's cache.
  const flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w"];
  const built = await runStep("go", ["build", ...flags, "-o", output, main], options);
  if (built.code !== 0) throw new Error(`\`go build\` of ${main} failed: ${lastLines(built.stderr)}`);
  if (script === undefined) return;
  const { code, stdout, stderr } = await runStep(
    "go",
    ["list", "-m", "-f", "{{.Dir}}", script.module],
    options,
  );
  if (code !== 0) throw new Error(`\`go list\` of ${script.module} failed: ${lastLines(stderr)}`);
  const copy = path.join(path.dirname(output), path.basename(script.file));
  fs.copyFileSync(path.join(stdout.trim(), script.file), copy);
  fs.chmodSync(copy, 0o755);
}

/** @param {string} name of `PROGRAMS` */
function programOf(name) {
  const program = PROGRAMS[name];
  if (program === undefined) throw new Error(`There is no Go program ${name}.`);
  return { ...program, source: path.join(__dirname, program.module) };
}

/**
 * Returns a hash of the sources and dependencies of a program.
 * @param {string} name of `PROGRAMS`
 */
function programHash(name) {
  const { main, source } = programOf(name);
  const hash = createHash("sha256");
  for (const folder of main === "." ? [source, COMMAND] : [source])
    for (const file of fs.readdirSync(folder).sort())
      hash.update(file).update(fs.readFileSync(path.join(folder, file)));
  return hash.digest("hex").slice(0, 12);
}

/**
 * Returns a folder in the user's cache folder for what the languages need.
 * @param {string} name
 */
function languagesFolder(name) {
  return path.join(path.dirname(cacheDirectory(process.env)), "languages", name);
}

/**
 * Finds the language host beside the CLI, or builds one.
 * @param {"go" | "java" | "nodejs" | "python" | "yaml"} language
 * @param {import("../processes").Progress} progress
 * @returns {Promise<string>} the folder of the host, for PATH
 */
async function ensureLanguageHost(language, progress) {
  const name = `pulumi-language-${language}`;
  const { binDir } = await findPulumi({ progress });
  const beside = path.join(binDir, WINDOWS ? `${name}.exe` : name);
  return isExecutable(beside) ? binDir : path.dirname(await ensureGoProgram(name, progress));
}

module.exports = { ensureGoProgram, ensureLanguageHost, languagesFolder, programHash };
