import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileError, UsageError } from "../usage-error";
import type { ProjectFiles } from "./project-files";

/** Where a program goes. */
export interface Target {
  readonly path: string;
  readonly isFolder: boolean;
}

/**
 * Finds out before the first request whether the target can be written. A name with an extension that does not exist yet is a file.
 * @throws UsageError for what exists already: nothing is overwritten
 */
export function checkTarget(out: string): Target {
  if (!existsSync(out)) {
    const parent = path.dirname(path.resolve(out));
    if (!existsSync(parent))
      throw new UsageError(`The folder ${parent} does not exist. Make it first, or choose another --out.`);
    return { path: out, isFolder: path.extname(out) === "" };
  }
  if (!statSync(out).isDirectory())
    throw new UsageError(`${out} exists already, and nothing is overwritten. Choose another --out.`);
  const [first] = readdirSync(out);
  if (first === undefined) return { path: out, isFolder: true };
  throw new UsageError(
    `The folder ${out} is not empty (it contains ${first}), and nothing is overwritten. Name a file in it, or an empty folder.`,
  );
}

/** Writes the program to a file, or the whole project into a folder. Returns the paths of the files. @throws UsageError */
export function writeProject({ path: out, isFolder }: Target, { program, others }: ProjectFiles): string[] {
  try {
    if (isFolder) mkdirSync(out, { recursive: true });
    const files = isFolder ? [program, ...others] : [{ ...program, name: "" }];
    // `wx` fails for a file that has been made meanwhile.
    return files.map(({ name, text }) => {
      const file = path.join(out, name);
      writeFileSync(file, text, { flag: "wx" });
      return file;
    });
  } catch (error) {
    throw fileError(out, "written", error);
  }
}
