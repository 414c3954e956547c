import { spawnSync } from "node:child_process";
import path from "node:path";
import type { Fleet } from "../../fleet/fleet";
import { UsageError } from "../usage-error";
import { type LockFile, parseFleet } from "./lock-file";

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

/** Versions of a lock file in git that differ from the file. */
export interface EarlierLocks {
  /** The last commit's first. */
  readonly fleets: readonly Fleet[];
  /** Why others could not be read. */
  readonly unread: readonly string[];
}

/**
 * Returns the lock files that the present one comes from: that of the last commit; in a merge, that of the other branch; and those before
 * the last commit that changed it, which are two if it was a merge. There are none without git, and fewer in a shallow clone.
 */
export function earlierLocks({ file, text }: LockFile): EarlierLocks {
  const folder = path.dirname(path.resolve(file));
  const name = path.basename(file);
  // Without --full-history, git leaves out a merge that has taken the file of one side as it is.
  const lastChange = ["rev-list", "--full-history", "--max-count=1", "HEAD", "--", name];
  const [changedBy] = words(git(folder, ...lastChange).stdout);
  const parents = changedBy === undefined ? [] : words(git(folder, "rev-parse", `${changedBy}^@`).stdout);
  const heads = ["HEAD", "MERGE_HEAD"].flatMap((head) => findCommit(folder, head) ?? []);
  const fleets: Fleet[] = [];
  const unread: string[] = [];
  const texts = new Set([text]);
  for (const commit of new Set([...heads, ...parents])) {
    const shown = git(folder, "show", `${commit}:./${name}`);
    if (shown.status !== 0 || texts.has(shown.stdout)) continue;
    texts.add(shown.stdout);
    try {
      fleets.push(parseFleet(`${name} of the commit ${commit.slice(0, 12)}`, shown.stdout).fleet);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      unread.push(error.message.split("\n")[0] ?? "");
    }
  }
  return { fleets, unread };
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Returns the hash of a commit; undefined if git does not know it in a folder. */
export function findCommit(folder: string, commit: string): string | undefined {
  const { status, stdout } = git(
    folder,
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${commit}^{commit}`,
  );
  return status === 0 ? stdout.trim() : undefined;
}

function git(folder: string, ...args: readonly string[]) {
  return spawnSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 1024 ** 3 });
}
