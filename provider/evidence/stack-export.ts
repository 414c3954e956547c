import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** How often the export is tried: the file backend writes a file beside the state in place, which can be read half written. */
const TRIES = 3;
const LONGEST_MS = 30_000;
const LARGEST_BYTES = 512 * 1024 * 1024;

/**
 * Returns what `pulumi stack export` prints for a stack, or the reason why there is nothing. The CLI that runs this process reads the state
 * with its own backend and credential. An export does not wait for the lock of the update that asks for it.
 */
export async function exportStack(
  stack: string,
): Promise<{ readonly document: unknown } | { readonly reason: string }> {
  let reason = "";
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      return {
        document: JSON.parse(await pulumi(["stack", "export", "--stack", stack, "--non-interactive"])),
      };
    } catch (error) {
      reason = error instanceof Error ? firstLine(error.message) : String(error);
    }
  }
  return { reason };
}

function pulumi(args: readonly string[]): Promise<string> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return new Promise((resolve, reject) => {
    const options = { env, timeout: LONGEST_MS, maxBuffer: LARGEST_BYTES, windowsHide: true };
    execFile(runningCli() ?? "pulumi", [...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(firstLine(stderr) || error.message));
      else resolve(stdout);
    });
  });
}

/** Returns the CLI that started this process, where the system tells: it may not be on PATH. */
function runningCli(): string | undefined {
  let pid = String(process.ppid);
  for (let depth = 0; depth < 4; depth += 1) {
    try {
      const file = fs.readlinkSync(`/proc/${pid}/exe`);
      if (path.basename(file) === "pulumi") return file;
      // `pid (name) state parent …`, where the name may contain spaces and parentheses.
      const [, parent = ""] =
        fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      pid = parent;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
