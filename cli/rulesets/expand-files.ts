import { existsSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { fitsPattern } from "../fits-pattern";
import { UsageError } from "../usage-error";

const PATTERN = /[*?]/;

/**
 * Returns the files that names and patterns mean, in their order and each once: `*` and `?` match within a name, `**` matches folders of
 * any depth. Most shells expand patterns themselves; a quoted one, and any on Windows, arrives as it is. Names that begin with a dot, and
 * linked folders, are left out. @throws UsageError if a pattern matches no file
 */
export function expandFiles(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => (isPattern(name) ? matching(name) : [name])))];
}

function isPattern(name: string): boolean {
  return PATTERN.test(name) && !existsSync(name);
}

function matching(pattern: string): string[] {
  const steps = pattern.split(sep === "\\" ? /[\\/]/ : "/");
  const first = steps.findIndex((step) => PATTERN.test(step));
  const files = walk(steps.slice(0, first).join(sep), first > 0, steps.slice(first)).sort();
  if (files.length === 0) throw new UsageError(`${pattern} matches no file`);
  return files;
}

/** Returns the files below a folder that match the steps of a pattern. A folder that cannot be read has none. */
function walk(folder: string, isNamed: boolean, [step = "", ...rest]: readonly string[]): string[] {
  const at = isNamed ? folder || sep : ".";
  const pathOf = (name: string) => (isNamed ? join(at, name) : name);
  const isDeep = step === "**";
  const found = isDeep ? walk(folder, isNamed, rest) : [];
  for (const entry of entriesOf(at)) {
    const { name } = entry;
    if (name.startsWith(".") && !step.startsWith(".")) continue;
    if (isDeep) {
      if (entry.isDirectory()) found.push(...walk(pathOf(name), true, [step, ...rest]));
    } else if (fitsPattern(name, step)) {
      if (rest.length === 0 && !entry.isDirectory()) found.push(pathOf(name));
      else if (rest.length > 0 && entry.isDirectory()) found.push(...walk(pathOf(name), true, rest));
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
