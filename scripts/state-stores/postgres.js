// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { installWithApt } = require("../apt-get");
const { toStderr } = require("../processes");

/** Debian keeps the programs of the server beside each other, by version, and not on PATH. */
const DEBIAN = "/usr/lib/postgresql";
const SERVER = "postgres";

/**
 * Finds the programs of a PostgreSQL server, or installs Debian's package where this user may.
 * @returns {Promise<string>} the folder that has `initdb` and `postgres`
 * @throws {Error} that says how to get one
 */
async function findPostgres() {
  const found = folderOfServer();
  if (found !== undefined) return found;
  const machine = { env: process.env, isRoot: process.getuid?.() === 0, progress: toStderr };
  const reason = await installWithApt("postgresql", "installing PostgreSQL (apt-get)", machine);
  const installed = folderOfServer();
  if (installed !== undefined) return installed;
  throw new Error(
    `There is no PostgreSQL server, and Debian's package is not installed: ${reason ?? "it has no server"}. Install PostgreSQL, so that \`initdb\` and \`postgres\` are in a folder of PATH.`,
  );
}

function folderOfServer() {
  const onPath = (process.env["PATH"] ?? "").split(path.delimiter).filter((one) => path.isAbsolute(one));
  const versions = fs.existsSync(DEBIAN) ? fs.readdirSync(DEBIAN) : [];
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN, version, "bin"));
  return [...debian, ...onPath].find((folder) =>
    ["initdb", SERVER].every((name) => fs.existsSync(path.join(folder, name))),
  );
}

module.exports = { findPostgres };
