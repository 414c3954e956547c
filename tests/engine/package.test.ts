import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBuilt } from "../../scripts/prepare";
import { installPacked } from "../support/packed";

describe("what a user installs", () => {
  let folder: string;
  let files: string[];
  beforeAll(async () => {
    await ensureBuilt(() => undefined);
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-packed-"));
    files = installPacked(folder);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it("holds compiled code with its types, the guides, the examples and the policy pack, and nothing else", () => {
    const kinds = files.map((file) =>
      file
        .replace(/^dist\/.*(\.d\.ts|\.js)$/, "dist/*$1")
        .replace(/^docs\/[\w-]+\.md$/, "docs/*.md")
        .replace(/^examples\/[\w-]+\//, "examples/*/"),
    );
    expect([...new Set(kinds)].sort()).toEqual([
      "LICENSE",
      "README.md",
      "dist/*.d.ts",
      "dist/*.js",
      "docs/*.md",
      "docs/openapi.json",
      "examples/*/Pulumi.yaml",
      "examples/*/README.md",
      "examples/*/index.ts",
      "examples/*/package.json",
      "examples/*/tsconfig.json",
      "package.json",
      "policy/PulumiPolicy.yaml",
      "policy/package.json",
    ]);
  });

  it("has everything that its pages link to", () => {
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

  it("has every file that its package.json names", () => {
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

function targets(exports: unknown): string[] {
  if (typeof exports === "string") return [exports];
  return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(targets) : [];
}
