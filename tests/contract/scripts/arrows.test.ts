import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { temporaryFolder, writeFiles } from "../../support/fake-commands";

const ROOT = path.resolve(__dirname, "../../..");
const CONFIG = path.join(ROOT, ".dependency-cruiser.cjs");
const DEPCRUISE = path.join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

/** Of each room: a room or package that it may not import. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  "provider/words": "provider/api",
  "provider/api": "provider/filter",
  "provider/redaction": "provider/client",
  "provider/filter": "provider/api",
  "provider/regex": "provider/filter",
  "provider/marks": "provider/api",
  "provider/evidence": "provider/client",
  "provider/process": "provider/client",
  "provider/properties": "zod",
  "provider/tokens": "provider/rulesets",
  "provider/rulebook": "zod",
  "provider/rulesets": "provider/client",
  "provider/lists": "provider/rulebook",
  "provider/claims": "provider/marks",
  "provider/gateway": "provider/client",
  "provider/client": "provider/lifecycle",
  "provider/lifecycle": "@pulumi/pulumi",
  "provider/engine": "provider/resources",
  "provider/dynamic.ts": "provider/resources",
  "provider/resources": "provider/client",
  "provider/functions": "provider/lifecycle",
  "provider/native": "provider/lifecycle",
  plugin: "provider/resources",
  emulator: "review",
  policy: "provider/lifecycle",
  eslint: "review",
  review: "@pulumi/pulumi",
  adopt: "provider/client",
  fleet: "provider/api",
  cli: "provider/resources",
};

describe("npm run arrows", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
    fs.copyFileSync(path.join(ROOT, "tsconfig.json"), path.join(folder, "tsconfig.json"));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it("restricts every room that this test plants a forbidden import in, and no other", () => {
    expect(restrictedRooms()).toEqual(Object.keys(FORBIDDEN).sort());
  });

  it("rejects a forbidden import planted in each room", () => {
    for (const [room, target] of Object.entries(FORBIDDEN)) plant(room, target);
    expect(rejected()).toEqual(
      Object.entries(FORBIDDEN)
        .map(([room, target]) => `${room} -> ${target}`)
        .sort(),
    );
  });

  it("rejects an import past the index of the words", () => {
    writeFiles(folder, {
      "review/planted.ts":
        'import "../provider/words/imported";\nimport "../provider/words/index";\nexport {};\n',
      "provider/words/imported.ts": "export {};\n",
      "provider/words/index.ts": "export {};\n",
    });
    // The rule of the room and that of the words.
    expect(rejected()).toEqual(Array(2).fill("review -> provider/words"));
  });

  /** Writes a module of the room that imports `target`, and the module it imports. */
  function plant(room: string, target: string): void {
    const file = room.endsWith(".ts") ? room : `${room}/planted.ts`;
    const isRoom = target in FORBIDDEN;
    const specifier = isRoom ? `./${path.relative(path.dirname(file), `${target}/imported`)}` : target;
    writeFiles(folder, {
      [file]: `import ${JSON.stringify(specifier)};\nexport {};\n`,
      ...(isRoom && { [`${target}/imported.ts`]: "export {};\n" }),
    });
  }

  function rejected(): string[] {
    const folders = ["provider", "emulator", "policy", "eslint", "review", "adopt", "fleet", "plugin", "cli"];
    const planted = folders.filter((name) => fs.existsSync(path.join(folder, name)));
    const { stdout } = spawnSync(
      process.execPath,
      [DEPCRUISE, "--config", CONFIG, "--output-type", "json", ...planted],
      { cwd: folder, encoding: "utf8" },
    );
    // The form of dependency-cruiser's JSON report.
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; to: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ from, to }) => `${roomOf(from)} -> ${roomOf(to)}`).sort();
  }
});

/** The room of a planted module, or the name of a package. */
function roomOf(file: string): string {
  if (!file.includes("node_modules/")) return file.replace(/\/(planted|imported)\.ts$/, "");
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file;
}

function restrictedRooms(): string[] {
  // The configuration's own form.
  const { forbidden } = createRequire(__filename)(CONFIG) as {
    forbidden: readonly { name: string; from: { path?: string } }[];
  };
  return forbidden
    .filter(({ name }) => name.endsWith("-imports"))
    .map(({ from }) => (from.path ?? "").replace(/^\^/, "").replace(/[/$]$/, "").replaceAll("\\", ""))
    .sort();
}
