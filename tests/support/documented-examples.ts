import fs from "node:fs";
import path from "node:path";
import type { Source as Example } from "./compile";

const ROOT = path.resolve(__dirname, "../..");

/** Returns the programs in the documentation, and in the comments of the sources. */
export function documentedExamples(): Example[] {
  return documentedFiles().flatMap(examplesIn);
}

function documentedFiles(): string[] {
  const folders = ["provider", "policy", "emulator", "cli", "docs", "examples"];
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((file) => path.join(folder, file)),
  );
  return ["README.md", ...files].filter(
    (file) =>
      /\.(ts|md)$/.test(file) && !file.includes("node_modules") && !/^docs\/(?:api|reference)\b/.test(file),
  );
}

/** Fenced `ts` blocks; in a doc comment each line stands behind an asterisk. */
function examplesIn(file: string): Example[] {
  const text = fs.readFileSync(path.join(ROOT, file), "utf8");
  const plain = file.endsWith(".ts") ? text.replace(/^ *\* ?/gm, "") : text;
  const blocks = [...plain.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? "");
  return blocks.map((source, index) => {
    // A block that others import begins with its name.
    const [, name = `${file.replace(/\W/g, "-")}-${index}.ts`] = /^\/\/ (\w+\.ts)\n/.exec(source) ?? [];
    // Here, a module names the files that it imports; in a project that `pulumi new` has made, without an ending.
    return { name, source: source.replaceAll(/"(\.\/\w+)"/g, '"$1.js"') };
  });
}
