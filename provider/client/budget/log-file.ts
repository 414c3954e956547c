import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = fs.constants;

/** Files that were not written to for this long are removed. */
const RETENTION_MS = 24 * 3_600_000;

/**
 * A log that several processes append to without locks: the operating system orders the appends to a file. A long log
 * continues in the next file. Every method may throw a file system error.
 */
export interface BudgetLogFile {
  append(text: string): void;
  /** Returns the complete lines that any process appended since the last call. */
  read(): string[];
  /** Bytes read so far. */
  size(): number;
  /** Whether the file was deleted. */
  removed(): boolean;
  reopen(): void;
  /** Continues in the next file, which starts with `text`. Every process that has read the same lines passes the same text. */
  next(text: string): void;
}

/** Opens the log named `key`. Creates the folder if it does not exist; no other user may have access to it. */
export function openLogFile(folder: string, key: string): BudgetLogFile {
  preparePrivateFolder(folder);
  let current = openLatest(folder, key);
  let offset = 0;
  let partialLine = "";
  const buffer = Buffer.alloc(65_536);

  function reopen(): void {
    fs.closeSync(current.fd);
    current = openLatest(folder, key);
    offset = 0;
    partialLine = "";
  }

  return {
    append(text) {
      const bytes = Buffer.from(text, "latin1");
      if (fs.writeSync(current.fd, bytes) < bytes.length) throw new Error("the disk is full");
    },
    read() {
      let text = partialLine;
      for (;;) {
        const count = fs.readSync(current.fd, buffer, 0, buffer.length, offset);
        if (count === 0) break;
        offset += count;
        text += buffer.toString("latin1", 0, count);
      }
      const lines = text.split("\n");
      partialLine = lines.pop() ?? "";
      return lines;
    },
    size: () => offset,
    removed: () => fs.fstatSync(current.fd).nlink === 0,
    next(text) {
      createAtomically(folder, `${key}.${current.number + 1}`, text);
      reopen();
    },
    reopen,
  };
}

/** Any user can create a folder, or a link to one, in the system's temporary folder. */
function preparePrivateFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = fs.lstatSync(folder);
  if (!found.isDirectory()) throw new Error("not a folder");
  const user = process.getuid?.();
  // Windows has neither user ids nor modes, and its temporary folder belongs to the user.
  if (user === undefined) return;
  if (found.uid !== user) throw new Error("the folder belongs to another user");
  if ((found.mode & 0o077) !== 0) throw new Error("other users have access to the folder");
}

function openLatest(folder: string, key: string): { readonly fd: number; readonly number: number } {
  for (;;) {
    const numbers = numbersOf(folder, key);
    const number = Math.max(0, ...numbers);
    const creates = numbers.length === 0;
    if (creates) removeExpired(folder);
    const fd = openIfExists(path.join(folder, `${key}.${number}`), creates);
    // Another process may have created the next file in the meantime.
    if (fd !== undefined && Math.max(0, ...numbersOf(folder, key)) === number) {
      for (const older of numbers)
        if (older < number) fs.rmSync(path.join(folder, `${key}.${older}`), { force: true });
      return { fd, number };
    }
    if (fd !== undefined) fs.closeSync(fd);
  }
}

function numbersOf(folder: string, key: string): number[] {
  return fs.readdirSync(folder).flatMap((name) => {
    const number = name.startsWith(`${key}.`) ? name.slice(key.length + 1) : "";
    return /^\d+$/.test(number) ? [Number(number)] : [];
  });
}

function openIfExists(file: string, create: boolean): number | undefined {
  try {
    return fs.openSync(file, O_RDWR | O_APPEND | O_NOFOLLOW | (create ? O_CREAT : 0), 0o600);
  } catch (error) {
    if (codeOf(error) === "ENOENT" && !create) return undefined;
    throw error;
  }
}

/** Creates a file with its whole text or not at all. Leaves an existing file unchanged. */
function createAtomically(folder: string, name: string, text: string): void {
  const draft = path.join(folder, `${name}.${randomBytes(6).toString("hex")}.draft`);
  try {
    fs.writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    fs.linkSync(draft, path.join(folder, name));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function removeExpired(folder: string): void {
  const oldest = Date.now() - RETENTION_MS;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() && found.mtimeMs < oldest) fs.rmSync(file, { force: true });
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
