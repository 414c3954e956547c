import { execFileSync } from "node:child_process";
import path from "node:path";

/** Formats as the command line of Prettier does without options. */
export function formatted(text: string, file: string): string {
  const bin = path.join(path.dirname(require.resolve("prettier/package.json")), "bin/prettier.cjs");
  return execFileSync(process.execPath, [bin, "--no-config", "--stdin-filepath", file], {
    input: text,
    encoding: "utf8",
  });
}
