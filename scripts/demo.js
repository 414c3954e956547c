// @ts-check
"use strict";

/**
 * `npm run demo`: a real Pulumi engine protects a zone of a local platform, and the engine's output proves each promise of the
 * README. Works on a fresh clone. Exits with a non-zero code at the first failed check.
 */
const fs = require("node:fs");
const path = require("node:path");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { endAtSignals, toStderr } = require("./processes");
const { findPulumi, releasesOf } = require("./pulumi-cli");

const FOLDER = path.join(ROOT, ".platform", "demo");

async function main() {
  const started = Date.now();
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const cli = await findPulumi({ progress: toStderr });
  const parts = Object.entries(await releasesOf(cli)).map(([part, release]) => `${part} ${release}`);
  console.log(`Pulumi ${cli.version} (${cli.source}): ${parts.join(", ")}`);
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });

  // Required only now: the installation above may have brought what these modules load.
  const { startPlatform } = require("./demo/platform-process");
  const { platformApi } = require("./demo/platform-api");
  const { demoStack, steps } = require("./demo/steps");

  const platform = await startPlatform(path.join(FOLDER, "data"));
  const { ready } = platform;
  const env = {
    EDGE_BASE_URL: ready.baseUrl,
    EDGE_GATEWAY_URL: ready.gatewayUrl,
    EDGE_API_TOKEN: ready.token,
  };
  const stack = demoStack({ cli, directory: FOLDER, env: { ...env, PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
  const report = createReport(started);
  const cleanUp = endAtSignals(
    (signal) =>
      `\n${signal}: stopping the platform. Nothing outside ${path.relative(ROOT, FOLDER)} was changed.`,
  );
  cleanUp(() => stack.stop().then(() => platform.stop()));
  try {
    console.log(`The local platform answers at ${ready.baseUrl}`);
    for (const step of steps({ ready, stack, api: platformApi(ready) })) await report.run(step);
  } finally {
    await platform.stop();
  }
  report.summary();
}

/** Prints each step, its text and its duration. @param {number} started epoch milliseconds */
function createReport(started) {
  /** @type {{ title: string, seconds: string }[]} */
  const done = [];

  return {
    /** @param {import("./demo/steps").Step} step */
    async run({ title, run }) {
      console.log(`\n── ${title}`);
      const start = Date.now();
      const shown = await run();
      if (shown) console.log(shown.replace(/^/gm, "   "));
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      done.push({ title, seconds });
      console.log(`   ✔ ${seconds} s`);
    },
    summary() {
      const width = Math.max(...done.map(({ title }) => title.length));
      console.log("\nAll checks passed:");
      for (const { title, seconds } of done)
        console.log(`  ${title.padEnd(width)}  ${seconds.padStart(5)} s`);
      console.log(
        `  ${"Total, with installing and building".padEnd(width)}  ${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`,
      );
    },
  };
}

main().catch((/** @type {unknown} */ error) => {
  console.error(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
