// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare");
const { toStderr } = require("./progress");
const { runBuilt } = require("./run-main");

// The repository's own package.json, so its shape is not checked.
/** @type {(text: string) => { version: string, description: string, license: string, keywords: string[] }} */
const parse = JSON.parse;

// `npm run schema`: writes the schema of the native plugin, which the SDKs of all languages are generated from.
runBuilt(() => {
  const { packageSchema } = require("./schema/package-schema");
  const manifest = parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const file = path.join(ROOT, "plugin", "schema.json");
  fs.writeFileSync(file, `${JSON.stringify(packageSchema(manifest), null, 2)}\n`);
  toStderr(`${file} is up to date`);
  return 0;
});
