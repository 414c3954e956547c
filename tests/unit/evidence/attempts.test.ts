import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { recordedAttempts } from "../../../provider/evidence";
import { until } from "../../support/engine-roles";

const CODE = "0".repeat(36);

describe("the record of attempts", () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-attempts-"));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const recordedFor = (pid: number) => {
    fs.writeFileSync(path.join(folder, CODE), String(pid));
    return recordedAttempts(() => folder);
  };

  it("calls an attempt interrupted if its process has ended, and not while it runs", () => {
    expect(recordedFor(process.pid).isInterrupted(CODE)).toBe(false);
    expect(recordedFor(2 ** 30).interruptedOf("0000")).toEqual([CODE]);
  });

  // Only Linux tells about processes that have ended and that their parent has not asked for.
  (process.platform === "linux" ? it : it.skip)("takes a zombie for a process that has ended", async () => {
    // The shell becomes `sleep`, which never asks for the child that the shell has started.
    const parent = spawn("sh", ["-c", "exec 3<&0; cat <&3 >/dev/null & echo $!; exec sleep 600"]);
    const textOf = (file: string) => fs.readFileSync(`/proc/${file}`, "utf8");
    try {
      const [line] = (await once(parent.stdout, "data")) as [Buffer];
      const pid = Number(line.toString());
      await until("the shell is `sleep`", () => textOf(`${parent.pid}/comm`) === "sleep\n");
      parent.stdin.end();
      await until("the child is a zombie", () => textOf(`${pid}/stat`).includes(") Z"));
      expect(recordedFor(pid).isInterrupted(CODE)).toBe(true);
    } finally {
      parent.kill("SIGKILL");
    }
  });
});
