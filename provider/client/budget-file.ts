import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = fs.constants;

/** Files that nobody has written to for so long are removed. */
const KEPT_MS = 24 * 3_600_000;

/**
 * A log that several processes append to, without locks: the system puts what is appended to one file in one order. A log
 * that has grown goes on in a next file. Every method throws what the file system throws.
 */
export interface BudgetFile {
  append(text: string): void;
  /** Whole lines that were appended since the last call, by this process and by others. */
  read(): string[];
  /** Bytes that were read so far. */
  size(): number;
  /** Somebody has removed the file. */
  removed(): boolean;
  reopen(): void;
  /** Goes on in the next file, which begins with `text`; every process that reads the same lines gives the same text. */
  next(text: string): void;
}

/** `key` names the log. The folder is made if it does not exist, and must be this user's alone. */
export function openBudgetFile(folder: string, key: string): BudgetFile {
  preparePrivateFolder(folder);
  let current = openLatest(folder, key);
  let offset = 0;
  let unfinished = "";
  const buffer = Buffer.alloc(65_536);

  function reopen(): void {
    fs.closeSync(current.fd);
    current = openLatest(folder, key);
    offset = 0;
    unfinished = "";
  }

  return {
    append(text) {
      const bytes = Buffer.from(text, "latin1");
      if (fs.writeSync(current.fd, bytes) < bytes.length) throw new Error("the disk is full");
    },
    read() {
      let text = unfinished;
      for (;;) {
        const count = fs.readSync(current.fd, buffer, 0, buffer.length, offset);
        if (count === 0) break;
        offset += count;
        text += buffer.toString("latin1", 0, count);
      }
      const lines = text.split("\n");
      unfinished = lines.pop() ?? "";
      return lines;
    },
    size: () => offset,
    removed: () => fs.fstatSync(current.fd).nlink === 0,
    next(text) {
      makeWhole(folder, `${key}.${current.number + 1}`, text);
      reopen();
    },
    reopen,
  };
}

/** Anybody can make a folder in the system's folder for temporary files, or a link to one. */
function preparePrivateFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = fs.lstatSync(folder);
  if (!found.isDirectory()) throw new Error("it is not a folder");
  const user = process.getuid?.();
  // Windows has neither ids nor these modes; its folder for temporary files is the user's alone.
  if (user === undefined) return;
  if (found.uid !== user) throw new Error("it belongs to another user");
  if ((found.mode & 0o077) !== 0) throw new Error("other users have access to it");
}

function openLatest(folder: string, key: string): { readonly fd: number; readonly number: number } {
  for (;;) {
    const numbers = numbersOf(folder, key);
    const number = Math.max(0, ...numbers);
    const creates = numbers.length === 0;
    if (creates) removeOld(folder);
    const fd = openIfThere(path.join(folder, `${key}.${number}`), creates);
    // Between the two looks another process may have gone on to a next file.
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

function openIfThere(file: string, create: boolean): number | undefined {
  try {
    return fs.openSync(file, O_RDWR | O_APPEND | O_NOFOLLOW | (create ? O_CREAT : 0), 0o600);
  } catch (error) {
    if (codeOf(error) === "ENOENT" && !create) return undefined;
    throw error;
  }
}

/** The file appears with its whole text, or not at all. Where it exists it stays as it is. */
function makeWhole(folder: string, name: string, text: string): void {
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

function removeOld(folder: string): void {
  const oldest = Date.now() - KEPT_MS;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() && found.mtimeMs < oldest) fs.rmSync(file, { force: true });
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
