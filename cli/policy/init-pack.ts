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
  return [...installCommand(folder, quoted), `  pulumi preview --policy-pack ${quoted}`];
}

/** Installs what the pack lacks. A repository that has this package gets no second copy of the package. */
function installCommand(folder: string, quoted: string): string[] {
  if (!isInstalled("pulumi-edge-platform/policy", folder)) return [`  npm install --prefix ${quoted}`];
  return isInstalled("@pulumi/policy", folder) ? [] : ["  npm install --save-dev @pulumi/policy"];
}

/** Whether Node finds a module from the pack, for example in the folder above. */
function isInstalled(name: string, folder: string): boolean {
  try {
    return createRequire(path.resolve(folder, "index.js")).resolve(name) !== "";
  } catch {
    return false;
  }
}

function versionsToUse(): PackVersions {
  const manifest: unknown = createRequire(__filename)("pulumi-edge-platform/package.json");
  const { version, peerDependencies } = Manifest.parse(manifest);
  return { package: `^${version}`, policy: peerDependencies["@pulumi/policy"] };
}
