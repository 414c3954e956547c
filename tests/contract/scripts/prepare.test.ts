import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { checkNodeVersion, ensureBuilt, ensureInstalled, ROOT } from "../../../scripts/prepare";
import { temporaryFolder, writeCommand, writeFiles } from "../../support/fake-commands";

describe("checkNodeVersion", () => {
  it.each(["20.19.0", "20.20.2", "22.0.0"])("accepts %s", (version) => {
    expect(checkNodeVersion(version)).toBeUndefined();
  });

  it.each(["20.18.3", "18.20.0"])("rejects %s and names the required version", (version) => {
    expect(checkNodeVersion(version)).toBe(
      `Node ${version} is too old: install Node 20.19 or later (https://nodejs.org/). Nothing was installed.`,
    );
  });
});

/** Two packages, of which one is for another platform alone. */
const LOCK = {
  lockfileVersion: 3,
  packages: {
    "": { name: "sample" },
    "node_modules/one": { version: "1.0.0", integrity: "sha512-one" },
    "node_modules/other-platform": { version: "2.0.0", integrity: "sha512-two", optional: true },
  },
};

/** An npm that counts its calls, creates node_modules, and prints warnings or an error. */
const NPM = `
const fs = require("node:fs");
process.stderr.write(process.env.NPM_CODE === "0" ? "npm warn deprecated one\\nnpm warn two\\n" : "npm error broken\\n");
fs.appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");
fs.mkdirSync("node_modules", { recursive: true });
process.exit(Number(process.env.NPM_CODE ?? 0));
`;

describe("ensureInstalled", () => {
  let root: string;
  let lines: string[];
  beforeEach(() => {
    root = temporaryFolder();
    lines = [];
    writeFiles(root, { "package-lock.json": JSON.stringify(LOCK) });
    writeCommand(path.join(root, "bin"), "npm", NPM);
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));

  function install(code = "0"): Promise<void> {
    const env = { PATH: path.join(root, "bin"), NPM_CODE: code };
    return ensureInstalled((line) => lines.push(line), { root, env });
  }
  function calls(): string[] {
    const log = path.join(root, "npm.log");
    return fs.existsSync(log) ? fs.readFileSync(log, "utf8").trim().split("\n") : [];
  }

  it("installs from the lock file once, and again when the lock file changes", async () => {
    await install();
    await install();
    expect(calls()).toEqual(["ci --no-audit --no-fund --loglevel=warn"]);

    writeFiles(root, { "package-lock.json": JSON.stringify({ ...LOCK, name: "renamed" }) });
    await install();
    expect(calls()).toHaveLength(2);
  });

  it("counts npm's warnings instead of printing them", async () => {
    await install();
    expect(lines).toContain("npm printed 2 lines of warnings; `npm ci` shows them");
    expect(lines.join("\n")).not.toContain("deprecated");
  });

  it("installs once for two concurrent calls", async () => {
    await Promise.all([install(), install()]);
    expect(calls()).toHaveLength(1);
  });

  it("keeps what the user's own npm installed from the same lock file", async () => {
    const { "node_modules/one": one } = LOCK.packages;
    writeFiles(root, {
      "node_modules/.package-lock.json": JSON.stringify({ packages: { "node_modules/one": one } }),
    });
    await install();
    expect(calls()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("replaces what the user's own npm installed from another lock file", async () => {
    const one = { version: "0.9.0", integrity: "sha512-old" };
    writeFiles(root, {
      "node_modules/.package-lock.json": JSON.stringify({ packages: { "node_modules/one": one } }),
    });
    await install();
    expect(calls()).toHaveLength(1);
  });

  it("names the exit code and the next step when npm fails, and tries again the next time", async () => {
    await expect(install("7")).rejects.toThrow(
      /^npm error broken\n.*npm ci ended with exit code 7.*run `npm ci` in/s,
    );
    await install();
    expect(calls()).toHaveLength(2);
  });
});

describe("ensureBuilt", () => {
  let root: string;
  let lines: string[];
  beforeEach(() => {
    root = temporaryFolder();
    lines = [];
    fs.mkdirSync(path.join(root, "node_modules"));
    fs.symlinkSync(
      path.join(ROOT, "node_modules", "typescript"),
      path.join(root, "node_modules", "typescript"),
    );
    const compilerOptions = {
      module: "node16",
      target: "es2022",
      types: [],
      lib: ["es5"],
      declaration: true,
      incremental: true,
    };
    writeFiles(root, {
      "package-lock.json": "{}",
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "tsconfig.build.json": JSON.stringify({
        extends: "./tsconfig.json",
        compilerOptions: {
          rootDir: ".",
          outDir: ".platform/build",
          tsBuildInfoFile: ".platform/build/.tsbuildinfo",
        },
        include: ["provider"],
      }),
      "provider/one.ts": "export const one = 1;\n",
      "provider/two.ts": "export const two: number = 2;\n",
    });
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));

  const build = (): Promise<void> => ensureBuilt((line) => lines.push(line), { root });
  const outputs = (): string[] => fs.readdirSync(path.join(root, "dist", "provider")).sort();
  const times = (): number => lines.filter((line) => line === "compiling the package …").length;

  it("compiles once, also for two concurrent calls", async () => {
    await Promise.all([build(), build()]);
    await build();
    expect(times()).toBe(1);
    expect(outputs()).toEqual(["one.d.ts", "one.js", "two.d.ts", "two.js"]);
  });

  it("compiles again when a source changes, and removes outputs without a source", async () => {
    await build();
    writeFiles(root, { "provider/one.ts": "export const one = 11;\n" });
    fs.rmSync(path.join(root, "provider", "two.ts"));
    await build();

    expect(times()).toBe(2);
    expect(outputs()).toEqual(["one.d.ts", "one.js"]);
    expect(fs.readFileSync(path.join(root, "dist", "provider", "one.js"), "utf8")).toContain("one = 11");
  });

  it("does not change dist if the sources do not compile, and tries again the next time", async () => {
    await build();
    writeFiles(root, {
      "provider/one.ts": "export const one = 11;\n",
      "provider/two.ts": 'export const two: number = "two";\n',
    });
    await expect(build()).rejects.toThrow(
      /The package does not compile; dist\/ was not changed:\nprovider\/two.ts\(1,14\): error TS2322/,
    );
    expect(fs.readFileSync(path.join(root, "dist", "provider", "one.js"), "utf8")).toContain("one = 1;");
    await expect(build()).rejects.toThrow("The package does not compile");

    writeFiles(root, { "provider/two.ts": "export const two: number = 22;\n" });
    await build();
    expect(fs.readFileSync(path.join(root, "dist", "provider", "one.js"), "utf8")).toContain("one = 11");
  });

  it("writes dist again after it was removed", async () => {
    await build();
    fs.rmSync(path.join(root, "dist"), { recursive: true });
    await build();
    expect(outputs()).toEqual(["one.d.ts", "one.js", "two.d.ts", "two.js"]);
  });

  describe("of modules that print when they are loaded", () => {
    const run = (...args: string[]): string[] => {
      const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
      expect(stderr).toBe("");
      return stdout.trim().split("\n");
    };
    beforeEach(() => {
      writeFiles(root, {
        "provider/print.ts":
          "declare const console: { log(text: string): void };\nexport const print = (text: string) => console.log(text);\n",
        "provider/used.ts":
          'import { print } from "./print";\nprint("used");\nexport class Used { name = "value"; }\n',
        "provider/other.ts":
          'import { print } from "./print";\nprint("other");\nexport const other = "other value";\n',
        "provider/index.ts":
          'export { Used } from "./used";\nexport * from "./other";\nexport const own = 1;\n',
        "provider/main.ts":
          'import { Used, other, own } from ".";\nimport { print } from "./print";\n' +
          'print("main");\nexport const used = () => new Used().name;\nexport const rest = () => [other, own];\n',
      });
    });

    it("loads an imported or re-exported module when something of it is first used", async () => {
      await build();
      const program = `const { used, rest } = require("./dist/provider/main.js"); console.log("loaded");
        console.log(used()); console.log(used()); console.log(rest().join())`;
      expect(run("-e", program)).toEqual([
        "main",
        "loaded",
        "used",
        "value",
        "value",
        "other",
        "other value,1",
      ]);
    });

    it("keeps the lines of the compiler", async () => {
      await build();
      const lines = (folder: string) =>
        fs.readFileSync(path.join(root, folder, "provider", "main.js"), "utf8").split("\n").length;
      expect(lines("dist")).toBe(lines(".platform/build"));
    });

    it("lets ES modules import what is re-exported, and what is added to it later", async () => {
      await build();
      const imported = (code: string) => run("--input-type=module", "-e", code).at(-1);
      const first =
        'import { other, own, Used } from "./dist/provider/index.js"; console.log(other, own, new Used().name)';
      expect(imported(first)).toBe("other value 1 value");
      writeFiles(root, { "provider/other.ts": 'export const other = "changed";\nexport const added = 2;\n' });
      await build();
      expect(
        imported('import { other, added } from "./dist/provider/index.js"; console.log(other, added)'),
      ).toBe("changed 2");
    });
  });
});
