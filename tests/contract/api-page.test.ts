import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ensureBuilt, ROOT } from "../../scripts/prepare";
import { apiPage } from "../../scripts/pages/api";
import { temporaryFolder, writeFiles } from "../support/fake-commands";

const DECLARATIONS = {
  "index.d.ts": `export * as text from "./text";
    export { Service, start as startService } from "./service";
    /** How it starts. */
    export declare const DEFAULTS: { readonly port: number }, TABLE: { readonly a: 1 };
    export type Name = keyof typeof HIDDEN_TABLE;
    declare const HIDDEN_TABLE: { readonly b: 1 };`,
  "service.d.ts": `import type { Options } from "./options";
    declare abstract class Base { stop(): Promise<void>; }
    export declare class Service extends Base {
      private readonly port;
      /** @internal */
      readonly mark: string;
      #secret;
      constructor(options?: Options);
      get options(): import("./options").Options;
    }
    export declare function start(options: Options): Service;
    export declare function start(port: number): Service;`,
  "options.d.ts": `/** Not exported. */
    export interface Options {
      readonly port?: number;
      /** @internal */
      readonly hidden?: string;
    }`,
  "text.d.ts": `export declare function cut(text: string): string;`,
  "other.d.ts": `export * from "./index";
    export declare const added: string;`,
  "last.d.ts": `export { cut } from "./text";`,
};

describe("docs/api.md", () => {
  it("shows what the package exports: otherwise, run `npm run api` and review the difference", async () => {
    await ensureBuilt(() => undefined);
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(ROOT, "scripts/run.js"), "api", "--check"],
      { encoding: "utf8" },
    );
    expect([stderr, status]).toEqual([expect.stringContaining("is up to date"), 0]);
  }, 600_000);

  it("has signatures, base classes and types of arguments, and neither comments nor hidden members", () => {
    expect(pageOf(DECLARATIONS, "index")).toBe(`## \`index\`

\`\`\`typescript
const DEFAULTS: {
    readonly port: number;
};
type Name = keyof typeof HIDDEN_TABLE;
class Service extends Base {
    constructor(options?: Options);
    get options(): Options;
}
const TABLE: {
    readonly a: 1;
};
function start(options: Options): Service;
function start(port: number): Service;
export { start as startService };
\`\`\`

## \`index\`, namespace \`text\`

\`\`\`typescript
function cut(text: string): string;
\`\`\`

## Types that cannot be imported

The signatures above use them. Tables of data whose names are types, such as the fields of the language, are left out.

\`\`\`typescript
abstract class Base {
    stop(): Promise<void>;
}
interface Options {
    readonly port?: number;
}
\`\`\`
`);
  });

  it("describes once what entry points share", () => {
    const page = pageOf(DECLARATIONS, "index", "other", "last");
    expect(page).toContain(
      "## `other`\n\nThe same names, and:\n\n```typescript\nconst added: string;\n```\n",
    );
    expect(page).toContain("## `last`\n\nDescribed above: `cut`.\n");
    expect(page.match(/function cut/g)).toHaveLength(1);
  });

  it("changes if an entry point gets an export, or a signature another argument", () => {
    const before = pageOf(DECLARATIONS, "index");
    const added = pageOf(
      { ...DECLARATIONS, "text.d.ts": `${DECLARATIONS["text.d.ts"]} export type Cut = 1;` },
      "index",
    );
    expect(added).toBe(before.replace("function cut", "type Cut = 1;\nfunction cut"));
    const options = DECLARATIONS["options.d.ts"].replace(
      "port?: number;",
      "port?: number; readonly host?: string;",
    );
    expect(pageOf({ ...DECLARATIONS, "options.d.ts": options }, "index")).toBe(
      before.replace("readonly port?: number;", "readonly port?: number;\n    readonly host?: string;"),
    );
  });
});

/** Returns the sections of the page about these modules. */
function pageOf(files: Record<string, string>, ...modules: string[]): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const page = apiPage(modules.map((name) => ({ name, file: path.join(folder, `${name}.d.ts`) })));
  fs.rmSync(folder, { recursive: true });
  return page.slice(page.indexOf("## "));
}
