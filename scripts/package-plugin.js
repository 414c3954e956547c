// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { packageVersion } = require("./prepare");
const { ROOT } = require("./prepare");
const { toStderr } = require("./processes");
const { callersDirectory, compiled, runBuilt } = require("./run-main");

/** @typedef {typeof import("../cli/plugin/plugin")} StagePlugin */

/** In the words of Go, in which the engine asks for them. The contents are the same: the plugin runs with the `node` on PATH. */
const PLATFORMS = [
  "darwin-amd64",
  "darwin-arm64",
  "linux-amd64",
  "linux-arm64",
  "windows-amd64",
  "windows-arm64",
];

/**
 * `npm run package:plugin [-- --out DIR]`: writes the tarballs of the native plugin that the engine downloads from a
 * `pluginDownloadURL`, one for each platform. The same sources give the same bytes. Git ignores the default folder.
 */
runBuilt(async () => {
  const tar = require("tar");
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  const folder =
    values.out === undefined
      ? path.join(ROOT, ".platform", "plugin")
      : path.resolve(callersDirectory("package:plugin"), values.out);
  const { stagePlugin } = /** @type {StagePlugin} */ (compiled("cli/plugin/plugin"));
  const version = packageVersion(path.join(ROOT, "package.json"));
  const staging = fs.mkdtempSync(path.join(os.tmpdir(), "edge-plugin-"));
  try {
    const files = stagePlugin(staging);
    fs.mkdirSync(folder, { recursive: true });
    for (const platform of PLATFORMS) {
      const file = path.join(folder, `pulumi-resource-edge-v${version}-${platform}.tar.gz`);
      // `portable` leaves out the machine's user, and one time stands for all.
      await tar.create({ file, cwd: staging, gzip: true, portable: true, mtime: new Date(0) }, files);
      toStderr(file);
    }
  } finally {
    fs.rmSync(staging, { recursive: true });
  }
  return 0;
});
