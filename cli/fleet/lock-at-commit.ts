import { spawnSync } from "node:child_process";
import path from "node:path";
import { UsageError } from "../usage-error";
import { parseFleet } from "./lock-file";

/**
 * Returns the hashes of the lock file in a commit of git, by stack. They are empty if the commit has no lock file, or is unknown here, as
 * an empty name is: then every stack has changed, and nothing is left out by mistake. @throws UsageError without a repository
 */
export function hashesAt(lockFile: string, commit: string): ReadonlyMap<string, string> {
  const folder = path.dirname(path.resolve(lockFile));
  const inside = git(folder, "rev-parse", "--is-inside-work-tree");
  if (inside.status !== 0)
    throw new UsageError(
      `--since compares with a commit of git, and ${folder} is in no repository of git that can be read: ${(inside.error?.message ?? inside.stderr).trim()}`,
    );
  const found = commit === "" ? undefined : findCommit(folder, commit);
  if (found === undefined) return new Map();
  const name = path.basename(lockFile);
  const shown = git(folder, "show", `${found}:./${name}`);
  if (shown.status !== 0) return new Map();
  return parseFleet(`${name} of ${commit}`, shown.stdout).hashes;
}

/** Returns the hash of a commit; undefined if git does not know it in a folder. */
export function findCommit(folder: string, commit: string): string | undefined {
  const { status, stdout } = git(
    folder,
    ...["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`],
  );
  return status === 0 ? stdout.trim() : undefined;
}

function git(folder: string, ...args: readonly string[]) {
  return spawnSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 1024 ** 3 });
}
