import fs from "node:fs";
import path from "node:path";

import { findBrowser } from "../../../scripts/browser";
import { temporaryFolder, writeCommand } from "../../support/fake-commands";

const WORKS = `console.log("Chromium 156.0");`;
const FAILS = "process.exit(1);";

describe("findBrowser", () => {
  let folder: string;
  let bin: string;
  beforeEach(() => {
    folder = temporaryFolder();
    bin = path.join(folder, "bin");
    fs.mkdirSync(bin);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const at = (name: string) => path.join(bin, name);
  const find = (more: object = {}, env: NodeJS.ProcessEnv = {}) =>
    findBrowser({
      env: { PATH: bin, ...env },
      places: [],
      isRoot: false,
      downloaded: () => path.join(folder, "downloaded"),
      download: ["-e", "console.error('no network'); process.exit(1)"],
      progress: () => undefined,
      ...more,
    });

  it("uses CHROME_PATH, and says so if that does not work", async () => {
    writeCommand(bin, "chromium", WORKS);
    writeCommand(bin, "mine", WORKS);
    writeCommand(bin, "broken", FAILS);
    expect(await find({}, { CHROME_PATH: at("mine") })).toBe(at("mine"));
    await expect(find({}, { CHROME_PATH: at("broken") })).rejects.toThrow(
      `CHROME_PATH is ${at("broken")}, but`,
    );
  });

  it("uses the first browser on PATH that works, then one at a usual place", async () => {
    writeCommand(bin, "chromium", FAILS);
    writeCommand(bin, "google-chrome", WORKS);
    expect(await find()).toBe(at("google-chrome"));
    const place = path.join(folder, "opt");
    writeCommand(place, "chrome", WORKS);
    fs.rmSync(at("google-chrome"));
    expect(await find({ places: [path.join(place, "chrome")] })).toBe(path.join(place, "chrome"));
  });

  it("installs Debian's package as root", async () => {
    const installs = `
      const args = process.argv.slice(2);
      const text = ${JSON.stringify(`#!${process.execPath}\n${WORKS}\n`)};
      if (args[0] === "install") require("node:fs").writeFileSync(${JSON.stringify(at("chromium"))}, text, { mode: 0o755 });
    `;
    writeCommand(bin, "apt-get", installs);
    expect(await find({ isRoot: true })).toBe(at("chromium"));
  });

  it("downloads a browser otherwise", async () => {
    const text = `#!${process.execPath}\n${WORKS}\n`;
    const file = path.join(folder, "downloaded");
    const script = `require("node:fs").writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(text)}, { mode: 0o755 })`;
    expect(await find({ download: ["-e", script] })).toBe(file);
  });

  it("lists what was tried, and two ways to get a browser", async () => {
    writeCommand(bin, "apt-get", `console.error("E: no such package"); process.exit(100);`);
    const error = await find({ isRoot: true }).catch((thrown: unknown) => String(thrown));
    expect(error).toContain("installed:         there is none");
    expect(error).toContain("Debian's package:  apt-get failed: E: no such package");
    expect(error).toContain("download:          no network");
    expect(error).toContain("set CHROME_PATH to its executable");
  });
});
