import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { Finding } from "./doctor-examination";
import { parseState } from "./doctor-state";
import { UsageError } from "./usage-error";

const CHECKPOINT = /\.json(\.gz|\.zst)?$/;
/** What the backend keeps beside each of its files: type and checksum. */
const ATTRIBUTES = ".attrs";
const CANCEL = "pulumi cancel --yes";

const Lock = z.looseObject({
  pid: z.int(),
  username: z.string(),
  hostname: z.string(),
  timestamp: z.string(),
});

/**
 * Examines the files of a file backend for locks and for what a killed CLI leaves half-written. `backend` is a folder or a
 * `file://` URL. @throws UsageError
 */
export function examineBackend(backend: string): Finding[] {
  const folder = folderOf(backend);
  const root = path.join(folder, ".pulumi");
  if (!fs.existsSync(root))
    throw new UsageError(`${folder} is no file backend of Pulumi: it has no folder .pulumi.`);
  const stacks = filesIn(path.join(root, "stacks")).filter((file) => CHECKPOINT.test(file));
  const locks = filesIn(path.join(root, "locks")).filter((file) => file.endsWith(".json"));
  const findings = [
    ...stacks.flatMap((file) => examineCheckpoint(file, root)),
    ...locks.map((file) => examineLock(file, root)),
  ];
  if (findings.length > 0) return findings;
  const text = `${folder}: stacks that can be read: ${stacks.length}; no lock.`;
  return [{ subject: "backend", state: "ok", text }];
}

/** The backend in the environment, if its files can be looked at. */
export function backendInEnvironment(env: NodeJS.ProcessEnv): string | undefined {
  const url = env["PULUMI_BACKEND_URL"];
  return url?.startsWith("file://") && fs.existsSync(path.join(folderOf(url), ".pulumi")) ? url : undefined;
}

/** As the Pulumi CLI reads it: the path is not encoded, `~` is the home folder, and a relative path is one from here. */
function folderOf(backend: string): string {
  if (/^\w+:\/\//.test(backend) && !backend.startsWith("file://"))
    throw new UsageError(`doctor can look into a file backend only, and ${backend} is none.`);
  const [given = ""] = backend.replace(/^file:\/\//, "").split("?");
  return path.resolve(given.replace(/^~(?=\/|$)/, os.homedir()));
}

function examineCheckpoint(file: string, root: string): Finding[] {
  const stack = path.relative(path.join(root, "stacks"), file).replace(CHECKPOINT, "");
  if (hasTornAttributes(file)) return [tornAttributes(file, stack)];
  // Node 20 cannot read zstd.
  if (file.endsWith(".zst") || isReadable(file)) return [];
  return [unreadable(file, stack, root)];
}

/** The CLI writes this file in place, before it renames the checkpoint: a kill between leaves it empty or cut. */
function hasTornAttributes(file: string): boolean {
  const text = readText(file + ATTRIBUTES);
  if (text === undefined) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

function tornAttributes(file: string, stack: string): Finding {
  const newer = newestReadable(
    siblings(file).filter((name) => name.startsWith(`${file}.`) && name.endsWith(".tmp")),
    modified(file),
  );
  const saved = newer === undefined ? "" : " The state that it was about to save is there as a whole.";
  return {
    subject: "checkpoint",
    state: "problem",
    text:
      `The state of ${stack} cannot be loaded ("failed to load checkpoint: EOF"): ` +
      `the CLI was killed while it wrote ${path.basename(file)}${ATTRIBUTES}. The state itself is whole.${saved}`,
    cure: "remove that file, which holds a checksum and nothing else:",
    commands: [
      `rm ${shell(file + ATTRIBUTES)}`,
      ...(newer === undefined ? [] : [`mv ${shell(newer)} ${shell(file)}`]),
      CANCEL,
      "pulumi up --refresh",
    ],
  };
}

function unreadable(file: string, stack: string, root: string): Finding {
  const name = path.basename(file);
  const older = siblings(path.join(root, "history", stack, "x")).filter((one) =>
    /\.checkpoint\.json(\.gz)?$/.test(one),
  );
  const best = isReadable(`${file}.bak`) ? `${file}.bak` : newestReadable(older);
  const text = `The state of ${stack} cannot be read: ${name} is empty, or not whole.`;
  if (best === undefined)
    return {
      ...{ subject: "checkpoint", state: "problem" },
      text: `${text} No earlier state of the stack is beside it.`,
      cure: "bring the file back from your own backup, or begin with an empty state; the next `up` takes over what carries the stack's marks and is a day old at most:",
      commands: [`rm ${shell(file)}`, `pulumi stack init ${path.basename(stack)}`, "pulumi up"],
    };
  return {
    ...{ subject: "checkpoint", state: "problem" },
    text: `${text} The last state that can be read is ${path.relative(root, best)}.`,
    cure: "bring it back before any other command writes; the next `up` takes over what was made since then:",
    commands: [
      `cp ${shell(best)} ${shell(file)}`,
      `rm -f ${shell(file + ATTRIBUTES)}`,
      CANCEL,
      "pulumi up --refresh",
    ],
  };
}

function examineLock(file: string, root: string): Finding {
  const [, ...stack] = path.relative(path.join(root, "locks"), path.dirname(file)).split(path.sep);
  const name = stack.join("/");
  const lock = parsed(Lock, readText(file) ?? "");
  if (!lock || hasTornAttributes(file))
    return {
      ...{ subject: "lock", state: "problem" },
      text: `The lock of ${name} is not whole: the CLI was killed while it wrote the lock, and had changed nothing.`,
      cure: "remove it:",
      commands: [`rm ${shell(file)} ${shell(file + ATTRIBUTES)}`],
    };
  const holder = `${lock.username}@${lock.hostname} (process ${lock.pid}) since ${lock.timestamp}`;
  if (lock.hostname === os.hostname() && !isRunning(lock.pid))
    return {
      ...{ subject: "lock", state: "problem" },
      text: `${name} is locked by ${holder}. That process has ended: it was killed.`,
      cure: "remove the lock, and go on:",
      commands: [CANCEL, "pulumi up"],
    };
  return {
    ...{ subject: "lock", state: "unsure" },
    text: `${name} is locked by ${holder}. It may be at work: wait for it. If it was killed, remove the lock:`,
    commands: [CANCEL],
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but it runs.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The newest of these files that holds a state, if it was written after `since`. */
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

function parsed<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
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

/** A path as one word of a shell. */
function shell(file: string): string {
  return /^[\w./~+@%=:,-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
