import fs from "node:fs";
import path from "node:path";
import {
  MANAGER_CELLS,
  MATRIX,
  SDKS,
  TYPES_CELLS,
  TYPESCRIPT_CELLS,
} from "../../../scripts/compatibility/cells";
import { compatibilityPage, rowText } from "../../../scripts/compatibility/page";
import { ROOT } from "../../../scripts/prepare";
import manifest from "../../../package.json";

const CELLS = [...MATRIX, ...TYPESCRIPT_CELLS, ...MANAGER_CELLS, ...TYPES_CELLS];
const PAGE = path.join(ROOT, "docs", "compatibility.md");
const ALL_STEPS = ["install", "mocks", "preview", "up", "unchanged up", "refresh", "destroy"];

describe("the cells of npm run compatibility", () => {
  it("have different names, each with a row on the page", () => {
    const names = CELLS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const page = fs.readFileSync(PAGE, "utf8");
    expect(names.filter((name) => !page.includes(`| \`${name}\` `))).toEqual([]);
  });

  it("are every Node with the oldest and the newest SDK of package.json, and Node 20 with its last, by each provider", () => {
    expect(`^${SDKS.oldest}`).toBe(manifest.peerDependencies["@pulumi/pulumi"]);
    expect(`~${SDKS.newest}`).toBe(manifest.devDependencies["@pulumi/pulumi"]);
    const combinations = MATRIX.map(({ node, sdk, doors }) => `${node} ${sdk} ${doors.join()}`);
    expect(new Set(combinations).size).toBe(4 * 2 * 2 + 2);
  });
});

describe("docs/compatibility.md", () => {
  it("has a row for a cell that fails, with what failed", () => {
    const rows = CELLS.map((cell, index) =>
      index === 0
        ? {
            cell,
            done: ["install", "mocks"],
            problem: "the platform received 2 writes, not 0.",
            expected: false,
          }
        : { cell, done: "doors" in cell ? ALL_STEPS : [], expected: true },
    );
    const date = new Date("2026-11-28T10:00:00Z");
    const page = compatibilityPage(rows, { date, ownHost: true, npm: "11.19.1" });
    const cellsOf = (name: string) => {
      const row = page.split("\n").find((line) => line.includes(`\`${name}\``)) ?? "";
      return row
        .split("|")
        .slice(7, -1)
        .map((text) => text.trim());
    };
    const no = Array<string>(5).fill("no");
    expect(cellsOf(MATRIX[0]!.name)).toEqual([
      "",
      "yes",
      "yes",
      ...no,
      "the platform received 2 writes, not 0.",
    ]);
    expect(cellsOf(MATRIX[1]!.name)).toEqual(["own", ...Array<string>(7).fill("yes"), ""]);
    expect(page).toContain("wrote this page on 2026-11-28");
  });

  it("describes a row in one line", () => {
    const cell = MATRIX[0]!;
    expect(rowText({ cell, done: ALL_STEPS, expected: true })).toBe("works");
    expect(
      rowText({
        cell,
        done: ["install"],
        problem: "the unit test registered something else.",
        expected: false,
      }),
    ).toBe("does not work after install: the unit test registered something else.");
  });
});
