import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";

/**
 * Unpacks the files of `npm publish` into `folder` like an installation, with the repository's dependencies beside it, or only the
 * named ones with what they depend on. The package must be built. Returns the paths of the files.
 */
export function installPacked(folder: string, dependencies?: readonly string[]): string[] {
  fs.mkdirSync(folder, { recursive: true });
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const told = execFileSync("npm", args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // npm's own report of one package.
  const [packed] = JSON.parse(told) as [{ filename: string; files: { path: string }[] }];
  const tarball = path.join(folder, packed.filename);
  execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
  fs.rmSync(tarball);
  for (const name of dependencies ?? [""]) {
    const link = path.join(folder, "node_modules", name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(path.join(ROOT, "node_modules", name), link);
  }
  return packed.files.map((file) => file.path);
}
