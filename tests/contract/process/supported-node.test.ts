import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { tooOldNode } from "../../../provider/process";
import { ensureBuilt, ROOT } from "../../../scripts/prepare";

jest.setTimeout(120_000);

const MESSAGE =
  "pulumi-edge-platform needs Node 20.19 or later, and `node` is 20.18.3 here: install a later one (https://nodejs.org/).";

describe("an old Node", () => {
  let folder: string;
  beforeAll(async () => {
    await ensureBuilt(() => undefined);
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-old-node-"));
    const versions = '{ ...process.versions, node: "20.18.3" }';
    fs.writeFileSync(
      path.join(folder, "old.cjs"),
      `Object.defineProperty(process, "versions", { value: ${versions} });`,
    );
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it.each(["20.19.0", "20.20.2", "22.0.0", "26.12.1"])("is not %s", (version) => {
    expect(tooOldNode(version)).toBeUndefined();
  });

  it.each(["20.18.3", "18.20.8", "9.9.9"])("is %s", (version) => {
    expect(tooOldNode(version)).toContain(`\`node\` is ${version} here`);
  });

  /** Runs a built module on a Node that says it is an old one. */
  const start = (module: string, ...args: readonly string[]) =>
    spawnSync(
      process.execPath,
      ["--require", path.join(folder, "old.cjs"), path.join(ROOT, "dist", module), ...args],
      { encoding: "utf8" },
    );

  it.each(["provider/index.js", "provider/native/index.js", "provider/dynamic.js"])(
    "ends what loads %s with the version that it needs",
    (module) => {
      const { status, stderr } = start(module);
      expect(stderr).toContain(`Error: ${MESSAGE}\n`);
      // The SDK prints the message of such an error, without the stack.
      expect(stderr).toContain("__pulumiRunError: true");
      expect(status).toBe(1);
    },
  );

  it.each([
    ["plugin", "plugin/start.js", ["127.0.0.1:1"], `${MESSAGE}\n`],
    ["command", "cli/main.js", ["filter", "check", "ssl"], `edge-platform: ${MESSAGE}\n`],
  ])("ends a %s with one sentence", (_, module, args, message) => {
    const { status, stdout, stderr } = start(module, ...args);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: message });
  });

  it("is a finding of doctor", () => {
    const { status, stdout } = start("cli/main.js", "doctor");
    expect(stdout).toContain("20.18.3 is too old for this package.");
    expect(status).toBe(1);
  });
});
