import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** A new folder with its symbolic links resolved, as child processes see it. */
export function temporaryFolder(): string {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-test-")));
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

/** Puts a command into a folder that stands on a test's PATH. `body` is JavaScript. */
export function writeCommand(folder: string, name: string, body: string): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), commandText(body), { mode: 0o755 });
}

/** The text of an executable file that runs JavaScript, wherever PATH points. */
export function commandText(body: string): string {
  return `#!${process.execPath}\n${body}\n`;
}
