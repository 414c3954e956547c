/**
 * How the process of dynamic providers hands lines of a preview to the program: the engine passes on only inputs, which would become a part
 * of an update plan.
 */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** The reports that this program has not read. */
const open = new Set<string>();

/** Returns the path of a file that does not exist yet, and whose name nobody can guess. */
export function newReport(): string {
  const file = path.join(os.tmpdir(), `edge-preview-${randomUUID()}`);
  if (open.size === 0) process.once("exit", dropReports);
  open.add(file);
  return file;
}

/** Removes the reports of resources for which the engine has not answered. */
export function dropReports(): void {
  for (const file of open) fs.rmSync(file, { force: true });
  open.clear();
}

/** Appends lines. Returns whether the program can read them. */
export function appendReport(file: unknown, lines: readonly object[]): boolean {
  if (typeof file !== "string") return false;
  try {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    fs.appendFileSync(file, text, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Returns the lines and removes the file. Without a file, there are none. */
export function takeReport(file: string): unknown[] {
  open.delete(file);
  if (open.size === 0) process.off("exit", dropReports);
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
    fs.rmSync(file, { force: true });
  } catch {
    return [];
  }
  // The engine checks what is replaced twice.
  const lines = new Set(text.split("\n"));
  return [...lines].filter((line) => line !== "").map((line): unknown => JSON.parse(line));
}
