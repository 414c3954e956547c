import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { DiffRequest } from "@pulumi/pulumi/proto/provider_pb";
import { ensureBuilt, ROOT } from "../../../scripts/prepare";

jest.setTimeout(120_000);
beforeAll(() => ensureBuilt(() => undefined));

const BUILT = path.join(ROOT, "dist", "plugin");

describe("the start of the plugin", () => {
  let folder: string;
  const file = (name: string) => path.join(folder, name);

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-start-"));
    for (const name of ["start.js", "bundle.js"]) fs.copyFileSync(path.join(BUILT, name), file(name));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  /** What V8 takes at most while the plugin starts. Without the engine's address the plugin ends by itself. */
  function peakBytes(): number {
    const peak = `require("node:v8").getHeapStatistics().peak_malloced_memory`;
    fs.writeFileSync(file("program.js"), `require("./start"); console.log(${peak});`);
    const { stdout, stderr } = spawnSync(process.execPath, [file("program.js")], { encoding: "utf8" });
    expect(stderr).toBe(
      "pulumi-resource-edge is started by the Pulumi engine, with the engine's address as its argument. `pulumi up` starts it.\n",
    );
    return Number(stdout);
  }

  /** Starts the plugin as the engine does, and ends it when `isSeen` is true of a name in its folder. Returns its first line. */
  async function startUntil(
    isSeen: (name: string) => boolean,
    { nodeArgs = [], whenReady }: { nodeArgs?: string[]; whenReady?: (port: string) => void } = {},
  ): Promise<string> {
    const plugin = spawn(process.execPath, [...nodeArgs, file("start.js"), "127.0.0.1:1"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended: Promise<unknown[]> = once(plugin, "exit");
    const watcher = fs.watch(folder);
    const seen = new Promise<void>((resolve) => {
      watcher.on("change", (_, name) => {
        if (isSeen(String(name))) resolve();
      });
    });
    const line = new Promise<string>((resolve) => createInterface(plugin.stdout).once("line", resolve));
    void line.then(whenReady);
    await Promise.race([Promise.all([line, seen]), ended]);
    watcher.close();
    plugin.kill();
    expect(await ended).toEqual([null, "SIGTERM"]);
    return line;
  }

  const isStored = (name: string) => name === "bundle.cache";
  const startUntilStored = () => startUntil(isStored);

  it("takes less than 5 MB to parse the bundle, which runs as a script", () => {
    const bytes = peakBytes();
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(5_000_000);
  });

  it("prints the port, and stores what V8 compiled for the starts after it", async () => {
    const parsed = peakBytes();
    expect(await startUntilStored()).toMatch(/^\d+$/);
    expect(fs.readdirSync(folder).sort()).toEqual(["bundle.cache", "bundle.js", "program.js", "start.js"]);
    expect(peakBytes()).toBeLessThan(parsed / 2);
  });

  it("stores it after the first answer about a resource, because a short run ends soon after", async () => {
    fs.writeFileSync(file("no-timers.cjs"), "setTimeout = () => ({ unref() {} });");
    const whenReady = (port: string) => {
      const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
      client.diff(new DiffRequest(), () => client.close());
    };
    await startUntil(isStored, { nodeArgs: ["--require", file("no-timers.cjs")], whenReady });
    expect(fs.statSync(file("bundle.cache")).size).toBeGreaterThan(500_000);
  });

  it("runs a bundle of the same length that came after the stored data", async () => {
    await startUntilStored();
    const bundle = fs.readFileSync(file("bundle.js"), "latin1");
    fs.writeFileSync(
      file("bundle.js"),
      bundle.replace("is started by the Pulumi engine", "IS STARTED BY THE PULUMI ENGINE"),
    );
    const { stderr } = spawnSync(process.execPath, [file("start.js")], { encoding: "utf8" });
    expect(stderr).toContain("IS STARTED BY THE PULUMI ENGINE");
  });

  it("compiles the bundle again if the stored data is cut, damaged or of another Node, and replaces it", async () => {
    await startUntilStored();
    const whole = fs.readFileSync(file("bundle.cache"));
    const damaged = {
      cut: whole.subarray(0, 40),
      empty: whole.subarray(0, 0),
      "of another Node": Buffer.from(whole),
      damaged: Buffer.from(whole),
    };
    damaged["of another Node"].fill(1, 40, 48);
    // V8 crashes on such data.
    for (let at = 40_000; at < whole.length; at += 5_000)
      damaged.damaged.writeUInt8(255 - whole.readUInt8(at), at);
    for (const bytes of Object.values(damaged)) {
      fs.writeFileSync(file("bundle.cache"), bytes);
      expect(await startUntilStored()).toMatch(/^\d+$/);
      expect(fs.statSync(file("bundle.cache")).size).toBeGreaterThan(500_000);
    }
  });

  it("stores the data for its owner alone to write, whatever the umask is", async () => {
    const before = process.umask(0);
    try {
      await startUntilStored();
    } finally {
      process.umask(before);
    }
    expect(fs.statSync(file("bundle.cache")).mode & 0o777).toBe(0o644);
  });

  it("goes on if the data cannot be stored", async () => {
    fs.mkdirSync(file("bundle.cache"));
    const isUnfinished = (name: string) => /^bundle\.cache\.\d+$/.test(name);
    const isGone = (name: string) => isUnfinished(name) && !fs.existsSync(file(name));
    expect(await startUntil(isGone)).toMatch(/^\d+$/);
    expect(fs.readdirSync(folder).sort()).toEqual(["bundle.cache", "bundle.js", "start.js"]);
  });
});
