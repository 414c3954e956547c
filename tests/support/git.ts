import { execFileSync } from "node:child_process";

const AUTHOR = ["-c", "user.name=A", "-c", "user.email=a@example.com"];

/** Git in the folder of a repository. */
export function gitIn(folder: () => string) {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", folder(), ...AUTHOR, ...args], { encoding: "utf8" }).trim();
  /** Commits all files. Returns the commit. Throws if no file has changed. */
  const commit = (): string => {
    git("add", "-A");
    git("commit", "-q", "-m", "change");
    return git("rev-parse", "HEAD");
  };
  return { git, commit };
}
