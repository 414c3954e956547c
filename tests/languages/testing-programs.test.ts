import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBuilt, ROOT } from "../../scripts/prepare";
import { installPacked } from "../support/packed";
import { pageFile, vitestLine } from "../support/page-programs";

/** Runs on Node 20, which this repository supports. */
const VITEST = "vitest@3.2.4";

/** A unit test whose program has an error that is known late. */
const LATE = `
import * as pulumi from "@pulumi/pulumi";
import { ValidatedFilter } from "pulumi-edge-platform";

test("declares a filter", async () => {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) });
  const { urn } = new ValidatedFilter("office", { expression: pulumi.output("ip.src eqq 192.0.2.1") });
  await new Promise((resolve) => urn.apply(resolve));
});
`;

const JEST_CONFIG = `module.exports = {
  transform: { "\\\\.ts$": [${JSON.stringify(path.join(ROOT, "node_modules/@swc/jest"))}, { jsc: { parser: { syntax: "typescript" } } }] },
};
`;

/** What a reader copies, with the package as npm installs it. */
describe("the tests of docs/testing-programs.md", () => {
  let folder: string;
  beforeAll(async () => {
    await ensureBuilt(() => undefined);
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-runners-")));
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true }));
    const options = { cwd: folder, stdio: "pipe", shell: process.platform === "win32" } as const;
    execFileSync("npm", ["install", "--no-audit", "--no-fund", VITEST], options);
    installPacked(path.join(folder, "node_modules", "pulumi-edge-platform"));
    fs.symlinkSync(path.join(ROOT, "node_modules/@pulumi"), path.join(folder, "node_modules/@pulumi"));
  }, 300_000);
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  describe.each([
    ["Jest", "", [path.join(ROOT, "node_modules/jest/bin/jest.js")]],
    ["Vitest", vitestLine(), ["node_modules/vitest/vitest.mjs", "run"]],
  ])("in %s", (_, line, command) => {
    const run = (name: string) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [...command, name], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, CI: "true", NO_COLOR: "1" },
      });
      return { status, output: stdout + stderr };
    };
    beforeAll(() => {
      fs.writeFileSync(path.join(folder, "jest.config.js"), JEST_CONFIG);
      fs.writeFileSync(path.join(folder, "index.ts"), pageFile("index.ts"));
      for (const name of ["index.test.ts", "zones.test.ts"])
        fs.writeFileSync(path.join(folder, name), line + pageFile(name));
      fs.writeFileSync(path.join(folder, "late.test.ts"), line + LATE);
    });

    it.each(["index.test.ts", "zones.test.ts"])("%s passes", (name) => {
      expect(run(name)).toEqual({ status: 0, output: expect.stringMatching(/Tests:? .*passed/) as string });
    });

    it("an error that is known late fails the test", () => {
      const { status, output } = run("late.test.ts");
      expect(output).toContain('ValidatedFilter "office": expression: The filter expression is not valid');
      expect(output).not.toContain("timeout");
      expect(status).toBe(1);
    });
  });
});
