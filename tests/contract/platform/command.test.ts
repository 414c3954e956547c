import { spawn } from "node:child_process";
import path from "node:path";
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const ROOT = path.resolve(__dirname, "../../..");

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `edge-platform platform …` against the platform of these tests. */
function run(args: readonly string[], input = "", url = platform.baseUrl): Promise<Run> {
  const register = path.join(ROOT, "tests/support/run-typescript.cjs");
  const main = path.join(ROOT, "cli/main.ts");
  const child = spawn(process.execPath, ["-r", register, main, "platform", "--url", url, ...args]);
  child.stdin.end(input);
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on("data", (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.stderr.push(chunk));
  return new Promise((resolve) => {
    child.on("close", (code) =>
      resolve({
        code,
        stdout: Buffer.concat(chunks.stdout).toString(),
        stderr: Buffer.concat(chunks.stderr).toString(),
      }),
    );
  });
}

describe("edge-platform platform", () => {
  it("seeds from stdin, and restores a snapshot", async () => {
    const seeded = await run(["seed", "-"], '{"zones":[{"name":"by-command.example"}]}');
    expect(seeded).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(seeded.stdout)).toMatchObject({ zones: [{ name: "by-command.example" }] });
    const snapshot = await run(["snapshot"]);
    expect((await run(["reset"])).code).toBe(0);
    expect((await platform.api("GET", "/zones")).body).toMatchObject({ result: [] });
    expect((await run(["restore", "-"], snapshot.stdout)).code).toBe(0);
    const zones = await platform.api("GET", "/zones?name=by-command.example");
    expect(zones.body).toMatchObject({ result: [{ name: "by-command.example" }] });
  }, 30_000);

  it("advances the clock", async () => {
    const { stdout } = await run(["clock", "--now", "2031-01-01T00:00:00Z", "--freeze"]);
    expect(JSON.parse(stdout)).toEqual({ now: "2031-01-01T00:00:00.000Z", frozen: true });
    expect(JSON.parse((await run(["clock"])).stdout)).toEqual(JSON.parse(stdout));
  }, 30_000);

  it("reports an invalid document, and a platform that does not answer", async () => {
    const wrong = await run(["faults", "-"], '[{"kind":"explode"}]');
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain("kind");
    const nobody = await run(["health"], "", "http://127.0.0.1:1");
    expect(nobody.code).toBe(1);
    expect(nobody.stderr).toMatch(/no platform answers at http:\/\/127\.0\.0\.1:1 .*`edge-platform serve`/);
  }, 30_000);
});
