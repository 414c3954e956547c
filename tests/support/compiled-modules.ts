import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { withLock } from "../../scripts/lock";
import { ROOT } from "../../scripts/prepare";

const HERE = path.join(ROOT, "tests", "support");
const FAST_START = path.join(HERE, "fast-start.cjs");
const RECORD = path.join(HERE, "record-modules.cjs");
/**
 * What the archive depends on, besides Node and the folder of the repository, which its links contain. A file of it that changes later is
 * loaded without it.
 */
const SOURCES = [
  "dist/.build-stamp",
  "package-lock.json",
  ...["fast-start.cjs", "loaded-later.cjs", "module-archive.cjs", "record-modules.cjs"].map(
    (name) => `tests/support/${name}`,
  ),
];
const FOLDER = path.join(ROOT, ".platform", "compiled");
const PREFIX = "modules-";

let made: Promise<string> | undefined;

/** Returns the folder with the archive of compiled modules, which is made anew after each build. Needs dist/. */
export function compiledModules(): Promise<string> {
  return (made ??= make());
}

async function make(): Promise<string> {
  const hash = createHash("sha1").update(process.version).update(ROOT);
  for (const file of SOURCES) hash.update(fs.readFileSync(path.join(ROOT, file)));
  const name = PREFIX + hash.digest("hex");
  const folder = path.join(FOLDER, name);
  const wait = () => undefined;
  await withLock(path.join(ROOT, ".platform", "locks", "modules"), wait, async () => {
    if (fs.existsSync(folder)) return;
    const unfinished = path.join(FOLDER, `unfinished-${name}`);
    fs.mkdirSync(unfinished, { recursive: true });
    await promisify(execFile)(process.execPath, ["-r", FAST_START, RECORD, unfinished]);
    for (const other of fs.readdirSync(FOLDER))
      if (other.startsWith(PREFIX)) fs.rmSync(path.join(FOLDER, other), { recursive: true });
    fs.renameSync(unfinished, folder);
  });
  return folder;
}
