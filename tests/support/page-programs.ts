import fs from "node:fs";
import path from "node:path";
import { transformSync } from "@swc/core";

const PAGE = fs.readFileSync(path.resolve(__dirname, "../../docs/testing-programs.md"), "utf8");

/** Returns a file of docs/testing-programs.md: the block of code that begins with its name. */
export function pageFile(name: string): string {
  const [, text] = new RegExp(`^\`\`\`ts\\n(// ${name}\\n.*?)^\`\`\`$`, "ms").exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`The page has no ${name}.`);
  return text;
}

/** Returns the line that a file of the page needs besides in Vitest. */
export function vitestLine(): string {
  return /^import .* from "vitest";\n/m.exec(PAGE)?.[0] ?? "";
}

/**
 * Runs a file of the page as a part of the test that calls this: what it declares are tests of the caller.
 *
 * @param load loads the packages that the file imports
 * @param folder the value of `__dirname`
 */
export function runPageFile(name: string, load: (request: string) => unknown, folder = ""): unknown {
  const { code } = transformSync(pageFile(name), {
    filename: name,
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
    module: { type: "commonjs" },
  });
  const module = { exports: {} };
  const require = (request: string) =>
    request.startsWith("./") ? runPageFile(`${request.slice(2)}.ts`, load, folder) : load(request);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page is a file of this repository
  const run = new Function("require", "module", "exports", "__dirname", code) as (
    ...given: unknown[]
  ) => void;
  run(require, module, module.exports, folder);
  return module.exports;
}
