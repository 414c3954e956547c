import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { compareText, type Fleet } from "../../fleet/fleet";
import { digest, hashStacks } from "../../fleet/hash-stacks";
import { printLock } from "../../fleet/print-lock";
import { UsageError } from "../usage-error";
import { besideFleet, type FleetFile, portablePath } from "./fleet-file";

/** Returns the text of the lock file of a fleet, with the hashes of today's files. @throws UsageError */
export function lockText(file: FleetFile, fleet: Fleet): string {
  return printLock(fleet, hashesOf(file, fleet));
}

/** Returns the hash of what each stack depends on now. @throws UsageError if an input of the fleet file does not exist */
export function hashesOf(file: FleetFile, fleet: Fleet): Map<string, string> {
  const files = programFiles(file);
  const settings = new Map<string, string>();
  const parts: string[] = [];
  for (const name of files) {
    const [, stack] = SETTINGS.exec(path.relative(file.programFolder, name)) ?? [];
    const content = digestOf(name);
    if (content === undefined) continue;
    if (stack === undefined) parts.push(`${portablePath(path.relative(folderOf(file), name))} ${content}`);
    else settings.set(stack, content);
  }
  const program = digest(parts.sort(compareText).join("\n"));
  return hashStacks(fleet, { program, settingsOf: (stack) => settings.get(stack) });
}

/** The settings of one stack, as the engine names their file. Two spellings of one stack cannot both be used. */
const SETTINGS = /^Pulumi\.(.+)\.ya?ml$/;
/** Folders that no program keeps its own files in, where git does not say what is ignored. */
const SKIPPED = /^(?:node_modules|\..*)$/;

function folderOf({ file }: FleetFile): string {
  return path.dirname(path.resolve(file));
}

/**
 * Returns the files of the program and of the other inputs. Zones and their configuration are hashed from the lock file, so both files
 * of the fleet are left out.
 */
function programFiles(file: FleetFile): string[] {
  const own = new Set(
    [file.file, file.lockFile, `${file.lockFile}.busy`, `${file.lockFile}.busy.next`, file.runFile].map(
      (name) => path.resolve(name),
    ),
  );
  const roots = [file.programFolder, ...file.inputs.map((input) => path.resolve(besideFleet(file, input)))];
  const all = roots.flatMap((root, index) => {
    // A link to the folder of the program is as good as the folder.
    const stats = statSync(root, { throwIfNoEntry: false });
    if (!stats) throw missingError(file, index === 0 ? "program" : "inputs", root);
    return stats.isDirectory() ? filesBelow(root) : [root];
  });
  return [...new Set(all)].filter((name) => !own.has(name));
}

function missingError(file: FleetFile, member: string, root: string): UsageError {
  return new UsageError(
    `${file.yaml.placeOf([member])}: ${member}: ${root} does not exist. Stacks depend on it, so nothing is known of what changes.`,
  );
}

/** Returns the files that git does not ignore; outside a repository all but those of packages and hidden folders. */
function filesBelow(folder: string): string[] {
  const { status, stdout } = spawnSync(
    "git",
    ["-C", folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { encoding: "utf8", maxBuffer: 1024 ** 3 },
  );
  const names = status === 0 ? stdout.split("\0").filter((name) => name !== "") : [];
  // Git lists nothing in a folder that it ignores as a whole.
  if (names.length === 0) return walk(folder);
  return [...new Set(names)].map((name) => path.join(folder, name));
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (!entry.isDirectory()) return [name];
    return SKIPPED.test(entry.name) ? [] : walk(name);
  });
}

/** Returns undefined for what is no file: one that git still lists, a submodule, a socket. */
function digestOf(name: string): string | undefined {
  const stats = statsOf(name);
  if (stats?.isSymbolicLink()) return digest(`link to ${readlinkSync(name)}`);
  return stats?.isFile() ? digest(readFileSync(name)) : undefined;
}

function statsOf(name: string): Stats | undefined {
  return lstatSync(name, { throwIfNoEntry: false });
}
