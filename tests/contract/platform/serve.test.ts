import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { runPlatform, startChildPlatform } from "../../support/child-platform";
import { bearer } from "../../support/platform";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "edge-platform-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const start = (...args: string[]) => startChildPlatform("--port", "0", "--data", folder, ...args);

/** Sends text on a new connection. `heard` resolves to the received text when the connection closes. */
async function say(url: string, text: string): Promise<{ socket: Socket; heard: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk)).on("error", () => undefined);
  const heard = new Promise<string>((resolve) => {
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { socket, heard };
}

describe("--host", () => {
  it("prints a warning if other machines can reach the platform", async () => {
    const platform = await start("--host", "0.0.0.0");
    expect(platform.stderr()).toMatch(
      /WARNING: the platform listens on 0\.0\.0\.0 without encryption, and other machines may reach it/,
    );
    expect(platform.ready.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const health = await fetch(new URL("/_platform/health", platform.ready.baseUrl));
    expect(await health.json()).toEqual({ status: "ok" });
    await platform.end("SIGTERM");
  });

  it("prints no warning for a loopback address, where a browser gets the page", async () => {
    const platform = await start();
    expect(platform.stderr()).toBe("");
    const page = await fetch(new URL("/", platform.ready.baseUrl), { headers: { Accept: "text/html" } });
    expect(await page.text()).toContain("<h1>Local edge platform</h1>");
    await platform.end("SIGTERM");
  });

  it("is refused if this machine has no such address", async () => {
    const { code, stderr } = await runPlatform("--port", "0", "--data", folder, "--host", "192.0.2.1");
    expect([code, stderr]).toEqual([1, expect.stringContaining("this machine has no address 192.0.2.1")]);
  });
});

describe("SIGTERM", () => {
  it("stops the platform despite idle connections, an incomplete request and a slow request", async () => {
    const platform = await start();
    const { ready } = platform;
    const faults = [{ kind: "delay", path: "/zones", ms: 60_000 }];
    await fetch(new URL("/_platform/faults", ready.baseUrl), { method: "PUT", body: JSON.stringify(faults) });
    const slow = fetch(`${ready.baseUrl}/zones`, { headers: bearer(ready.token) });
    const cut = expect(slow).rejects.toThrow();
    const idle = await say(ready.baseUrl, "GET /client/v4/user HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    const half = await say(ready.baseUrl, "POST /client/v4/user/tokens HTTP/1.1\r\nContent-Length: 9\r\n");
    expect(await platform.end("SIGTERM")).toEqual({ code: 0, signal: null });
    await Promise.all([cut, idle.heard, half.heard]);
  }, 30_000);
});

it("loads no modules of other commands", () => {
  const root = path.resolve(__dirname, "../../..");
  const script = `
    process.on("exit", () => console.log("loaded:" + Object.keys(require.cache).join()));
    process.argv.splice(1, 0, "edge-platform");
    process.execArgv = [];
    require("./cli/main.ts")`;
  const loadedBy = (...args: string[]) =>
    execFileSync(
      process.execPath,
      ["-r", "./tests/support/run-typescript.cjs", "-e", script, "--", ...args],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
  expect(loadedBy("rulesets", "--help")).toContain("/cli/rulesets/rulesets.ts");
  const loaded = loadedBy("serve", "--help");
  expect(loaded).toContain("/cli/serve.ts");
  expect(loaded).not.toMatch(/\/cli\/rulesets\/|\/provider\/client\/|\/emulator\/server\.ts/);
});
