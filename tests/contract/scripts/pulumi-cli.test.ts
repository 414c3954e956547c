import fs from "node:fs";
import path from "node:path";

import { findPulumi, type PulumiCli } from "../../../scripts/pulumi-cli";
import { commandText, temporaryFolder, writeCommand, writeFiles } from "../../support/fake-commands";

const SAYS_VERSION = (version: string) => `console.log("v${version}");`;
const NOTHING = "";

/** A script of the npm package `pulumi` that puts these commands where the official one would. */
const INSTALLS = (names: readonly string[]) => `
const fs = require("node:fs");
const bin = process.env.PULUMI_HOME + "/versions/" + process.env.PULUMI_VERSION + "/bin";
fs.mkdirSync(bin, { recursive: true });
for (const name of ${JSON.stringify(names)}) fs.writeFileSync(bin + "/" + name, "#!/bin/sh\\n", { mode: 0o755 });
`;
const FAILS_TO_CONNECT = `
process.stderr.write("Downloading pulumi v3.265.0...\\npulumi: fetch failed\\n");
process.exit(1);
`;

/** A Go whose build writes a command that prints the CLI's version, and that keeps a list of what it was asked. */
const GO = (version: string, built: string) => `
const fs = require("node:fs");
const args = process.argv.slice(2);
fs.appendFileSync(process.env.GO_LOG, JSON.stringify({ args, cwd: process.cwd(), cgo: process.env.CGO_ENABLED, os: process.env.GOOS }) + "\\n");
if (args[0] === "version") console.log("go version go${version} linux/amd64");
if (args[0] === "build") {
  const output = args[args.indexOf("-o") + 1];
  fs.mkdirSync(require("node:path").dirname(output), { recursive: true });
  fs.writeFileSync(output, ${JSON.stringify(commandText(SAYS_VERSION(built)))}, { mode: 0o755 });
}
`;

const WHOLE_CLI = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

describe("findPulumi", () => {
  let folder: string;
  let bin: string;
  let root: string;
  let caches: string;
  let lines: string[];

  beforeEach(() => {
    folder = temporaryFolder();
    bin = path.join(folder, "bin");
    root = path.join(folder, "root");
    caches = path.join(folder, "caches");
    lines = [];
    fs.mkdirSync(bin);
    writeFiles(root, {
      "node_modules/pulumi/package.json": JSON.stringify({ name: "pulumi", version: "3.265.0" }),
      "node_modules/pulumi/run.js": FAILS_TO_CONNECT,
      "node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs": "#!/bin/sh\n",
      "scripts/pulumi-cli/cli/go.mod": "module cli\n",
      "scripts/pulumi-cli/cli/go.sum": "",
      "scripts/pulumi-cli/language-nodejs/go.mod": "module host\n",
      "scripts/pulumi-cli/language-nodejs/go.sum": "",
    });
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  function find(searchPath = bin): Promise<PulumiCli> {
    const env = {
      PATH: searchPath,
      HOME: folder,
      XDG_CACHE_HOME: caches,
      GO_LOG: path.join(folder, "go.log"),
      GOOS: "plan9",
    };
    return findPulumi({ env, root, progress: (line) => lines.push(line) });
  }
  function goLog(): { args: string[]; cwd: string; cgo?: string; os?: string }[] {
    const file = path.join(folder, "go.log");
    if (!fs.existsSync(file)) return [];
    const text = fs.readFileSync(file, "utf8").trim();
    // Written by the fake Go above.
    return text
      .split("\n")
      .map((line) => JSON.parse(line) as { args: string[]; cwd: string; cgo?: string; os?: string });
  }
  function leftovers(): string[] {
    const directory = path.join(caches, "pulumi-edge-platform", "pulumi-cli");
    return fs.readdirSync(directory).filter((name) => !/^(official|built)-/.test(name));
  }

  describe("on PATH", () => {
    it("accepts a compatible CLI with its language host beside it", async () => {
      writeCommand(bin, "pulumi", SAYS_VERSION("3.200.1"));
      writeCommand(bin, "pulumi-language-nodejs", NOTHING);

      expect(await find()).toEqual({
        bin: path.join(bin, "pulumi"),
        binDir: bin,
        version: "3.200.1",
        source: "path",
        policyRuntime: "native",
      });
      expect(lines).toEqual([]);
    });

    it("does not trust a language host from elsewhere with policy packs", async () => {
      const other = path.join(folder, "other");
      writeCommand(bin, "pulumi", SAYS_VERSION("3.200.1"));
      writeCommand(other, "pulumi-language-nodejs", NOTHING);

      expect(await find(`${bin}:${other}`)).toMatchObject({ source: "path", policyRuntime: "script" });
    });

    it.each(["3.149.9", "4.0.0", "2.25.0"])("skips version %s and says so", async (version) => {
      writeCommand(bin, "pulumi", SAYS_VERSION(version));
      writeCommand(bin, "pulumi-language-nodejs", NOTHING);

      await expect(find()).rejects.toThrow(
        `on PATH:           ${path.join(bin, "pulumi")} is version ${version}`,
      );
    });

    it("skips a CLI without a Node language host", async () => {
      writeCommand(bin, "pulumi", SAYS_VERSION("3.250.0"));

      await expect(find()).rejects.toThrow("has no pulumi-language-nodejs in its folder or on PATH");
    });

    it("skips the script of the npm package, also behind a link", async () => {
      const shims = path.join(root, "node_modules", ".bin");
      writeCommand(shims, "pulumi", SAYS_VERSION("3.265.0"));
      fs.symlinkSync(path.join(shims, "pulumi"), path.join(bin, "pulumi"));
      writeCommand(bin, "pulumi-language-nodejs", NOTHING);

      await expect(find(`${shims}:${bin}`)).rejects.toThrow("on PATH:           there is no `pulumi`");
    });
  });

  describe("the official download", () => {
    it("is kept in the project's cache, and found there the next time", async () => {
      writeFiles(root, { "node_modules/pulumi/run.js": INSTALLS(WHOLE_CLI) });

      const first = await find();
      expect(first).toMatchObject({ version: "3.265.0", source: "download", policyRuntime: "native" });
      expect(first.binDir.startsWith(caches)).toBe(true);
      expect(fs.existsSync(path.join(folder, ".pulumi"))).toBe(false);

      writeFiles(root, { "node_modules/pulumi/run.js": FAILS_TO_CONNECT });
      expect(await find()).toEqual({ ...first, source: "cache" });
      expect(leftovers()).toEqual([]);
    });

    it("is ignored if it is incomplete", async () => {
      writeFiles(root, { "node_modules/pulumi/run.js": INSTALLS(["pulumi"]) });

      await expect(find()).rejects.toThrow(
        "official download: the download lacks pulumi-language-nodejs, pulumi-resource-pulumi-nodejs",
      );
      await expect(find()).rejects.toThrow("official download: the download lacks");
      expect(leftovers()).toEqual([]);
    });

    it("is tried before a build", async () => {
      writeFiles(root, { "node_modules/pulumi/run.js": INSTALLS(WHOLE_CLI) });
      writeCommand(bin, "go", GO("1.26.8", "3.250.0"));

      expect(await find()).toMatchObject({ source: "download" });
      expect(goLog()).toEqual([]);
    });
  });

  describe("the build with Go", () => {
    it("follows a failed download, is kept in the cache, and is for this machine", async () => {
      writeCommand(bin, "go", GO("1.26.8", "3.250.0"));

      const first = await find();
      expect(first).toMatchObject({ version: "3.250.0", source: "built", policyRuntime: "script" });
      expect(fs.readdirSync(first.binDir).sort()).toEqual(WHOLE_CLI);
      expect(lines).toContain("no official Pulumi CLI: pulumi: fetch failed");
      const builds = goLog().filter(({ args }) => args[0] === "build");
      expect(builds.map(({ cwd, cgo, os }) => ({ module: path.basename(cwd), cgo, os }))).toEqual([
        { module: "language-nodejs", cgo: "0", os: undefined },
        { module: "cli", cgo: "0", os: undefined },
      ]);

      expect(await find()).toEqual({ ...first, source: "cache" });
      expect(goLog().filter(({ args }) => args[0] === "build")).toHaveLength(2);
      expect(leftovers()).toEqual([]);
    });

    it("is repeated when the Go modules change", async () => {
      writeCommand(bin, "go", GO("1.26.8", "3.250.0"));
      const first = await find();

      writeFiles(root, { "scripts/pulumi-cli/cli/go.sum": "another sum\n" });
      const second = await find();
      expect(second.source).toBe("built");
      expect(second.binDir).not.toBe(first.binDir);
    });

    it("happens once for two concurrent searches", async () => {
      writeCommand(bin, "go", GO("1.26.8", "3.250.0"));

      const [one, other] = await Promise.all([find(), find()]);
      expect([one.source, other.source].sort()).toEqual(["built", "cache"]);
      expect(goLog().filter(({ args }) => args[0] === "build")).toHaveLength(2);
    });

    it("is ignored if the built program has another version", async () => {
      writeCommand(bin, "go", GO("1.26.8", "3.0.0"));

      await expect(find()).rejects.toThrow("build with Go:     the CLI that was built reports version 3.0.0");
      expect(leftovers()).toEqual([]);
    });

    it("is not tried with an old Go", async () => {
      writeCommand(bin, "go", GO("1.24.9", "3.250.0"));

      await expect(find()).rejects.toThrow(
        "build with Go:     `go` is version 1.24, but 1.25 or later is needed",
      );
      expect(goLog().map(({ args }) => args)).toEqual([["version"]]);
    });

    it("first removes what a killed build left", async () => {
      writeCommand(bin, "go", GO("1.26.8", "3.250.0"));
      const killed = path.join(caches, "pulumi-edge-platform", "pulumi-cli", "unfinished-abc");
      writeFiles(killed, { "bin/pulumi": "half" });

      await find();
      expect(leftovers()).toEqual([]);
    });
  });

  it("lists what was tried and both ways to get a CLI if there is none", async () => {
    await expect(find()).rejects.toThrow(
      [
        "No Pulumi CLI (3.150 or later, below 4) was found, and none could be installed:",
        "  on PATH:           there is no `pulumi`",
        "  official download: pulumi: fetch failed",
        "  build with Go:     there is no `go`",
        "Install one in either of these ways, then run this command again:",
        "  - install the official CLI (https://www.pulumi.com/docs/install/), so that `pulumi version` works;",
        "  - install Go 1.25 or later (https://go.dev/dl/), so that `go version` works. The CLI is then built once into " +
          `${path.join(caches, "pulumi-edge-platform", "pulumi-cli")}.`,
      ].join("\n"),
    );
  });
});
