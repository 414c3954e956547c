import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import ts from "typescript";
import { ensureBuilt, ROOT } from "../../scripts/prepare";
import { installPacked } from "../support/packed";

/** The repository that `npm run test:repository` installs and runs. */
const REPOSITORY = path.join(ROOT, "tests/repository/forty-zones");

const STRICTEST = {
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  isolatedModules: true,
};

const WRONG_PORT = "entry-points.ts: Type 'string' is not assignable to type 'number'.";

describe("what a user installs", () => {
  let folder: string;
  let files: string[];
  beforeAll(() => {
    execFileSync(process.execPath, [path.join(ROOT, "scripts", "run.js"), "prepack"], { stdio: "pipe" });
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-packed-"));
    files = installPacked(folder);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it("contains compiled code with types, the guides, the examples, the plugin and the policy pack, and nothing else", () => {
    const kinds = files.map((file) =>
      file
        .replace(/^dist\/.*(\.d\.ts|\.js)$/, "dist/*$1")
        .replace(/^docs\/(reference\/)?[\w.-]+\.md$/, "docs/$1*.md")
        .replace(/^examples\/[\w-]+\//, "examples/*/"),
    );
    expect([...new Set(kinds)].sort()).toEqual([
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "action.yml",
      "dist/*.d.ts",
      "dist/*.js",
      "dist/plugin/schema.json",
      "dist/provider/regex/unicode/tables.json",
      "docs/*.md",
      "docs/images/report.png",
      "docs/openapi.json",
      "docs/reference/*.md",
      "docs/review.schema.json",
      ...[
        ".github/workflows/deploy.yml",
        ".github/workflows/fleet.yml",
        ".github/workflows/review.yml",
        ".gitlab-ci.yml",
        "Program.cs",
        "Pulumi.yaml",
        "README.md",
        "__main__.py",
        "comment.mjs",
        "fleet.lock.json",
        "fleet.yaml",
        "go.mod",
        "go.sum",
        "index.ts",
        "main.go",
        "native-dotnet.csproj",
        "package.json",
        "policy-config.json",
        "pom.xml",
        "requirements.txt",
        "src/main/java/example/App.java",
        "tsconfig.json",
        "zones.txt",
      ].map((name) => `examples/*/${name}`),
      "package.json",
      "plugin/PulumiPlugin.yaml",
      "plugin/package.json",
      "plugin/pulumi-resource-edge",
      "plugin/pulumi-resource-edge.cmd",
      "policy/PulumiPolicy.yaml",
      "policy/package.json",
    ]);
  });

  it("contains everything that its pages link to", () => {
    const pages = files.filter((file) => file.endsWith(".md"));
    const missing = pages.flatMap((page) => {
      const text = fs.readFileSync(path.join(folder, page), "utf8").replace(/^```.*?^```$/gms, "");
      return [...text.matchAll(/\]\(([^)#\s]+)[^)\s]*\)/g)]
        .map(([, link = ""]) => path.join(path.dirname(page), link))
        .filter((link) => !link.startsWith("http") && !fs.existsSync(path.join(folder, link)))
        .map((link) => `${page}: ${link}`);
    });
    expect(missing).toEqual([]);
  });

  it("contains the page of each id, and the OpenAPI document that the command prints", () => {
    const edgePlatform = (...args: readonly string[]) =>
      execFileSync(process.execPath, [path.join(folder, "dist", "cli", "main.js"), ...args], {
        encoding: "utf8",
        maxBuffer: 10e6,
      });
    const ids = JSON.parse(edgePlatform("explain", "--json")) as { readonly id: string }[];
    expect(ids.length).toBeGreaterThan(300);
    const pages = ids.map(({ id }) => `docs/reference/${id}.md`);
    expect(files).toEqual(expect.arrayContaining(["docs/reference/README.md", ...pages]));
    const document = fs.readFileSync(path.join(folder, "docs/openapi.json"), "utf8");
    expect(document).toBe(edgePlatform("platform", "openapi"));
  });

  it("contains every file that its package.json names", () => {
    const text = fs.readFileSync(path.join(folder, "package.json"), "utf8");
    const manifest = JSON.parse(text) as {
      main: string;
      types: string;
      bin: Record<string, string>;
      exports: object;
    };
    const named = [
      manifest.main,
      manifest.types,
      ...Object.values(manifest.bin),
      ...targets(manifest.exports),
    ];
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((file) => !fs.existsSync(path.join(folder, file)))).toEqual([]);
  });

  describe("for programs with their own tsconfig.json", () => {
    const app = () => path.join(folder, "app");
    beforeAll(() => {
      fs.cpSync(REPOSITORY, app(), { recursive: true });
      fs.writeFileSync(path.join(app(), "program", "entry-points.ts"), PROGRAM);
      for (const [from, to] of [
        [folder, "node_modules/pulumi-edge-platform"],
        [path.join(app(), "packages/edge"), "node_modules/@harbour/edge"],
      ] as const) {
        fs.mkdirSync(path.dirname(path.join(app(), to)), { recursive: true });
        fs.symlinkSync(from, path.join(app(), to));
      }
    });

    it.each([
      ["moduleResolution: node, not strict", { module: "commonjs", moduleResolution: "node", strict: false }],
      ["node16", { module: "node16", moduleResolution: "node16" }],
      [
        "nodenext and the strictest options",
        { module: "nodenext", moduleResolution: "nodenext", ...STRICTEST },
      ],
      [
        "bundler, isolatedModules",
        { module: "preserve", moduleResolution: "bundler", isolatedModules: true },
      ],
    ])("has types for each of its entry points and the repository of 39 zones, with %s", (_, settings) => {
      expect(errorsOf(settings)).toEqual([WRONG_PORT]);
    });

    // The last of its folder: it changes the sources.
    it("has them for ES modules, too", () => {
      for (const file of ["program", "packages"].flatMap((name) => filesIn(path.join(app(), name)))) {
        const text = fs.readFileSync(file, "utf8");
        if (file.endsWith("package.json")) fs.writeFileSync(file, text.replace("{", '{ "type": "module",'));
        if (!file.endsWith(".ts")) continue;
        const names = text.replace(/from "(\.\/[\w-]+)"/g, 'from "$1.js"');
        fs.writeFileSync(file, names.replace('"./zones.json"', '"./zones.json" with { type: "json" }'));
      }
      const settings = { module: "nodenext", moduleResolution: "nodenext", verbatimModuleSyntax: true };
      expect(errorsOf(settings)).toEqual([WRONG_PORT]);
    });

    /** Compiles the program in this process. Returns what the compiler says about it. */
    function errorsOf(settings: object): string[] {
      const { options } = ts.convertCompilerOptionsFromJson(
        {
          target: "es2022",
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          resolveJsonModule: true,
          esModuleInterop: true,
          types: ["node"],
          typeRoots: [path.join(ROOT, "node_modules", "@types")],
          // TypeScript 6 reports `moduleResolution: node` as deprecated; it was the default for years.
          ignoreDeprecations: "6.0",
          ...settings,
        },
        app(),
      );
      const files = ["index.ts", "entry-points.ts"].map((name) => path.join(app(), "program", name));
      return ts.getPreEmitDiagnostics(ts.createProgram(files, options)).map(({ file, messageText }) => {
        const text = ts.flattenDiagnosticMessageText(messageText, "\n");
        return `${path.basename(file?.fileName ?? "")}: ${text}`;
      });
    }
  });

  it("loads the path that every state names, without the Pulumi SDK or the platform's database", () => {
    const script = `
      const { load } = require("./dist/provider/dynamic.js");
      const loaded = Object.keys(require.cache).filter((file) => /node_modules.(@pulumi|libsql|hono|commander)/.test(file));
      console.log(JSON.stringify({ methods: Object.keys(load("ApiToken")).sort(), loaded }));`;
    const told = execFileSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" });
    expect(JSON.parse(told)).toEqual({
      methods: ["check", "configure", "create", "delete", "diff", "read", "update"],
      loaded: [],
    });
  });
});

describe("an installation without the packages of the local platform", () => {
  // The manifest of this repository.
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  };
  const parts = ["libsql", "hono", "@hono/node-server", "@noble/hashes"];
  const command = `npm install --save-dev ${parts.map((name) => `"${name}@${manifest.peerDependencies[name] ?? ""}"`).join(" ")}`;
  const message = `the local platform needs packages that are not installed: ${parts.join(", ")}. Install them: ${command}`;
  let folder: string;
  beforeAll(async () => {
    await ensureBuilt(() => undefined);
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-packed-"));
    installPacked(folder, [...Object.keys(manifest.dependencies), "@pulumi"]);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const edgePlatform = (...args: readonly string[]) => run(path.join("dist", "cli", "main.js"), ...args);

  it("loads every entry point, and startPlatform rejects with the command that installs the packages", () => {
    const { stdout, stderr } = run(
      "-e",
      `for (const name of ["", "/dynamic", "/policy", "/platform"]) require("pulumi-edge-platform" + name);
       require("pulumi-edge-platform/platform").startPlatform().catch((error) => console.log(error.message));`,
    );
    expect({ stdout, stderr }).toEqual({ stdout: `${message}\n`, stderr: "" });
  });

  it("ends `serve` with the command that installs the packages", () => {
    const { status, stdout, stderr } = edgePlatform("serve", "--port", "0");
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: `edge-platform serve: ${message}\n`,
    });
  });

  it("runs commands that need no platform, or only its address", () => {
    expect(edgePlatform("filter", "check", "ssl")).toMatchObject({ status: 0, stderr: "" });
    const control = edgePlatform("platform", "clock", "--url", "http://127.0.0.1:1");
    expect(control.stderr).toMatch(/127\.0\.0\.1:1/);
  });
});

/** Uses every entry point. The last line has an error, which the compiler finds only with the types. */
const PROGRAM = `
import { ValidatedFilter } from "pulumi-edge-platform";
import { load } from "pulumi-edge-platform/dynamic";
import { startPlatform } from "pulumi-edge-platform/platform";
import { edgePolicies } from "pulumi-edge-platform/policy";
new ValidatedFilter("filter", { expression: "ssl" });
export const used = [load("ApiToken").check, edgePolicies];
export const port = async (): Promise<number> => (await startPlatform()).baseUrl;
`;

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function targets(exports: unknown): string[] {
  if (typeof exports === "string") return [exports];
  return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(targets) : [];
}
