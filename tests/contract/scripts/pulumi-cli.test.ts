import fs from "node:fs";
import path from "node:path";

import { findPulumi, type PulumiCli } from "../../../scripts/pulumi-cli";
import { RELEASE } from "../../../scripts/pulumi-cli/cache";
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

/** A Go whose build writes commands that print a version, and that keeps a list of what it was asked. */
const GO = (version: string, built: string) => `
const fs = require("node:fs");
const args = process.argv.slice(2);
fs.appendFileSync(process.env.GO_LOG, JSON.stringify({ args, cwd: process.cwd(), cgo: process.env.CGO_ENABLED, os: process.env.GOOS }) + "\\n");
if (args[0] === "version") console.log("go version go${version} linux/amd64");
if (args[0] === "build") {
  const folder = args[args.indexOf("-o") + 1];
  fs.mkdirSync(folder, { recursive: true });
  for (const main of args.slice(args.indexOf("-o") + 2))
    fs.writeFileSync(folder + require("node:path").basename(main), ${JSON.stringify(commandText(SAYS_VERSION(built)))}, { mode: 0o755 });
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
      "scripts/pulumi-cli/cli/pulumi-language-nodejs/main.go": "package main\n",
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
    it("accepts a CLI of the release with its language host beside it", async () => {
      writeCommand(bin, "pulumi", SAYS_VERSION(RELEASE));
      writeCommand(bin, "pulumi-language-nodejs", NOTHING);

      expect(await find()).toEqual({
        bin: path.join(bin, "pulumi"),
        binDir: bin,
        version: RELEASE,
        source: "path",
      });
      expect(lines).toEqual([]);
    });

    it.each(["3.250.0", "3.277.0", "4.0.0"])("skips version %s and says so", async (version) => {
      writeCommand(bin, "pulumi", SAYS_VERSION(version));
      writeCommand(bin, "pulumi-language-nodejs", NOTHING);

      await expect(find()).rejects.toThrow(
        `on PATH:           ${path.join(bin, "pulumi")} is version ${version}`,
      );
    });

    it("skips a CLI whose language host is elsewhere, because it can be of another release", async () => {
      const other = path.join(folder, "other");
      writeCommand(bin, "pulumi", SAYS_VERSION(RELEASE));
      writeCommand(other, "pulumi-language-nodejs", NOTHING);

      await expect(find(`${bin}:${other}`)).rejects.toThrow("has no pulumi-language-nodejs in its folder");
    });

    it("skips the script of the npm package, also behind a link", async () => {
      const shims = path.join(root, "node_modules", ".bin");
      writeCommand(shims, "pulumi", SAYS_VERSION(RELEASE));
      fs.symlinkSync(path.join(shims, "pulumi"), path.join(bin, "pulumi"));
      writeCommand(bin, "pulumi-language-nodejs", NOTHING);

      await expect(find(`${shims}:${bin}`)).rejects.toThrow("on PATH:           there is no `pulumi`");
    });
  });

  describe("the official download", () => {
    it("is kept in the project's cache, and found there the next time", async () => {
      writeFiles(root, { "node_modules/pulumi/run.js": INSTALLS(WHOLE_CLI) });

      const first = await find();
      expect(first).toMatchObject({ version: RELEASE, source: "download" });
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
      writeCommand(bin, "go", GO("1.26.8", RELEASE));

      expect(await find()).toMatchObject({ source: "download" });
      expect(goLog()).toEqual([]);
    });
  });

  describe("the build with Go", () => {
    it("follows a failed download, is kept in the cache, and is for this machine", async () => {
      writeCommand(bin, "go", GO("1.26.8", RELEASE));

      const first = await find();
      expect(first).toMatchObject({ version: RELEASE, source: "built" });
      expect(fs.readdirSync(first.binDir).sort()).toEqual(WHOLE_CLI);
      expect(lines).toContain("no official Pulumi CLI: pulumi: fetch failed");
      const builds = goLog().filter(({ args }) => args[0] === "build");
      expect(builds.map(({ cwd, cgo, os }) => ({ module: path.basename(cwd), cgo, os }))).toEqual([
        { module: "cli", cgo: "0", os: undefined },
      ]);

      expect(await find()).toEqual({ ...first, source: "cache" });
      expect(goLog().filter(({ args }) => args[0] === "build")).toHaveLength(1);
      expect(leftovers()).toEqual([]);
    });

    it.each(["go.sum", "pulumi-language-nodejs/main.go"])("is repeated when %s changes", async (file) => {
      writeCommand(bin, "go", GO("1.26.8", RELEASE));
      const first = await find();

      writeFiles(root, { [`scripts/pulumi-cli/cli/${file}`]: "another text\n" });
      const second = await find();
      expect(second.source).toBe("built");
      expect(second.binDir).not.toBe(first.binDir);
    });

    it("happens once for two concurrent searches", async () => {
      writeCommand(bin, "go", GO("1.26.8", RELEASE));

      const [one, other] = await Promise.all([find(), find()]);
      expect([one.source, other.source].sort()).toEqual(["built", "cache"]);
      expect(goLog().filter(({ args }) => args[0] === "build")).toHaveLength(1);
    });

    it("is ignored if the built program has another version", async () => {
      writeCommand(bin, "go", GO("1.26.8", "3.0.0"));

      await expect(find()).rejects.toThrow("build with Go:     the CLI that was built reports version 3.0.0");
      expect(leftovers()).toEqual([]);
    });

    it("is not tried with an old Go", async () => {
      writeCommand(bin, "go", GO("1.25.9", RELEASE));

      await expect(find()).rejects.toThrow(
        "build with Go:     `go` is version 1.25, but 1.26 or later is needed",
      );
      expect(goLog().map(({ args }) => args)).toEqual([["version"]]);
    });

    it("first removes what a killed build left", async () => {
      writeCommand(bin, "go", GO("1.26.8", RELEASE));
      const killed = path.join(caches, "pulumi-edge-platform", "pulumi-cli", "unfinished-abc");
      writeFiles(killed, { "bin/pulumi": "half" });

      await find();
      expect(leftovers()).toEqual([]);
    });
  });

  it("lists what was tried and both ways to get a CLI if there is none", async () => {
    await expect(find()).rejects.toThrow(
      [
        `No Pulumi CLI ${RELEASE} was found, and none could be installed:`,
        "  on PATH:           there is no `pulumi`",
        "  official download: pulumi: fetch failed",
        "  build with Go:     there is no `go`",
        "Install one in either of these ways, then run this command again:",
        `  - install the official CLI (https://www.pulumi.com/docs/install/), so that \`pulumi version\` prints v${RELEASE};`,
        "  - install Go 1.26 or later (https://go.dev/dl/), so that `go version` works. The CLI is then built once into " +
          `${path.join(caches, "pulumi-edge-platform", "pulumi-cli")}.`,
      ].join("\n"),
    );
  });
});
