import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { parseJson, parseState } from "./examine-state";
import { type DoctorFinding, ok, problem } from "./finding";
import { isRunning } from "../../provider/process";
import { shellQuoted } from "../text-layout";
import { UsageError } from "../usage-error";
import { counted } from "../../provider/words";

const CHECKPOINT = /\.json(\.gz|\.zst)?$/;
/** Suffix of the attributes file that the backend keeps beside each file: type and checksum. */
const ATTRIBUTES = ".attrs";
const CANCEL = "pulumi cancel --yes";

const Lock = z.looseObject({
  pid: z.int(),
  username: z.string(),
  hostname: z.string(),
  timestamp: z.string(),
});

/**
 * Examines a file backend for locks and for files that a killed CLI left incomplete. `backend` is a folder or a `file://` URL.
 * @throws UsageError
 */
export function examineBackend(backend: string): DoctorFinding[] {
  const folder = folderOf(backend);
  const root = path.join(folder, ".pulumi");
  if (!fs.existsSync(root))
    throw new UsageError(`${folder} is not a Pulumi file backend: it has no folder .pulumi.`);
  const stacks = filesIn(path.join(root, "stacks")).filter((file) => CHECKPOINT.test(file));
  const locks = filesIn(path.join(root, "locks")).filter((file) => file.endsWith(".json"));
  const findings = [
    ...stacks.flatMap((file) => examineCheckpoint(file, root)),
    ...locks.map((file) => examineLock(file, root)),
  ];
  if (findings.length > 0) return findings;
  return [ok("backend", `${folder}: ${counted(stacks.length, "readable stack")}, no locks.`)];
}

/** Returns PULUMI_BACKEND_URL if it is a file backend that exists. */
export function backendInEnvironment(env: NodeJS.ProcessEnv): string | undefined {
  const url = env["PULUMI_BACKEND_URL"];
  return url?.startsWith("file://") && fs.existsSync(path.join(folderOf(url), ".pulumi")) ? url : undefined;
}

/** Resolves the path like the Pulumi CLI: it is not URL-encoded, `~` is the home folder, and it may be relative. */
function folderOf(backend: string): string {
  if (/^\w+:\/\//.test(backend) && !backend.startsWith("file://"))
    throw new UsageError(`doctor can examine only file backends, not ${backend}.`);
  const [given = ""] = backend.replace(/^file:\/\//, "").split("?");
  return path.resolve(given.replace(/^~(?=\/|$)/, os.homedir()));
}

function examineCheckpoint(file: string, root: string): DoctorFinding[] {
  const stack = path.relative(path.join(root, "stacks"), file).replace(CHECKPOINT, "");
  if (hasTornAttributes(file)) return [tornAttributes(file, stack)];
  // Node 20 cannot read zstd.
  if (file.endsWith(".zst") || isReadable(file)) return [];
  return [unreadable(file, stack, root)];
}

/** The CLI writes this file in place before it renames the checkpoint, so a kill in between leaves it empty or truncated. */
function hasTornAttributes(file: string): boolean {
  const text = readText(file + ATTRIBUTES);
  if (text === undefined) return false;
  return parseJson(z.unknown(), text) === undefined;
}

function tornAttributes(file: string, stack: string): DoctorFinding {
  const newer = newestReadable(
    siblings(file).filter((name) => name.startsWith(`${file}.`) && name.endsWith(".tmp")),
    modified(file),
  );
  const saved = newer === undefined ? "" : " The state that it was about to save is complete.";
  return problem(
    "checkpoint",
    `The state of ${stack} cannot be loaded ("failed to load checkpoint: EOF"), because the CLI was killed while it wrote ` +
      `${path.basename(file)}${ATTRIBUTES}. The state itself is complete.${saved}`,
    "delete that file, which contains only a checksum:",
    `rm ${shellQuoted(file + ATTRIBUTES)}`,
    ...(newer === undefined ? [] : [`mv ${shellQuoted(newer)} ${shellQuoted(file)}`]),
    CANCEL,
    "pulumi up --refresh",
  );
}

function unreadable(file: string, stack: string, root: string): DoctorFinding {
  const name = path.basename(file);
  const older = siblings(path.join(root, "history", stack, "x")).filter((one) =>
    /\.checkpoint\.json(\.gz)?$/.test(one),
  );
  const best = isReadable(`${file}.bak`) ? `${file}.bak` : newestReadable(older);
  const text = `The state of ${stack} cannot be read: ${name} is empty or truncated.`;
  if (best === undefined)
    return problem(
      "checkpoint",
      `${text} The backend has no earlier state of the stack.`,
      "restore the file from a backup, or start with an empty state; the next `up` names what has the stack's marks, and EDGE_TAKE_OVER=<ids> takes it over:",
      `rm ${shellQuoted(file)}`,
      `pulumi stack init ${path.basename(stack)}`,
      "pulumi up",
    );
  return problem(
    "checkpoint",
    `${text} The last readable state is ${path.relative(root, best)}.`,
    "restore it before any other command writes; the next `up` takes over objects that were created since then:",
    `cp ${shellQuoted(best)} ${shellQuoted(file)}`,
    `rm -f ${shellQuoted(file + ATTRIBUTES)}`,
    CANCEL,
    "pulumi up --refresh",
  );
}

function examineLock(file: string, root: string): DoctorFinding {
  const [, ...stack] = path.relative(path.join(root, "locks"), path.dirname(file)).split(path.sep);
  const name = stack.join("/");
  const lock = parseJson(Lock, readText(file) ?? "");
  if (!lock || hasTornAttributes(file))
    return problem(
      "lock",
      `The lock of ${name} is truncated: the CLI was killed while it wrote the lock, before it changed anything.`,
      "delete it:",
      `rm ${shellQuoted(file)} ${shellQuoted(file + ATTRIBUTES)}`,
    );
  const holder = `${lock.username}@${lock.hostname} (process ${lock.pid}) since ${lock.timestamp}`;
  if (lock.hostname === os.hostname() && !isRunning(lock.pid))
    return problem(
      "lock",
      `${name} is locked by ${holder}. That process no longer runs: it was killed.`,
      "remove the lock, and continue:",
      CANCEL,
      "pulumi up",
    );
  return {
    subject: "lock",
    state: "unsure",
    text: `${name} is locked by ${holder}. It may still be running: wait for it. If it was killed, remove the lock:`,
    commands: [CANCEL],
  };
}

/** Returns the newest file with a readable state that was not written before `since`. */
function newestReadable(files: readonly string[], since = 0): string | undefined {
  return files
    .filter((file) => modified(file) >= since && isReadable(file))
    .sort((a, b) => modified(a) - modified(b))
    .at(-1);
}

function isReadable(file: string): boolean {
  const text = readText(file);
  return text !== undefined && parseState(text) !== undefined;
}

function readText(file: string): string | undefined {
  try {
    const bytes = fs.readFileSync(file);
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch {
    return undefined;
  }
}

function filesIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function siblings(file: string): string[] {
  const folder = path.dirname(file);
  return fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : [];
}

function modified(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
