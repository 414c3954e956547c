import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import type { CommandIo } from "../command-io";
import { packFiles, type PackVersions } from "./pack-files";
import { fileError } from "../usage-error";

const EXIT = { done: 0, failed: 1 } as const;
const Manifest = z.object({
  version: z.string(),
  peerDependencies: z.object({ "@pulumi/policy": z.string() }),
});

/** Writes a policy pack into a folder, and prints what to run next. Overwrites nothing. */
export function initPack(io: CommandIo, folder: string): void {
  const files = packFiles(versionsToUse());
  const taken = Object.keys(files).filter((name) => fs.existsSync(path.join(folder, name)));
  if (taken.length > 0) {
    refuse(
      io,
      `nothing was written, because these files exist already: ${taken.map((name) => path.join(folder, name)).join(", ")}. Choose another folder, or remove the files first.`,
    );
    return;
  }
  try {
    fs.mkdirSync(folder, { recursive: true });
    // `wx` also refuses a file that somebody has created meanwhile.
    for (const [name, text] of Object.entries(files))
      fs.writeFileSync(path.join(folder, name), text, { flag: "wx" });
  } catch (error) {
    refuse(io, fileError(folder, "written", error).message);
    return;
  }
  const written = Object.keys(files).map((name) => `  ${path.join(folder, name)}`);
  io.output.write(`${["Written:", ...written, "Next:", ...nextCommands(folder)].join("\n")}\n`);
}

function refuse(io: CommandIo, message: string): void {
  process.stderr.write(`edge-platform policy init: ${message}\n`);
  io.setExitCode(EXIT.failed);
}

function nextCommands(folder: string): string[] {
  const quoted = /^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder);
  const install = isInstalled(folder) ? [] : [`  npm install --prefix ${quoted}`];
  return [...install, `  pulumi preview --policy-pack ${quoted}`];
}

/** Whether Node finds what the pack depends on, for example in the folder above. */
function isInstalled(folder: string): boolean {
  const { resolve } = createRequire(path.resolve(folder, "index.js"));
  try {
    return ["@pulumi/policy", "pulumi-edge-platform/policy"].every((name) => resolve(name) !== "");
  } catch {
    return false;
  }
}

function versionsToUse(): PackVersions {
  const manifest: unknown = createRequire(__filename)("pulumi-edge-platform/package.json");
  const { version, peerDependencies } = Manifest.parse(manifest);
  return { package: `^${version}`, policy: peerDependencies["@pulumi/policy"] };
}
