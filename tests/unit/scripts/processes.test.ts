import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { ROOT } from "../../../scripts/prepare";
import { runInForeground, runStep } from "../../../scripts/processes";
import { temporaryFolder } from "../../support/fake-commands";

const NODE = process.execPath;

// Every command here is a process of its own.
jest.setTimeout(60_000);

describe("runStep", () => {
  it("returns the exit code and both outputs", async () => {
    const script = 'console.log("out"); console.error("err"); process.exitCode = 3;';
    expect(await runStep(NODE, ["-e", script])).toEqual({
      code: 3,
      stdout: "out\n",
      stderr: "err\n",
      timedOut: false,
    });
  });

  it("does not reject when there is no such command", async () => {
    const result = await runStep("no-such-command", []);
    expect(result.code).toBe(127);
    expect(result.stderr).toContain("ENOENT");
  });

  it("ends a command that takes too long together with what it started", async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, "pid");
    const script = `
      const { spawn } = require("node:child_process");
      const inner = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"]);
      require("node:fs").writeFileSync(${JSON.stringify(file)}, String(inner.pid));
      setInterval(() => undefined, 1000);
    `;
    const result = await runStep(NODE, ["-e", script], { timeoutMs: 1_500 });
    expect(result).toMatchObject({ code: 137, timedOut: true });
    const inner = Number(fs.readFileSync(file, "utf8"));
    expect(isRunning(inner)).toBe(false);
    fs.rmSync(folder, { recursive: true });
  });
});

describe("runInForeground", () => {
  it("resolves to the exit code", async () => {
    expect(await runInForeground(NODE, ["-e", "process.exitCode = 5;"])).toBe(5);
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "passes %s on and returns the code that the command ends with",
    async (signal) => {
      const command = `process.on("${signal}", () => process.exit(42)); console.log("ready"); setInterval(() => undefined, 1000);`;
      const outer = spawn(NODE, [
        "-e",
        `require(${JSON.stringify(path.join(ROOT, "scripts", "processes"))})
        .runInForeground(process.execPath, ["-e", ${JSON.stringify(command)}])
        .then((code) => (process.exitCode = code));`,
      ]);
      outer.stdout.once("data", () => outer.kill(signal));
      const code = await new Promise((resolve) => outer.on("close", resolve));
      expect(code).toBe(42);
    },
  );
});

/** A process that was killed may stay listed until init collects it; such a zombie runs no more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/stat`;
  return !fs.existsSync(status) || !/\) [ZX] /.test(fs.readFileSync(status, "utf8"));
}
