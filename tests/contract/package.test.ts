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

  it("contains the README, the guides and the examples", () => {
    expect(pages).toEqual(
      expect.arrayContaining(["README.md", "docs/README.md", "examples/zone-baseline/README.md"]),
    );
  });

  it.each(pages)("contains what %s links to", (page) => {
    const missing = linksOf(page).filter(
      (target) => !files.some((file) => file === target || file.startsWith(`${target.replace(/\/$/, "")}/`)),
    );
    expect(missing).toEqual([]);
  });

  it("contains no dependency and no settings of a stack", () => {
    expect(files.filter((file) => /node_modules|Pulumi\.[^/]+\.yaml$/.test(file))).toEqual([]);
  });
});

/** The parts of a package.json that this test reads. */
interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

describe("an example in TypeScript, copied out of the repository", () => {
  // These files are this repository's own.
  const manifestOf = (folder: string) =>
    JSON.parse(fs.readFileSync(path.join(ROOT, folder, "package.json"), "utf8")) as Manifest;
  const examples = fs
    .readdirSync(path.join(ROOT, "examples"))
    .map((name) => path.join("examples", name))
    .filter((folder) => fs.existsSync(path.join(ROOT, folder, "tsconfig.json")));

  // The compiler inside the SDK is too old for these settings, and the types of Node are not in the SDK.
  it.each(examples)("%s installs the compiler and the types with which the tests run it", (folder) => {
    const { devDependencies } = manifestOf("");
    expect(manifestOf(folder).devDependencies).toEqual({
      "@types/node": devDependencies["@types/node"],
      typescript: devDependencies["typescript"],
    });
  });

  it.each(examples)("%s installs every package that it imports", (folder) => {
    const program = fs.readFileSync(path.join(ROOT, folder, "index.ts"), "utf8");
    const imported = [...program.matchAll(/ from "((?:@[^/"]+\/)?[^/".]+)[^"]*"/g)].map(([, name]) => name);
    const packages = imported.filter((name) => name?.startsWith("node:") === false);
    expect(Object.keys(manifestOf(folder).dependencies).sort()).toEqual([...new Set(packages)].sort());
  });
});
