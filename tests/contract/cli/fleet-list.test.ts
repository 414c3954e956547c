import fs from "node:fs";
import path from "node:path";
import { registerFleet } from "../../../cli/fleet/fleet";
import { ROOT } from "../../../scripts/prepare";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { gitIn } from "../../support/git";

const { pathOf, write } = useCommandLine();
const fleet = (command: string, ...args: readonly string[]) =>
  runCommand(registerFleet, ["fleet", command, "--file", pathOf("fleet.yaml"), ...args]);
const names = async (...args: readonly string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await fleet("list", "--names", ...args);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n")).toHaveLength(2);
  return JSON.parse(stdout);
};
const lock = () => fs.readFileSync(pathOf("fleet.lock.json"), "utf8");
const hashes = () => [...lock().matchAll(/"hash": "(\w+)"/g)].map(([, hash]) => hash);

const { git, commit } = gitIn(pathOf);
const FLEET = `stacks: { name: "edge-{number}", size: 1 }
zones: [a.example, b.example, c.example]
config: { "*": { level: 2 } }
waves:
  - { name: canary, zones: [c.example] }
  - { name: rest }
`;

describe("edge-platform fleet list", () => {
  beforeEach(async () => {
    write("fleet.yaml", FLEET);
    write("Pulumi.yaml", "name: waf\n");
    write("index.ts", "export {};\n");
    write(".gitignore", "node_modules\nbin\n");
    write("node_modules/a/index.js", "1");
    git("init", "-q", "-b", "main");
    expect((await fleet("plan")).code).toBe(0);
    commit();
  });

  it("names the stacks of a wave, and the waves of the stacks", async () => {
    expect(await names()).toEqual(["edge-0001", "edge-0002", "edge-0003"]);
    expect(await names("--wave", "canary")).toEqual(["edge-0003"]);
    expect(await names("--stack", "edge-0002", "--stack", "edge-0003", "--wave", "rest")).toEqual([
      "edge-0002",
    ]);
    const { stdout } = await fleet("list");
    expect(stdout).toMatch(/^edge-0003 +canary +1 of 1 +c\.example$/m);
  });

  it.each([
    ["--stack", "edge-001", 'has no stack "edge-001"; did you mean "edge-0001",'],
    ["--wave", "canery", 'has no wave "canery"; did you mean "canary"? It has canary, rest.'],
  ])("rejects %s with a name that nothing has", async (option, name, text) => {
    const { code, stdout, stderr } = await fleet("list", option, name);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(text);
  });

  describe("with --since", () => {
    it("has no stack if nothing has changed that stacks depend on", async () => {
      write("node_modules/a/index.js", "2");
      write("bin/index.js", "2");
      expect(await names("--since", "HEAD")).toEqual([]);
      expect((await fleet("list", "--since", "HEAD")).stdout).toContain(
        "3 other stacks unchanged since HEAD",
      );
    });

    it("has all stacks if the program has changed, and the lock file says so", async () => {
      write("index.ts", "export const a = 1;\n");
      expect(await names("--since", "HEAD")).toEqual(["edge-0001", "edge-0002", "edge-0003"]);
      expect((await fleet("plan", "--check")).code).toBe(1);
      await fleet("plan");
      commit();
      expect(await names("--since", "HEAD")).toEqual([]);
      expect(await names("--since", "HEAD~1")).toHaveLength(3);
    });

    it("has the stack whose zones, configuration of zones or settings have changed", async () => {
      write("fleet.yaml", FLEET.replace('"*": { level: 2 }', '"*": { level: 2 }, "b.*": { level: 3 }'));
      await fleet("plan");
      expect(await names("--since", "HEAD")).toEqual(["edge-0002"]);
      write("Pulumi.edge-0001.yaml", "config: {}\n");
      expect(await names("--since", "HEAD")).toEqual(["edge-0001", "edge-0002"]);
      expect(await names("--since", "HEAD", "--wave", "canary")).toEqual([]);
      const { stacks } = JSON.parse((await fleet("list", "--json", "--since", "HEAD")).stdout) as {
        stacks: { stack: string; wave: string; changed: boolean }[];
      };
      expect(stacks.map(({ stack, wave, changed }) => [stack, wave, changed])).toEqual([
        ["edge-0001", "rest", true],
        ["edge-0002", "rest", true],
        ["edge-0003", "canary", false],
      ]);
    });

    it("has all stacks if a file that the fleet file names as an input has changed", async () => {
      write("lib/rules.json", "[]");
      write("program/Pulumi.yaml", "name: waf\n");
      write("fleet.yaml", `program: program\ninputs: [lib]\n${FLEET}`);
      await fleet("plan");
      commit();
      write("index.ts", "export const outside = true;\n");
      expect(await names("--since", "HEAD")).toEqual([]);
      write("lib/rules.json", "[1]");
      expect(await names("--since", "HEAD")).toHaveLength(3);
    });

    it.each([
      ["a commit without a lock file", () => git("rev-list", "--max-parents=0", "HEAD").trim() + "~1"],
      ["a commit that this clone does not have", () => "0".repeat(40)],
      ["no name, as of a first run", () => ""],
      ["a name that looks like an option", () => "--output=x"],
    ])("has all stacks for %s", async (_, commitOf) => {
      expect(await names(`--since=${commitOf()}`)).toHaveLength(3);
      expect(fs.existsSync(pathOf("x"))).toBe(false);
    });
  });

  it("says that --since needs git", async () => {
    fs.rmSync(pathOf(".git"), { recursive: true });
    const { code, stderr } = await fleet("list", "--since", "HEAD");
    expect(code).toBe(2);
    expect(stderr).toContain("--since compares with a commit of git");
  });
});

describe("the hashes of a lock file", () => {
  beforeEach(async () => {
    write("fleet.yaml", FLEET);
    write("index.ts", "export {};\n");
    await fleet("plan");
  });

  it("are the same wherever the fleet is", async () => {
    const before = hashes();
    for (const name of ["fleet.yaml", "fleet.lock.json", "index.ts"])
      write(`copy/${name}`, fs.readFileSync(pathOf(name), "utf8"));
    expect(
      (await runCommand(registerFleet, ["fleet", "plan", "--check", "--file", pathOf("copy/fleet.yaml")]))
        .code,
    ).toBe(0);
    expect(before).toHaveLength(3);
    expect(new Set(before).size).toBe(3);
  });

  it("are up to date in the example", async () => {
    const example = path.join(ROOT, "examples/fleet/fleet.yaml");
    const { code, stdout } = await runCommand(registerFleet, ["fleet", "plan", "--check", "--file", example]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("is up to date: 60 zones in 6 stacks.")]);
  });

  it("are computed again when git could not merge them", async () => {
    const whole = lock();
    const [line = ""] = whole.split("\n").filter((one) => one.includes('"hash"'));
    const theirs = line.replace(/"hash": "\w+"/, '"hash": "0123456789abcdef"');
    write("fleet.lock.json", whole.replace(line, `<<<<<<< HEAD\n${line}\n=======\n${theirs}\n>>>>>>> other`));
    expect((await fleet("plan", "--check")).code).toBe(1);
    expect((await fleet("plan")).code).toBe(0);
    expect(lock()).toBe(whole);
  });

  it("do not hide that git could not merge the zones", async () => {
    const whole = lock();
    const [line = ""] = whole.split("\n").filter((one) => one.includes("a.example"));
    write(
      "fleet.lock.json",
      whole.replace(line, `<<<<<<< HEAD\n${line}\n=======\n${line.replace("0001", "0002")}\n>>>>>>> other`),
    );
    const { code, stderr } = await fleet("plan");
    expect(code).toBe(2);
    expect(stderr).toContain("about a.example in edge-0001, a.example in edge-0002");
  });
});

describe("the waves of a fleet file", () => {
  it.each([
    ["{ name: a }, { name: a }", ":5:", "a is there twice"],
    ["{ name: a, zones: [A.example, a.example] }", ":4:", "a.example is there twice"],
    ["{ name: 'a b' }", ":4:", "expected letters, digits, hyphens and underscores"],
    ["{ name: a, percent: 0 }", ":4:", "percent"],
    ["{ name: a, percents: 5 }", ":4:", "percents"],
  ])("may not be %s", async (waves, place, text) => {
    const lines = waves.split("}, ").map((one) => `  - ${one.endsWith("}") ? one : `${one}}`}\n`);
    write("fleet.yaml", `stacks: { name: "edge-{number}" }\nzones: [a.example]\nwaves:\n${lines.join("")}`);
    const { code, stderr } = await fleet("plan");
    expect(code).toBe(2);
    expect(stderr).toContain(place);
    expect(stderr).toContain(text);
  });
});
