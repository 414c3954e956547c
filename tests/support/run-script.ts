import { ROOT } from "../../scripts/prepare";
import { runStep } from "../../scripts/processes";

/** Runs `node scripts/run.js ARGS` in a process of its own: a test's process has other modules and other time. `text`: its stdout. */
export async function runScript(...args: readonly string[]): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await runStep(process.execPath, ["scripts/run.js", ...args], {
    cwd: ROOT,
  });
  process.stderr.write(stderr);
  return { code, text: stdout };
}
