import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { withLock } from "../../../scripts/lock";
import { temporaryFolder } from "../../support/fake-commands";

/** Above the highest process id that an operating system gives. */
const NO_PROCESS = 2 ** 22 + 1;

describe("withLock", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    file = path.join(folder, "locks", "work");
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  function hold(holder: { pid: number; host: string }, age = 0): void {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, JSON.stringify(holder));
    const touched = new Date(Date.now() - age);
    fs.utimesSync(file, touched, touched);
  }

  it("runs one process at a time, tells the other which process it waits for, and leaves no file", async () => {
    const steps: string[] = [];
    const lines: string[] = [];
    let letFirstEnd = (): void => undefined;
    const first = withLock(
      file,
      () => undefined,
      async () => {
        steps.push("first starts");
        await new Promise<void>((resolve) => (letFirstEnd = resolve));
        steps.push("first ends");
      },
    );
    const second = withLock(
      file,
      (line) => {
        lines.push(line);
        letFirstEnd();
      },
      () => Promise.resolve(steps.push("second")),
    );
    await Promise.all([first, second]);

    expect(steps).toEqual(["first starts", "first ends", "second"]);
    expect(lines).toEqual([
      `waiting for process ${process.pid}, which does the same work (lock file ${file})`,
    ]);
    expect(fs.readdirSync(path.dirname(file))).toEqual([]);
  });

  it("is free again after work that failed", async () => {
    await expect(withLock(file, fail, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await withLock(file, fail, () => Promise.resolve("done"))).toBe("done");
  });

  it("takes over the lock of a process of this host that has ended", async () => {
    hold({ pid: NO_PROCESS, host: os.hostname() });
    expect(await withLock(file, fail, () => Promise.resolve("done"))).toBe("done");
  });

  it("takes over the lock of a process of another host that stopped touching it", async () => {
    hold({ pid: process.pid, host: "elsewhere" }, 61_000);
    expect(await withLock(file, fail, () => Promise.resolve("done"))).toBe("done");
  });

  it("waits for a process of another host, whatever process has its id here", async () => {
    hold({ pid: NO_PROCESS, host: "elsewhere" }, 30_000);
    const waited: string[] = [];
    await withLock(
      file,
      (line) => {
        waited.push(line);
        fs.rmSync(file);
      },
      () => Promise.resolve(),
    );
    expect(waited).toHaveLength(1);
  });
});

function fail(line: string): void {
  throw new Error(`nobody should wait: ${line}`);
}
