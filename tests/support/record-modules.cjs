// @ts-check
"use strict";

// `node -r fast-start.cjs record-modules.cjs FOLDER`: writes the archive of what the Node processes of Pulumi load.
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { recordArchive } = require("./module-archive.cjs");

const ROOT = path.resolve(__dirname, "..", "..");
const SDK = path.join(ROOT, "node_modules", "@pulumi", "pulumi");
/** The commands that Pulumi starts. They end at once, since they lack arguments. */
const COMMANDS = ["run", "dynamic-provider", "run-policy-pack"];

const [folder = "."] = process.argv.slice(2);
const write = recordArchive();
const requireFrom = Module.createRequire(path.join(SDK, "index.js"));
// The SDK uses this one only when it calls the engine.
requireFrom("@opentelemetry/api");
for (const room of ["provider", "policy"]) {
  const compiled = path.join(ROOT, "dist", room);
  for (const name of fs.readdirSync(compiled, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".js")) requireFrom(path.join(compiled, name));
}
const { exit, argv } = process;
const print = console.error;
process.exit = () => {
  throw new Error("the command has ended");
};
console.error = () => undefined;
for (const command of COMMANDS) {
  process.argv = [process.execPath, path.join(SDK, "cmd", command)];
  try {
    requireFrom(`./cmd/${command}`);
  } catch {
    // It wanted to end.
  }
}
Object.assign(process, { exit, argv });
console.error = print;
write(folder);
// What the commands have started must not end this process with their exit codes.
process.exit(0);
