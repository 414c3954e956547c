import fs from "node:fs";
import { builtinModules, createRequire } from "node:module";
import path from "node:path";

const ROOT = path.resolve(__dirname, "../../..");
const PAGE = fs.readFileSync(path.join(ROOT, "docs/architecture.md"), "utf8");

/** A file that a room may import without the rest of its room. */
const SCHEMA = "plugin/schema.json";

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string };
  readonly to: { readonly path?: string; readonly pathNot?: readonly string[] };
}

describe("docs/architecture.md", () => {
  it("lists the rooms that .dependency-cruiser.cjs restricts, each with the imports that it allows", () => {
    expect(documentedImports()).toEqual(allowedImports());
  });

  it("lists every room that exists", () => {
    const folders = fs.readdirSync(path.join(ROOT, "provider"), { withFileTypes: true });
    const rooms = folders.filter((entry) => entry.isDirectory()).map(({ name }) => `provider/${name}`);
    expect(Object.keys(documentedImports())).toEqual(
      expect.arrayContaining([...rooms, "emulator", "policy", "plugin", "cli"]),
    );
  });
});

/** From the page: the first and the last cell of each row of the table of rooms. */
function documentedImports(): Record<string, string[]> {
  const rows = PAGE.slice(PAGE.indexOf("| room ")).split("\n\n")[0]?.split("\n").slice(2) ?? [];
  const cells = rows.map((row) =>
    row
      .replaceAll("`", "")
      .split("|")
      .map((cell) => cell.trim()),
  );
  return Object.fromEntries(
    cells.map(([, room = "", , imports = ""]) => [
      room,
      imports === "nothing" ? [] : imports.split(", ").sort(),
    ]),
  );
}

/** From the rules: which rooms, packages and modules of Node each room may import, tried one by one. */
function allowedImports(): Record<string, string[]> {
  const load = createRequire(__filename);
  // The configuration's own form.
  const { forbidden } = load(path.join(ROOT, ".dependency-cruiser.cjs")) as { forbidden: readonly Rule[] };
  const rules = forbidden.filter(({ name }) => name.endsWith("-imports"));
  const rooms = rules.map(roomOf);
  const candidates = [
    ...rooms.map((room) => ({ name: room, file: room.endsWith(".ts") ? room : `${room}/index.ts` })),
    { name: SCHEMA, file: SCHEMA },
    ...packages().map((name) => ({ name, file: `node_modules/${name}/index.js` })),
    ...builtinModules.flatMap((name) => [name, `node:${name}`]).map((file) => ({ name: "Node", file })),
  ];
  return Object.fromEntries(
    rules.map((rule) => {
      const room = roomOf(rule);
      const others = candidates.filter(({ name, file }) => name !== room && !file.startsWith(`${room}/`));
      const allowed = others.filter(({ file }) => isAllowed(rule, file)).map(({ name }) => name);
      const refused = others.filter(({ name }) => !allowed.includes(name)).map(({ name }) => name);
      // A rule with `path` forbids only that.
      return [
        room,
        rule.to.path ? [`everything except ${refused.join(", ")}`] : [...new Set(allowed)].sort(),
      ];
    }),
  );
}

function isAllowed({ to }: Rule, file: string): boolean {
  if (to.path !== undefined) return !new RegExp(to.path).test(file);
  return (to.pathNot ?? []).some((pattern) => new RegExp(pattern).test(file));
}

/** `^provider/api/` restricts the room `provider/api`. */
function roomOf({ from }: Rule): string {
  return (from.path ?? "").replace(/^\^/, "").replace(/[/$]$/, "").replaceAll("\\", "");
}

function packages(): string[] {
  // The manifest of this repository.
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as Record<
    "dependencies" | "peerDependencies" | "devDependencies",
    Record<string, string>
  >;
  const { dependencies, peerDependencies, devDependencies } = manifest;
  return Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies });
}
