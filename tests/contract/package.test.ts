import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";

/** Paths of the files that `npm publish` would send, except compiled code, which may not be there. */
function packedFiles(): string[] {
  const args = ["pack", "--dry-run", "--ignore-scripts", "--json"];
  const shell = process.platform === "win32";
  const report = execFileSync("npm", args, {
    cwd: ROOT,
    shell,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // npm's own report on one package.
  const [packed] = JSON.parse(report) as [{ files: { path: string }[] }];
  return packed.files.map((file) => file.path);
}

/** Relative targets of Markdown links, as paths from the root of the repository. */
function linksOf(file: string): string[] {
  const text = fs.readFileSync(path.join(ROOT, file), "utf8");
  return [...text.matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)]
    .map((match) => match[1] ?? "")
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(file), target));
}

describe("the package", () => {
  const files = packedFiles();
  const pages = files.filter((file) => file.endsWith(".md"));

  it("holds the README, the guides and the examples", () => {
    expect(pages).toEqual(
      expect.arrayContaining(["README.md", "docs/README.md", "examples/zone-baseline/README.md"]),
    );
  });

  it.each(pages)("holds what %s links to", (page) => {
    const missing = linksOf(page).filter(
      (target) => !files.some((file) => file === target || file.startsWith(`${target.replace(/\/$/, "")}/`)),
    );
    expect(missing).toEqual([]);
  });

  it("holds no dependency and no settings of a stack", () => {
    expect(files.filter((file) => /node_modules|Pulumi\.[^/]+\.yaml$/.test(file))).toEqual([]);
  });
});
