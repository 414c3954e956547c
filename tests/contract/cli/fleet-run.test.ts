import fs from "node:fs";
import os from "node:os";
import { registerFleet } from "../../../cli/fleet/fleet";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { writeCommand } from "../../support/fake-commands";

const { pathOf, write } = useCommandLine();
const fleet = (...args: readonly string[]) =>
  runCommand(registerFleet, ["fleet", ...args, "--file", pathOf("fleet.yaml")]);
/** A Pulumi that knows two stacks, and fails in everything else. */
const usePulumi = () => {
  const bin = pathOf("bin");
  writeCommand(
    bin,
    "pulumi",
    `const args = process.argv.slice(2);
if (args.includes("ls")) console.log(JSON.stringify([{ name: "edge-0001" }, { name: "edge-0002" }]));
else if (args.includes("version")) console.log("v3.250.0");
else { console.error("error: the backend is away"); process.exitCode = 255; }`,
  );
  process.env["PATH"] = `${bin}:${process.env["PATH"] ?? ""}`;
};

beforeEach(async () => {
  write("fleet.yaml", `stacks: { name: "edge-{number}", size: 1 }\nzones: [a.example, b.example]\n`);
  write("Pulumi.yaml", "name: waf\nruntime: nodejs\n");
  usePulumi();
  expect((await fleet("plan")).code).toBe(0);
});

describe("edge-platform fleet up", () => {
  it.each([
    [["--resume"], "--resume continues a run that writes: add --yes."],
    [["--yes", "--resume"], "has no run that could be continued"],
    [["--yes", "--resume", "--all"], "--resume continues with the stacks of the last run: name no others."],
    [["--all", "--since", "HEAD"], "choose one of them"],
    [["--stack", "edge-3"], 'has no stack "edge-3"'],
    [["--wave", "canary"], 'has no wave "canary"'],
    [["--jobs", "0"], "It must be a number from 1 to 9999."],
    [["--jobs", "two"], "It must be a number from 1 to 9999."],
  ])("rejects %s, and runs nothing", async (args, text) => {
    const { code, stdout, stderr } = await fleet("up", ...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(text);
    expect(fs.existsSync(pathOf("fleet.run.json"))).toBe(false);
  });

  it("names each stack that has failed and why, records it, and lets the others go on", async () => {
    const { code, stdout } = await fleet("up", "--yes", "--jobs", "1");
    expect(code).toBe(1);
    expect(stdout).toContain("edge-0001: error: the backend is away");
    expect(stdout).toContain("edge-0002: error: the backend is away");
    expect(stdout).toContain("0 stacks succeeded, 2 failed");
    expect(JSON.parse(fs.readFileSync(pathOf("fleet.run.json"), "utf8"))).toMatchObject({
      known: {},
      run: { operation: "up", stacks: { "edge-0001": "failed", "edge-0002": "failed" } },
    });
    const other = await fleet("refresh", "--yes", "--resume");
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("the last run was `fleet up`")]);
  });

  it("divides the machine's share of the rate limit among its stacks, and rejects an invalid share", async () => {
    writeCommand(
      pathOf("bin"),
      "pulumi",
      `const args = process.argv.slice(2);
if (args.includes("ls")) console.log(JSON.stringify([{ name: "edge-0001" }, { name: "edge-0002" }]));
else if (args.includes("version")) console.log("v3.250.0");
else { console.error("error: the share is " + process.env.EDGE_RATE_SHARE); process.exitCode = 255; }`,
    );
    expect((await fleet("preview", "--jobs", "2")).stdout).toContain("edge-0001: error: the share is 1/2");
    process.env["EDGE_RATE_SHARE"] = "1/8";
    expect((await fleet("preview", "--jobs", "2")).stdout).toContain("edge-0002: error: the share is 1/16");
    process.env["EDGE_RATE_SHARE"] = "half";
    const { code, stderr } = await fleet("preview");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("EDGE_RATE_SHARE is 'half', which is no share"),
    ]);
  });

  // The SDK ends an inline program before it looks at its errors, so that the engine would delete what was not registered.
  it.each([["up", "--yes"], ["preview"], ["refresh", "--yes"], ["destroy", "--all", "--yes"]])(
    "runs programs from disk, never inline, in `fleet %s`",
    async (...command) => {
      const log = pathOf("kinds.log");
      writeCommand(
        pathOf("bin"),
        "pulumi",
        `const args = process.argv.slice(2);
if (args.includes("ls")) console.log(JSON.stringify([{ name: "edge-0001" }, { name: "edge-0002" }]));
else if (args.includes("version")) console.log("v3.250.0");
else {
  const place = args.indexOf("--exec-kind");
  if (place >= 0) require("node:fs").appendFileSync(${JSON.stringify(log)}, args[place + 1] + "\\n");
  process.exitCode = 255;
}`,
      );
      await fleet(...command, "--jobs", "1");
      expect(fs.readFileSync(log, "utf8")).toBe("auto.local\nauto.local\n");
    },
  );

  it("begins no other stack after one has failed with --fail-fast", async () => {
    const { code, stdout } = await fleet("up", "--yes", "--jobs", "1", "--fail-fast");
    expect(code).toBe(1);
    expect(stdout).not.toContain("edge-0002: error");
    expect(stdout).toContain("0 stacks succeeded, 1 failed, 1 not begun");
  });

  it("reports a damaged record of runs, and runs nothing", async () => {
    write("fleet.run.json", '{"version":1,"known":');
    const { code, stderr } = await fleet("up", "--yes");
    expect(code).toBe(2);
    expect(stderr).toContain("Remove it: the next run then reads the histories of all stacks.");
    expect(fs.readFileSync(pathOf("fleet.run.json"), "utf8")).toBe('{"version":1,"known":');
  });

  it("takes over the claim of a process of this machine that has ended, and of no other", async () => {
    const host = os.hostname();
    write("fleet.lock.json.busy", `process 999999999 on ${host}\n`);
    expect((await fleet("plan")).code).toBe(0);
    expect(fs.readdirSync(pathOf()).filter((name) => name.includes("busy"))).toEqual([]);
    write("fleet.lock.json.busy", `process ${process.pid} on ${host}\n`);
    expect((await fleet("plan")).stderr).toContain(`process ${process.pid} on ${host}`);
  });
});

describe("the stacks that a run leaves out", () => {
  const WRITTEN = "2030-01-01T00:00:07.413Z";
  const HASHES = () =>
    [...fs.readFileSync(pathOf("fleet.lock.json"), "utf8").matchAll(/"hash": "(\w+)"/g)].map(
      ([, hash = ""]) => hash,
    );
  /** An entry of a history, as Pulumi 3.250 prints it. */
  const entry = (hash: string, more: object = {}) => ({
    version: 0,
    kind: "update",
    startTime: "2030-01-01T00:00:01.000Z",
    message: "",
    config: {},
    environment: { "exec.agent": `edge-platform-fleet/${hash}`, "exec.kind": "auto.local" },
    result: "succeeded",
    endTime: "2030-01-01T00:00:07.000Z",
    resourceChanges: { same: 2 },
    ...more,
  });
  /** A Pulumi with histories of two stacks; undefined: it cannot read that one. It notes what it was asked. */
  const useHistories = (
    first: readonly object[] | undefined,
    second: readonly object[],
    lastUpdate = WRITTEN,
  ) => {
    const listed = ["edge-0001", "edge-0002"].map((name) => ({ name, lastUpdate, resourceCount: 3 }));
    const histories = { "edge-0001": first, "edge-0002": second };
    // The hashes do not depend on what is there.
    const bin = pathOf("node_modules/bin");
    process.env["PATH"] = `${bin}:${process.env["PATH"] ?? ""}`;
    writeCommand(
      bin,
      "pulumi",
      `const args = process.argv.slice(2);
require("node:fs").appendFileSync(${JSON.stringify(pathOf("node_modules/asked"))}, args.join(" ") + "\\n");
const history = ${JSON.stringify(histories)}[args.at(-1)];
if (args.includes("ls")) console.log(${JSON.stringify(JSON.stringify(listed))});
else if (args.includes("version")) console.log("v3.250.0");
else if (args.includes("history") && history) console.log(JSON.stringify(history));
else { console.error("error: the backend is away"); process.exitCode = 255; }`,
    );
  };
  const unchanged = async (...args: readonly string[]): Promise<unknown> => {
    fs.rmSync(pathOf("node_modules/asked"), { force: true });
    const { stdout } = await fleet(...args, "--json");
    const [first = ""] = stdout.split("\n");
    return (JSON.parse(first) as { unchanged: unknown }).unchanged;
  };
  const histories = () =>
    fs
      .readFileSync(pathOf("node_modules/asked"), "utf8")
      .split("\n")
      .filter((line) => line.includes("history"));

  it("are those whose newest update has applied what the files say, on whatever machine", async () => {
    const [first = "", second = ""] = HASHES();
    useHistories([entry(first)], [entry("0123456789abcdef")]);
    expect(await unchanged("preview")).toEqual(["edge-0001"]);
    expect(fs.existsSync(pathOf("fleet.run.json"))).toBe(false);
    useHistories([entry(first)], [entry(second)]);
    expect(await unchanged("preview")).toEqual(["edge-0001", "edge-0002"]);
    expect(await unchanged("preview", "--all")).toEqual([]);
    expect(histories()).toEqual([]);
  });

  it.each([
    ["another update, of a person or a program", { environment: { "exec.kind": "cli" } }],
    ["an update that has failed", { result: "failed" }],
    ["an update that still runs", { result: "in-progress", endTime: undefined }],
    ["a refresh", { kind: "refresh" }],
    ["something that wrote the state and no history", { endTime: "2029-12-31T23:59:59.000Z" }],
  ])("are none whose state was written last by %s", async (_, more) => {
    const [first = "", second = ""] = HASHES();
    useHistories([entry(first, more)], [entry(second)]);
    expect(await unchanged("preview")).toEqual(["edge-0002"]);
  });

  it("are none whose history cannot be read, or that have none", async () => {
    useHistories(undefined, []);
    expect(await unchanged("preview")).toEqual([]);
  });

  it("are asked for their histories again only if their states were written since", async () => {
    const [first = "", second = ""] = HASHES();
    useHistories([entry(first)], [entry(second)]);
    expect(await unchanged("up", "--yes")).toEqual(["edge-0001", "edge-0002"]);
    expect(histories()).toHaveLength(2);
    expect(await unchanged("preview")).toEqual(["edge-0001", "edge-0002"]);
    expect(histories()).toEqual([]);
    // Another person has updated since. The clock of that machine is slow.
    useHistories([entry(first), entry(first)], [entry("0123456789abcdef")], "2030-01-01T00:00:06.000Z");
    expect(await unchanged("preview")).toEqual(["edge-0001"]);
    expect(histories()).toHaveLength(2);
  });

  it("do not depend on what earlier releases have recorded on this machine", async () => {
    const [first = "", second = ""] = HASHES();
    write("fleet.run.json", {
      version: 1,
      applied: { "edge-0001": first, "edge-0002": second },
      unchecked: [],
    });
    useHistories([], []);
    expect(await unchanged("preview")).toEqual([]);
  });
});

describe("edge-platform fleet preview", () => {
  it.each([
    [["--review", "review.txt"], "the name must end with one of .md, .json, .sarif, .html"],
    [["--review", "a.md", "--review", "b.md"], "two files of one form"],
    [["--fail-on", "none"], "dangerous"],
    [["--docs-url", "docs"], "It must be an http or https URL"],
  ])("rejects %s before any preview", async (args, text) => {
    const { code, stderr } = await fleet("preview", ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(text);
  });

  it("says in the review which stacks have no preview", async () => {
    const { code } = await fleet("preview", "--review", pathOf("review.md"));
    expect(code).toBe(1);
    expect(fs.readFileSync(pathOf("review.md"), "utf8")).toContain("edge-0002: it has no preview");
  });
});
