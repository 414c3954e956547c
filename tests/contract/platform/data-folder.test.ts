import Database from "libsql";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPlatform } from "../../../cli/local-platform";
import { runPlatform, startChildPlatform, startCrampedPlatform } from "../../support/child-platform";
import { callOf, statusOf } from "../../support/crash/load";
import { EXAMPLE_COM } from "../../support/platform";

const ENTRYPOINT = `/zones/${EXAMPLE_COM}/rulesets/phases/http_request_firewall_custom/entrypoint`;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "edge-platform-"));
  file = path.join(folder, "platform.db");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const start = (data = folder) => startChildPlatform("--port", "0", "--data", data);

async function refusal(data = folder): Promise<string> {
  const { code, stderr } = await runPlatform("--port", "0", "--data", data);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^edge-platform serve: [^\n]+\n$/);
  return stderr;
}

/** Returns a folder with data that no platform uses. */
async function makeData(): Promise<void> {
  const platform = await start();
  await platform.end("SIGTERM");
}

describe("an unusable data folder is reported in one line with a remedy", () => {
  it("if it is a file", async () => {
    writeFileSync(path.join(folder, "data"), "");
    const stderr = await refusal(path.join(folder, "data"));
    expect(stderr).toMatch(/cannot create the data folder .*data: .* Use another folder\./);
  });

  // Permissions do not apply to root, who often runs tests. Nobody can create a file in this folder.
  it("if it is not writable", async () => {
    expect(await refusal("/sys/edge-platform")).toContain("cannot create the data folder");
  });

  // Creating a folder here with all its parents at once would never end.
  it("if it is below /proc", async () => {
    expect(await refusal("/proc/nope")).toContain("cannot create the data folder /proc/nope: ENOENT");
    expect(await refusal("/proc/nope/data")).toContain(
      "cannot create the data folder /proc/nope/data: ENOENT",
    );
  });

  it("if the database is a folder", async () => {
    mkdirSync(file);
    expect(await refusal()).toMatch(
      /cannot open .*platform\.db for writing .* Check the permissions of the folder/,
    );
  });

  it("if a later release wrote it, and the file stays unchanged", async () => {
    await makeData();
    const database = new Database(file);
    database.pragma("user_version = 99");
    database.close();
    const before = readFileSync(file);
    expect(await refusal()).toMatch(/has format 99, but this release supports format \d+\. Use the release/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("if the file is truncated", async () => {
    await makeData();
    truncateSync(file, Math.floor(readFileSync(file).length / 2));
    expect(await refusal()).toMatch(/is damaged or not a database .* Restore it, or use another folder\./);
  });

  it("if the middle of the file is overwritten", async () => {
    await makeData();
    const bytes = readFileSync(file);
    bytes.fill("garbage ", Math.floor(bytes.length / 4), Math.floor(bytes.length / 4) * 3);
    writeFileSync(file, bytes);
    expect(await refusal()).toMatch(/is damaged or not a database/);
  });
});

describe("the data file", () => {
  const permissions = (name: string) => (statSync(path.join(folder, name)).mode & 0o777).toString(8);

  it("can be read by its owner only, also in a folder that others can read", async () => {
    chmodSync(folder, 0o755);
    const platform = await start();
    expect([permissions("platform.db"), permissions("platform.db-wal")]).toEqual(["600", "600"]);
    await platform.end("SIGTERM");
    chmodSync(file, 0o644);
    const again = await start();
    expect(permissions("platform.db")).toBe("600");
    await again.end("SIGTERM");
  });

  it("is ignored by git in a new folder, but a folder with other files stays as it is", async () => {
    const [fresh, used] = [path.join(folder, "fresh"), path.join(folder, "used")];
    mkdirSync(used);
    writeFileSync(path.join(used, "notes.txt"), "");
    execFileSync("git", ["init", "--quiet", folder]);
    for (const data of [fresh, used]) await (await startPlatform({ data })).close();
    const status = execFileSync("git", ["-C", folder, "status", "--short", "--untracked-files=all"], {
      encoding: "utf8",
    });
    expect(status.trim().split("\n")).toEqual(["?? used/notes.txt", "?? used/platform.db"]);
  });

  it("is waited for while another platform ends, which the log says after a second", async () => {
    const first = await start();
    const lines: string[] = [];
    const log = (line: string) => {
      lines.push(line);
      void first.end("SIGTERM");
    };
    const second = await startPlatform({ data: folder, log });
    expect(second.token).toBe(first.ready.token);
    expect(lines).toEqual([`${file} is in use by another platform: waiting 5 s for it to end`]);
    await second.close();
  });
});

it("refuses writes on a full disk, answers reads, and loses nothing", async () => {
  await makeData();
  const cramped = await startCrampedPlatform(3000, "--port", "0", "--data", folder);
  const call = callOf(cramped.ready);
  const description = "x".repeat(50_000);
  const write = (turn: number) =>
    call("PUT", ENTRYPOINT, { description: `${turn} ${description}`, rules: [] });
  let acknowledged = 0;
  const writeOn = async (): Promise<void> => {
    await write(acknowledged + 1);
    acknowledged += 1;
    if (acknowledged < 1000) await writeOn();
  };
  const reason = /507 .*cannot write .*platform\.db \(.*\)\. Free space on its disk/;
  await expect(writeOn()).rejects.toThrow(reason);
  await expect(write(0)).rejects.toThrow(reason);
  const snapshot = await control(cramped.ready, "GET");
  expect(await control(cramped.ready, "PUT", await snapshot.text())).toMatchObject({ status: 507 });
  expect(acknowledged).toBeGreaterThan(0);
  expect(await statusOf(cramped.ready, ENTRYPOINT)).toBe(200);
  await cramped.end("SIGKILL");
  const roomy = await start();
  const found = await callOf(roomy.ready)("GET", ENTRYPOINT);
  expect(found).toMatchObject({
    version: String(acknowledged),
    description: `${acknowledged} ${description}`,
  });
  await callOf(roomy.ready)("PUT", ENTRYPOINT, { rules: [] });
  await roomy.end("SIGTERM");
});

function control({ baseUrl }: { readonly baseUrl: string }, method: string, body?: string) {
  return fetch(new URL("/_platform/snapshot", baseUrl), { method, ...(body !== undefined && { body }) });
}
