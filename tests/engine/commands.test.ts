import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { ensureBuilt, ROOT } from "../../scripts/prepare";
import { pulumiCli } from "../support/engine";
import { temporaryFolder } from "../support/fake-commands";

interface Command {
  readonly kill: (signal: NodeJS.Signals) => void;
  /** The first line on stdout. */
  readonly firstLine: Promise<string>;
  readonly result: Promise<{
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

/** The data folder of a platform, or the home of a Pulumi. */
let folder: string;
let commands: Command[] = [];

beforeAll(() => ensureBuilt(() => undefined));
beforeEach(() => {
  folder = temporaryFolder();
  commands = [];
});
afterEach(async () => {
  for (const command of commands) command.kill("SIGTERM");
  await Promise.all(commands.map(({ result }) => result));
  fs.rmSync(folder, { recursive: true });
});

describe("npm run platform", () => {
  it("prints one line when it is ready, ends at a signal to npm, and starts again on the same data", async () => {
    const first = npmRun("platform", "--port", "0", "--data", folder);
    const ready = parseReady(await first.firstLine);
    const health = await fetch(new URL("/_platform/health", ready.baseUrl));
    expect(await health.json()).toEqual({ status: "ok" });

    first.kill("SIGTERM");
    const { code, stdout, stderr } = await first.result;
    expect({ code, lines: stdout.trim().split("\n").length }).toEqual({ code: 0, lines: 1 });
    expect(stderr).not.toContain(ready.token);
    await expect(fetch(new URL("/_platform/health", ready.baseUrl))).rejects.toThrow("fetch failed");

    const second = npmRun("platform", "--port", "0", "--data", folder);
    expect(parseReady(await second.firstLine)).toMatchObject({
      accountId: ready.accountId,
      token: ready.token,
    });
    second.kill("SIGTERM");
    expect((await second.result).code).toBe(0);
  });
});

describe("npm run pulumi", () => {
  it("runs the CLI of demo and tests, and passes on its output and exit code", async () => {
    const { version } = await pulumiCli();
    expect(await npmRun("pulumi", "version").result).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(version) as string,
    });

    const refused = await npmRun("pulumi", "no-such-command").result;
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("no-such-command");
  });
});

function npmRun(script: string, ...args: string[]): Command {
  // From a folder outside: npm finds the repository, and a relative path refers to the caller's folder.
  const child = spawn("npm", ["--prefix", ROOT, "run", "--silent", script, "--", ...args], {
    cwd: path.dirname(ROOT),
    env: { ...process.env, PULUMI_HOME: folder, PULUMI_SKIP_UPDATE_CHECK: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const result: Command["result"] = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (stdout.includes("\n")) resolve(stdout.slice(0, stdout.indexOf("\n")));
    });
    child.on("close", () =>
      reject(new Error(`npm run ${script} ended without a line on stdout:\n${stderr}`)),
    );
  });
  // Only a test that waits for a line fails if none comes.
  firstLine.catch(() => undefined);
  const command = { kill: (signal: NodeJS.Signals) => child.kill(signal), firstLine, result };
  commands.push(command);
  return command;
}

function parseReady(line: string): { baseUrl: string; accountId: string; token: string } {
  // The form is what this test is about; a missing member fails the expectations.
  return JSON.parse(line) as { baseUrl: string; accountId: string; token: string };
}
