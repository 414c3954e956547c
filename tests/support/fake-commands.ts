import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Creates a temporary folder. Its path has no symbolic links, since child processes see the real path. */
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

/** Writes an executable JavaScript command into a folder on a test's PATH. */
export function writeCommand(folder: string, name: string, body: string): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), commandText(body), { mode: 0o755 });
}

/** Returns the text of an executable file that runs JavaScript independently of PATH. */
export function commandText(body: string): string {
  return `#!${process.execPath}\n${body}\n`;
}
