import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { runPlatform, startChildPlatform, type ChildPlatform } from "../../support/child-platform";
import { bearer, EXAMPLE_COM } from "../../support/platform";

const ENTRYPOINT = `/zones/${EXAMPLE_COM}/rulesets/phases/http_request_firewall_custom/entrypoint`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "edge-platform-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const start = (...args: string[]) => startChildPlatform("--port", "0", "--data", folder, ...args);

interface Ruleset {
  readonly id: string;
  readonly version: string;
  readonly rules: readonly { readonly id: string; readonly description: string }[];
}

async function call({ ready }: ChildPlatform, method: string, at: string, body?: unknown): Promise<Ruleset> {
  const response = await fetch(ready.baseUrl + at, {
    method,
    headers: { ...bearer(ready.token), "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { result } = (await response.json()) as { result: Ruleset };
  return result;
}

describe("a thousand concurrent writes to one ruleset", () => {
  it("make consecutive versions with one write each, and survive a kill", async () => {
    const rule = (index: number, description: string) => ({
      ref: `rule-${index}`,
      action: "log",
      expression: `http.host eq "${index}.example"`,
      description,
    });
    const first = await start();
    const rules = Array.from({ length: 10 }, (_, index) => rule(index, "as it was"));
    const before = await call(first, "PUT", ENTRYPOINT, { rules });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, write) => {
        const index = write % 10;
        const at = `/zones/${EXAMPLE_COM}/rulesets/${before.id}/rules/${before.rules[index]?.id ?? ""}`;
        const answer = await call(first, "PATCH", at, rule(index, `write ${write}`));
        return { index, write, answer };
      }),
    );
    await first.end("SIGKILL");
    const said = before.rules.map(({ description }) => description);
    answers.sort((a, b) => Number(a.answer.version) - Number(b.answer.version));
    for (const [turn, { index, write, answer }] of answers.entries()) {
      said[index] = `write ${write}`;
      expect(answer.version).toBe(String(turn + 2));
      expect(answer.rules.map(({ description }) => description)).toEqual(said);
    }
    const second = await start();
    expect(await call(second, "GET", ENTRYPOINT)).toEqual(answers.at(-1)?.answer);
    await second.end("SIGTERM");
  });
});

describe("a platform on an existing data folder", () => {
  it("has the same ids and credentials, prints them in one line, and stops cleanly on SIGTERM", async () => {
    const first = await start();
    expect(await first.end("SIGTERM")).toEqual({ code: 0, signal: null });
    const second = await start();
    const { baseUrl, gatewayUrl, ...same } = second.ready;
    expect(first.ready).toMatchObject(same);
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/client\/v4$/);
    expect(gatewayUrl).toBe(baseUrl.replace("/client/v4", "/gateway"));
    expect(Object.keys(second.ready)).toEqual([
      "baseUrl",
      "gatewayUrl",
      "accountId",
      "userId",
      "email",
      "apiKey",
      "token",
      "vendor",
    ]);
    await fetch(`${baseUrl}/user`, { headers: bearer("x".repeat(40)) });
    expect(await second.end("SIGINT")).toEqual({ code: 0, signal: null });
    expect(second.stdout.filter((line) => line.startsWith("{"))).toHaveLength(1);
    expect(second.stderr()).not.toContain(second.ready.token);
  }, 30_000);

  it("uses and stores the given bootstrap token", async () => {
    const token = "my-own-bootstrap-token-0123456789-abcdefgh";
    const first = await start("--token", token);
    expect(first.ready.token).toBe(token);
    await first.end("SIGTERM");
    const second = await start();
    expect(second.ready.token).toBe(token);
    await call(second, "GET", "/user");
    await second.end("SIGTERM");
  }, 30_000);
});

describe("a platform that cannot start", () => {
  it("reports a folder that another platform uses", async () => {
    const first = await start();
    const { code, stderr } = await runPlatform("--port", "0", "--data", folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining("is in use by another platform")]);
    await first.end("SIGTERM");
  }, 30_000);

  it("reports a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    // A server that listens on a TCP port has an AddressInfo.
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runPlatform("--port", String(port), "--data", folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`port ${port} is in use`)]);
    await new Promise((resolve) => other.close(resolve));
  });

  it("reports a file that is not a database, and a folder of another vendor", async () => {
    const first = await start("--vendor", "acme");
    expect(first.ready.vendor).toBe("acme");
    await first.end("SIGTERM");
    const other = await runPlatform("--port", "0", "--data", folder, "--vendor", "cloudflare");
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("belongs to vendor acme")]);
    writeFileSync(
      path.join(folder, "platform.db"),
      "this is not a database, but some text of a certain length ".repeat(40),
    );
    const damaged = await runPlatform("--port", "0", "--data", folder);
    expect([damaged.code, damaged.stderr]).toEqual([
      1,
      expect.stringContaining("is damaged or not a database"),
    ]);
  }, 30_000);

  it("does not print an invalid token", async () => {
    const { code, stderr } = await runPlatform(
      "--port",
      "0",
      "--data",
      folder,
      "--token",
      "too short, secret",
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining("--token must be 40 to 80")]);
    expect(stderr).not.toContain("secret");
  });
});
