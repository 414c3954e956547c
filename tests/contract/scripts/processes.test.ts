import { spawn } from "node:child_process";
import path from "node:path";

import { ROOT } from "../../../scripts/prepare";
import { runInForeground, runStep } from "../../../scripts/processes";

const NODE = process.execPath;

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

  it("does not reject if the command does not exist", async () => {
    const result = await runStep("no-such-command", []);
    expect(result.code).toBe(127);
    expect(result.stderr).toContain("ENOENT");
  });

  it("ends a command that takes too long together with what it started", async () => {
    // The inner process holds stdout open: as long as it lived, the step could not come to its end.
    const script = `
      const { spawn } = require("node:child_process");
      spawn(process.execPath, ["-e", "setTimeout(() => undefined, 20_000)"], { stdio: "inherit" });
      console.log("started");
      setTimeout(() => undefined, 20_000);
    `;
    const start = Date.now();
    const result = await runStep(NODE, ["-e", script], { timeoutMs: 1_500 });
    expect(result).toMatchObject({ code: 137, stdout: "started\n", timedOut: true });
    expect(Date.now() - start).toBeLessThan(15_000);
  });
});

describe("runInForeground", () => {
  it("resolves to the exit code", async () => {
    expect(await runInForeground(NODE, ["-e", "process.exitCode = 5;"])).toBe(5);
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "passes %s on and returns the code that the command ends with",
    async (signal) => {
      const command = `process.on("${signal}", () => process.exit(42)); console.log("ready"); setTimeout(() => undefined, 20_000);`;
      const outer = spawn(
        NODE,
        [
          "-e",
          `require(${JSON.stringify(path.join(ROOT, "scripts", "processes"))})
          .runInForeground(process.execPath, ["-e", ${JSON.stringify(command)}])
          .then((code) => (process.exitCode = code));`,
        ],
        // Both end at last, also when nothing is passed on.
        { timeout: 20_000, killSignal: "SIGKILL" },
      );
      outer.stdout.once("data", () => outer.kill(signal));
      const code = await new Promise((resolve) => outer.on("exit", resolve));
      expect(code).toBe(42);
    },
  );

  it("ends the command when npm's shell has ended", async () => {
    const command = `process.on("SIGTERM", () => process.exit(console.log("ended"))); console.log("ready"); setTimeout(() => undefined, 20_000);`;
    const script = `require(${JSON.stringify(path.join(ROOT, "scripts", "processes"))})
      .runInForeground(process.execPath, ["-e", ${JSON.stringify(command)}]);`;
    const shell = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(script)}], { stdio: "inherit" });`;
    const env = { ...process.env, npm_lifecycle_event: "platform" };
    const npm = spawn(NODE, ["-e", shell], { env });
    let stdout = "";
    npm.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      npm.kill("SIGKILL");
    });
    // Stdout is closed when nobody holds it any more.
    await new Promise((resolve) => npm.on("close", resolve));
    expect(stdout).toBe("ready\nended\n");
  });
});
