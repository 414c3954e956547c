import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createClient, type EdgeClient } from "../../../provider/client";
import { startTestPlatform, type TestPlatform } from "../../support/platform";
import { settingsFor } from "./scripted-server";

const ROOT = path.resolve(__dirname, "../../..");

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-budget-test-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a process that sends `count` requests on demand. */
function spender(platform: TestPlatform, count: number, { shell = "" } = {}) {
  const script = path.join(ROOT, "tests/support/budget/spend.ts");
  const register = path.join(ROOT, "tests/support/run-typescript.cjs");
  const args = ["-r", register, script, platform.baseUrl, platform.token, String(count), folder];
  const command = [process.execPath, ...args];
  const [name = "", ...rest] =
    shell === "" ? command : ["sh", "-c", `${shell} && exec "$0" "$@"`, ...command];
  const child = spawn(name, rest, { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  running.add(child);
  const output: string[] = [];
  const ready = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output.push(chunk.toString());
      resolve();
    });
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return {
    child,
    ready,
    ended,
    go: () => child.stdin.end(),
    lines: () => output.join("").split("\n").slice(1, -1),
  };
}

async function statuses(platform: TestPlatform): Promise<Record<number, number>> {
  const answer = await platform.control("GET", "/requests?since=0");
  const { requests } = answer.body as { requests: { status: number }[] };
  const counts: Record<number, number> = {};
  for (const { status } of requests) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe("several processes with one credential", () => {
  it("are never refused, however many requests each of them has", async () => {
    await using platform = await limited({ rateLimit: 30, rateWindow: 1 });
    const spenders = [0, 1, 2, 3].map(() => spender(platform, 25));
    await Promise.all(spenders.map(({ ready }) => ready));
    for (const { go } of spenders) go();
    expect(await Promise.all(spenders.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
    expect(await statuses(platform)).toEqual({ 200: 100 });
  });

  it("continue when one of them is killed", async () => {
    await using platform = await limited({ rateLimit: 60, rateWindow: 1 });
    const [killed, other] = [spender(platform, 1000), spender(platform, 50)];
    await Promise.all([killed.ready, other.ready]);
    killed.go();
    let answered = 0;
    while (answered < 20) answered = (await statuses(platform))[200] ?? 0;
    killed.child.kill("SIGKILL");
    await killed.ended;
    other.go();
    expect(await other.ended).toBe(0);
    expect(await statuses(platform)).not.toHaveProperty("429");
  });

  it("each use their own budget, and say so, if files cannot be written", async () => {
    await using platform = await limited({ rateLimit: 30, rateWindow: 1 });
    const one = spender(platform, 10, { shell: "ulimit -f 0" });
    await one.ready;
    one.go();
    expect(await one.ended).toBe(0);
    expect(one.lines()).toEqual([
      expect.stringMatching(
        /^edge: the request budget is not shared with other processes on this machine: .*EFBIG/,
      ),
    ]);
    expect(await statuses(platform)).toEqual({ 200: 10 });
  });

  // The control for the first test, with the same requests and no shared budget.
  it("are refused if each has its own budget", async () => {
    await using platform = await limited({ rateLimit: 30 });
    const clients = [0, 1, 2, 3].map(() => clientOf(platform, undefined));
    const outcomes = await Promise.allSettled(clients.flatMap((client) => lookUps(client, 25)));
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    expect((await statuses(platform))[429]).toBeGreaterThan(0);
  });

  it("obey a pause that only one of them received", async () => {
    await using platform = await limited({ rateLimit: 1000 });
    const [one, other] = [clientOf(platform, folder), clientOf(platform, folder)];
    await one.zones.list({ name: "first.example" });
    await platform.control("PUT", "/faults", [
      { method: "GET", path: "/zones", kind: "status", status: 429, retryAfter: 600, times: 1 },
    ]);
    await expect(one.zones.list({ name: "second.example" })).rejects.toThrow("429");
    await expect(other.zones.list({ name: "third.example" })).rejects.toThrow("asked for a pause");
    expect(await statuses(platform)).toEqual({ 200: 1, 429: 1 });
  });
});

async function limited(options: { rateLimit?: number; rateWindow?: number }) {
  const platform = await startTestPlatform(options);
  return Object.assign(platform, { [Symbol.asyncDispose]: () => platform.close() });
}

function clientOf(platform: TestPlatform, budgetFolder: string | undefined): EdgeClient {
  const { origin } = new URL(platform.baseUrl);
  const credential = { kind: "token", token: platform.token, source: "a test" } as const;
  return createClient(settingsFor(origin, { credential }), { budgetFolder, log: () => undefined });
}

function lookUps(client: EdgeClient, count: number): Promise<unknown>[] {
  return Array.from({ length: count }, (_, i) => client.zones.list({ name: `zone-${i}.example` }));
}
