// @ts-check
"use strict";

/** `node scripts/run.js NAME [ARGS]`: the npm scripts that run one thing. */
const fs = require("node:fs");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { callersDirectory, compiled, runBuilt, runInstalled } = require("./run-main");
const { writeMadeDocs, writeReference } = require("./pages/made-docs");
const { ensureBuilt, ROOT } = require("./prepare");
const { runInForeground, toStderr } = require("./processes");

/** @typedef {(args: string[]) => Promise<number | void> | number | void} Command returns the exit code, if it is not 0 */

const DOCS = path.join(ROOT, "docs");
// The repository's own package.json, so its shape is not checked.
/** @typedef {{ name: string, version: string, description: string, license: string, keywords: string[], exports: Record<string, string | { types: string }> }} Manifest */
/** @type {(text: string) => Manifest} */
const parseManifest = JSON.parse;

/** What needs the compiled package. @type {Record<string, Command>} */
const BUILT = {
  build: () => toStderr("dist/ is up to date"),

  // The local edge platform in the foreground. Only the platform writes to stdout.
  platform: (args) =>
    runInForeground(process.execPath, [path.join(ROOT, "dist", "cli", "main.js"), "serve", ...args], {
      cwd: callersDirectory("platform"),
    }),

  // The schema of the native plugin, which the SDKs of all languages are generated from.
  schema: () => {
    const { packageSchema } = require("./schema/package-schema");
    const manifest = parseManifest(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
    const file = path.join(ROOT, "plugin", "schema.json");
    fs.writeFileSync(file, `${JSON.stringify(packageSchema(manifest), null, 2)}\n`);
    toStderr(`${file} is up to date`);
  },

  // docs/rule-book.md from the constraints, and docs/reference, which git ignores, from the registry of ids.
  "rule-book": async () => {
    const { ruleBookPage } = require("./pages/rule-book");
    // The build has just written this module.
    const { CONSTRAINTS } = /** @type {typeof import("../provider/rulebook")} */ (
      compiled("provider/rulebook")
    );
    fs.writeFileSync(path.join(DOCS, "rule-book.md"), ruleBookPage(CONSTRAINTS));
    await writeReference();
  },

  // The docs that git ignores: docs/reference, docs/openapi.json and, by typedoc, the reference of the public API in docs/api. Fails on
  // a warning of typedoc, whose settings are in typedoc.json.
  docs: async () => {
    await writeMadeDocs();
    return runInForeground(process.execPath, [path.join(ROOT, "node_modules", "typedoc", "bin", "typedoc")], {
      cwd: ROOT,
    });
  },

  // What the package contains and git ignores, before npm packs it.
  prepack: writeMadeDocs,

  // docs/api.md from the declarations of the entry points. `--check` compares only, and exits with 1 if the page is not up to date.
  api: async (args) => {
    const { values } = parseArgs({ args, options: { check: { type: "boolean" } } });
    const { apiPage } = require("./pages/api");
    const { format, resolveConfig } = require("prettier");
    const { name, exports } = parseManifest(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
    const entryPoints = Object.entries(exports).flatMap(([subpath, target]) =>
      typeof target === "string"
        ? []
        : [{ name: path.posix.join(name, subpath), file: path.join(ROOT, target.types) }],
    );
    const file = path.join(DOCS, "api.md");
    const page = await format(apiPage(entryPoints), { ...(await resolveConfig(file)), filepath: file });
    const isWritten = fs.existsSync(file) && fs.readFileSync(file, "utf8") === page;
    if (values.check && !isWritten) {
      toStderr(
        "docs/api.md does not show what the package exports. Run npm run api, and review the difference.",
      );
      return 1;
    }
    if (!isWritten) fs.writeFileSync(file, page);
    toStderr(`${file} is up to date`);
    return 0;
  },

  // The differences between the table of fields and a saved copy of the vendor's reference: FILE, Markdown or JSON. Exits with 1 if
  // there are any.
  "compare-fields": ([file]) => {
    if (file === undefined)
      throw new Error("name the saved reference: npm run compare-fields -- FILE (Markdown or JSON).");
    const { compareFields, readReference } = require("./compare-fields");
    // The build has just written this module.
    const { listFields } = /** @type {typeof import("../provider/filter")} */ (compiled("provider/filter"));
    const text = fs.readFileSync(path.resolve(callersDirectory("compare-fields"), file), "utf8");
    /** @type {Map<string, string | undefined>} */
    const ours = new Map(listFields().map(({ name, type }) => [name, type]));
    const differences = compareFields(ours, readReference(text));
    console.log([...differences, `${differences.length} differences`].join("\n"));
    return differences.length === 0 ? 0 : 1;
  },

  // The share of the expressions of FILE, lines of JSON, of which it is decided who can match and who can not.
  decided: ([file]) => {
    if (file === undefined)
      throw new Error('name a file with lines of JSON, {"expression": …}: npm run decided -- FILE');
    const { countDecided, printDecided } = require("./decided");
    // The build has just written this module.
    const filter = /** @type {typeof import("../provider/filter")} */ (compiled("provider/filter"));
    const text = fs.readFileSync(path.resolve(callersDirectory("decided"), file), "utf8");
    console.log(printDecided(countDecided(filter, text)));
  },

  // The tables of docs/policy.md from the policies in review/policies.
  "policy-page": () => {
    const { withPolicyTables } = require("./pages/policy");
    const { describePolicies } =
      /** @type {typeof import("../review/policies/describe-policies")} */
      (compiled("review/policies/describe-policies"));
    const page = path.join(DOCS, "policy.md");
    fs.writeFileSync(page, withPolicyTables(fs.readFileSync(page, "utf8"), describePolicies()));
  },
};

/** What needs only the dependencies. @type {Record<string, Command>} */
const INSTALLED = {
  // The examples of the plugin's schema in other languages, from the YAML programs beside them.
  examples: async () => {
    const { EXAMPLES, generateExamples } = require("./sdk/examples");
    const examples = await generateExamples(toStderr);
    for (const [name, text] of Object.entries(examples)) fs.writeFileSync(path.join(EXAMPLES, name), text);
    toStderr(`${EXAMPLES} has ${Object.keys(examples).length} generated examples`);
  },

  // The Pulumi CLI of demo and tests with the caller's environment.
  pulumi: async (args) => {
    const cli = await require("./pulumi-cli").findPulumi();
    const env = { ...process.env, PATH: [cli.binDir, process.env["PATH"] ?? ""].join(path.delimiter) };
    return runInForeground(cli.bin, args, { cwd: callersDirectory("pulumi"), env });
  },

  // The SDKs of the native plugin for other languages: `[--language L …] [--out DIR]`. Git ignores the default folder.
  sdk: async (args) => {
    const { generateSdk, isLanguage, LANGUAGES } = require("./sdk/generate");
    const { values } = parseArgs({
      args,
      options: { language: { type: "string", multiple: true }, out: { type: "string" } },
    });
    const unknown = (values.language ?? []).find((language) => !isLanguage(language));
    if (unknown !== undefined)
      throw new Error(
        `--language ${unknown}: there is no such SDK; the languages are ${LANGUAGES.join(", ")}.`,
      );
    const folder =
      values.out === undefined
        ? path.join(ROOT, ".platform", "sdk")
        : path.resolve(callersDirectory("sdk"), values.out);
    for (const language of LANGUAGES.filter((one) => values.language?.includes(one) ?? true))
      toStderr(`${language}: ${await generateSdk(language, folder, toStderr)}`);
  },

  // Tries to refute what is claimed about 20,000 pairs of expressions, 2,000 proofs and 5,000 lists of rules, from the seed EDGE_TEST_SEED or a new one.
  claims: (args) => {
    const seed = process.env["EDGE_TEST_SEED"] ?? String(Math.floor(Math.random() * 2 ** 31));
    toStderr(`EDGE_TEST_SEED=${seed}`);
    return require("./jest").runJest(
      [
        "tests/unit/filter/decide/decide-claims.test.ts",
        "tests/unit/filter/decide/proofs.test.ts",
        "tests/unit/rulesets/meaning/difference.test.ts",
        "tests/unit/rulesets/meaning/invariant.test.ts",
        "tests/unit/rulesets/meaning/run-phase.test.ts",
        "tests/unit/rulesets/meaning/sequences.test.ts",
        // An hour ends a hang.
        "--testTimeout=3600000",
        ...args,
      ],
      {
        env: {
          EDGE_TEST_SEED: seed,
          EDGE_TEST_PAIRS: "20000",
          EDGE_TEST_PROOFS: "2000",
          EDGE_TEST_LISTS: "5000",
        },
      },
    );
  },

  // Kills the local platform 200 times under load, or EDGE_CRASH_KILLS times.
  crash: (args) =>
    require("./jest").runJest(["tests/contract/platform/crash.test.ts", ...args], {
      env: { EDGE_CRASH_KILLS: process.env["EDGE_CRASH_KILLS"] ?? "200" },
    }),

  // A fault at each request of each story. `--engine` kills the real CLI there; `--real` needs the compiled package.
  faults: async (args) => {
    if (args.includes("--engine"))
      return require("./jest").runJest(["tests/engine/killed-cli.test.ts"], {
        env: { EDGE_FAULTS_ENGINE: "all" },
      });
    if (args.includes("--real")) await ensureBuilt(toStderr);
    return runSources("tests/faults/main.ts", args);
  },

  // Stacks and a person who share zones. It measures memory after a garbage collection.
  soak: (args) => runSources("tests/faults/soak.ts", args),

  // Random programs and edits of them: nothing that a program declares, or that others have made, is lost.
  histories: (args) => runSources("tests/histories/main.ts", args),

  // Random changes and edits by hand: a review names what the update writes.
  "reviewed-updates": (args) => runSources("tests/reviewed-updates/main.ts", args),

  // Previews programs with a known fault, and programs without one. `--engine CLASS` previews those of a class with the real CLI.
  foresight: ([option, ...args]) =>
    option === "--engine"
      ? require("./jest").runJest(["tests/engine/foresight.test.ts"], {
          env: { EDGE_FORESIGHT_CLASS: args[0] ?? "" },
        })
      : runSources("tests/foresight/main.ts", option === undefined ? args : [option, ...args]),
};

/**
 * Runs a TypeScript program of the tests, which loads the sources.
 * @param {string} program
 * @param {string[]} args
 */
function runSources(program, args) {
  const compile = path.join(ROOT, "tests", "support", "run-typescript.cjs");
  // These programs create many short-lived objects.
  const node = ["--max-semi-space-size=64", "--expose-gc", "-r", compile, path.join(ROOT, program)];
  return runInForeground(process.execPath, [...node, ...args], { cwd: ROOT });
}

const [name = "", ...args] = process.argv.slice(2);
const [run, command] = BUILT[name] ? [runBuilt, BUILT[name]] : [runInstalled, INSTALLED[name]];
run(async () => {
  if (command === undefined) throw new Error(`There is no npm script ${name} in scripts/run.js.`);
  return (await command(args)) ?? 0;
});
