import fs from "node:fs";
import path from "node:path";
import { registerFleet } from "../../../cli/fleet/fleet";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { writeCommand } from "../../support/fake-commands";
import { gitIn } from "../../support/git";
import { ask } from "../../support/lifecycle";

const { pathOf, write, platform } = useCommandLine();
const { git, commit } = gitIn(pathOf);
const fleet = async (...args: readonly string[]) => {
  const run = await runCommand(registerFleet, ["fleet", ...args, "--file", pathOf("fleet.yaml")]);
  const here = (text: string) => text.replaceAll(`${pathOf()}/`, "").replaceAll(pathOf(), "");
  return { ...run, stdout: here(run.stdout), stderr: here(run.stderr) };
};
const ZONES = ["a.example", "b.example", "c.example", "d.example"];
const FLEET = (zones: readonly string[]) =>
  `stacks: { name: "edge-{number}", size: 2 }\nzones: [${zones.join(", ")}]\n`;
const lock = () => fs.readFileSync(pathOf("fleet.lock.json"), "utf8");
/** Puts zones into other stacks, by hand. */
const place = (stacks: Readonly<Record<string, string>>) => {
  const text = Object.entries(stacks).reduce(
    (all, [zone, stack]) =>
      all.replace(
        new RegExp(`("name": "${zone}", "stack": )"[^"]*"`),
        (_, start: string) => `${start}"${stack}"`,
      ),
    lock(),
  );
  write("fleet.lock.json", text);
};
const ids = new Map<string, string>();
/** A Pulumi with states that have a resource of each of some zones. `undefined`: it knows no stack. */
const useStates = (states: Readonly<Record<string, readonly string[]>> | undefined) => {
  const type = "edge:index:OwaspConfig";
  const exports = Object.entries(states ?? {}).map(([stack, zones]) => {
    const resources = zones.map((zone) => ({
      urn: `urn:pulumi:${stack}::waf::${type}::${zone}`,
      type,
      id: zone,
      outputs: { zoneId: ids.get(zone) },
    }));
    return [stack, { deployment: { resources } }] as const;
  });
  writeCommand(
    pathOf(".bin"),
    "pulumi",
    `const args = process.argv.slice(2);
const states = ${JSON.stringify(Object.fromEntries(exports))};
if (${states === undefined}) { console.error("error: the backend is away"); process.exitCode = 255; }
else if (args.includes("ls")) console.log(JSON.stringify(Object.keys(states).map((name) => ({ name }))));
else if (args.includes("version")) console.log("v3.250.0");
else if (args.includes("export")) console.log(JSON.stringify(states[args.at(-1)]));
else { console.error("error: not in this test"); process.exitCode = 255; }`,
  );
};
const STATES = { "edge-0001": ["a.example", "c.example"], "edge-0002": ["b.example", "d.example"] };
const MOVE = (zone: string, stack: string) =>
  `  edge-platform fleet move ${zone} ${stack} --file fleet.yaml --yes\n`;

beforeEach(async () => {
  for (const name of ZONES) {
    const body = { name, account: { id: platform.accountId } };
    ids.set(name, (await ask<{ id: string }>(platform, "POST", "/zones", body)).id);
  }
  process.env["PATH"] = `${pathOf(".bin")}:${process.env["PATH"] ?? ""}`;
  useStates(STATES);
  write("Pulumi.yaml", "name: waf\nruntime: nodejs\n");
  write("fleet.yaml", FLEET(ZONES));
  write(".gitignore", "fleet.run.json\n.bin\n");
  expect((await fleet("plan")).code).toBe(0);
  git("init", "-q", "-b", "main");
  commit();
});

/** What both commands print about the zone `a.example` in the wrong stack. */
const REFUSAL =
  "fleet.lock.json:4: a.example would be in the stack edge-0002, but its resources are in the state of edge-0001 (1 resource), where an " +
  "earlier fleet.lock.json has the zone. An update of edge-0001 would delete them.\n";
const expectRefused = async () => {
  const before = lock();
  for (const [command, undone] of [
    [["plan"], "Nothing was written."],
    [["plan", "--check"], "Nothing was written."],
    [["preview"], "Nothing was run."],
    [["up", "--yes"], "Nothing was run."],
    [["up", "--yes", "--stack", "edge-0001", "--skip-preview"], "Nothing was run."],
  ] as const) {
    const { code, stderr } = await fleet(...command);
    expect([code, lock()]).toEqual([1, before]);
    expect(stderr).toContain(`${REFUSAL}${undone}`);
    expect(stderr).toContain(MOVE("a.example", "edge-0001"));
  }
  expect(fs.existsSync(pathOf("fleet.run.json"))).toBe(false);
};

describe("a zone that the lock file has in another stack than its resources", () => {
  it("is refused by plan and up, and the command that they print corrects the file", async () => {
    const right = lock();
    place({ "a.example": "edge-0002" });
    await expectRefused();
    const { code, stdout } = await fleet("move", "a.example", "edge-0001", "--yes");
    expect([code, lock()]).toEqual([0, right]);
    expect(stdout).toContain("edge-0002 has no resource of a.example, and edge-0001 has 1 resource");
    expect(await fleet("plan")).toMatchObject({
      code: 0,
      stdout: "fleet.lock.json is up to date: 4 zones in 2 stacks.\n",
    });
  });

  it("is refused after a merge of two branches that both changed the file, committed or not", async () => {
    git("checkout", "-q", "-b", "side");
    // Each branch has another zone and another configuration.
    write("fleet.yaml", `${FLEET([...ZONES, "e.example"])}config: { "d.*": { level: 1 } }\n`);
    expect((await fleet("plan")).code).toBe(0);
    commit();
    git("checkout", "-q", "main");
    write("fleet.yaml", `${FLEET(["0.example", ...ZONES])}config: { "a.*": { level: 3 } }\n`);
    expect((await fleet("plan")).code).toBe(0);
    commit();
    expect(() => git("merge", "-q", "side")).toThrow();
    // A person solves the conflict, and swaps two lines.
    write("fleet.yaml", FLEET(["0.example", ...ZONES, "e.example"]));
    git("checkout", "-q", "--ours", "fleet.lock.json");
    place({ "a.example": "edge-0002" });
    write("fleet.lock.json", lock().replace(/,\n {4}\{ "name": "e\.example".*\}/, ""));
    useStates({ ...STATES, "edge-0003": [] });
    const line = /fleet\.lock\.json:5: a\.example would be in the stack edge-0002/;
    for (const merged of [false, true]) {
      if (merged) commit();
      for (const args of [["plan"], ["up", "--yes", "--all"]]) {
        const { code, stderr } = await fleet(...args);
        expect([code, stderr]).toEqual([1, expect.stringMatching(line)]);
      }
    }
    // A later commit that does not touch the file hides nothing.
    write("README.md", "later\n");
    git("add", "README.md");
    git("commit", "-q", "-m", "later");
    expect((await fleet("plan")).stderr).toMatch(line);
    git("checkout", "-q", "--detach");
    expect((await fleet("plan")).stderr).toMatch(line);
  });

  it("is refused after a merge that has taken the older file of one side", async () => {
    git("checkout", "-q", "-b", "side");
    git("commit", "-q", "--allow-empty", "-m", "empty");
    git("checkout", "-q", "main");
    // Moved with its resources.
    place({ "a.example": "edge-0002" });
    useStates({ "edge-0001": ["c.example"], "edge-0002": ["a.example", "b.example", "d.example"] });
    expect((await fleet("plan")).code).toBe(0);
    commit();
    git("checkout", "-q", "side");
    git("merge", "-q", "-s", "ours", "main", "-m", "merge");
    const { code, stderr } = await fleet("plan");
    expect([code, stderr]).toEqual([1, expect.stringContaining("a.example would be in the stack edge-0001")]);
    expect(stderr).toContain(MOVE("a.example", "edge-0002"));
  });

  it("is refused if both states have resources of it", async () => {
    useStates({ ...STATES, "edge-0002": ["a.example", "b.example", "d.example"] });
    place({ "a.example": "edge-0002" });
    await expectRefused();
    const { code, stderr } = await fleet("move", "a.example", "edge-0001", "--yes");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("  pulumi state delete --yes --stack edge-0002 urn:pulumi:edge-0002::waf"),
    ]);
  });

  it("does not hinder an update of stacks that have nothing to do with it", async () => {
    write("fleet.yaml", FLEET([...ZONES, "example.com"]));
    expect((await fleet("plan")).code).toBe(0);
    place({ "a.example": "edge-0002" });
    useStates({ ...STATES, "edge-0003": [] });
    const { stdout, stderr } = await fleet("up", "--yes", "--stack", "edge-0003");
    expect([stdout, stderr]).toEqual([expect.stringContaining("edge-0003: error: not in this test"), ""]);
  });

  it("keeps its place if the file has lost its line, instead of being a new zone", async () => {
    const right = lock();
    write("fleet.lock.json", right.replace(/ {4}\{ "name": "a\.example".*\n/, ""));
    expect(await fleet("plan")).toMatchObject({
      code: 0,
      stdout: "+ again a.example (edge-0001)\nfleet.lock.json is written: 4 zones in 2 stacks.\n",
    });
    expect(lock()).toBe(right);
  });

  it("is named with what to restore if the whole file is lost", async () => {
    place({ "a.example": "edge-0002", "b.example": "edge-0001" });
    useStates({ "edge-0001": ["b.example", "c.example"], "edge-0002": ["a.example", "d.example"] });
    expect((await fleet("plan")).code).toBe(0);
    commit();
    fs.rmSync(pathOf("fleet.lock.json"));
    const { code, stderr } = await fleet("plan");
    expect([code, fs.existsSync(pathOf("fleet.lock.json"))]).toEqual([1, false]);
    expect(stderr).toContain("Restore the file from git");
    expect(stderr).toContain('  {"name":"a.example","stack":"edge-0002"}\n');
  });
});

describe("a zone that the lock file has in another stack than the last commit", () => {
  it("is no matter if the resources are there, too, or if nothing is deployed yet", async () => {
    place({ "a.example": "edge-0002" });
    for (const states of [
      { "edge-0001": ["c.example"], "edge-0002": ["a.example", "b.example", "d.example"] },
      { "edge-0001": [], "edge-0002": [] },
    ]) {
      useStates(states);
      const { code, stdout } = await fleet("plan");
      expect([code, stdout]).toEqual([0, expect.not.stringContaining("Warning")]);
    }
  });

  it.each([
    ["the backend", () => useStates(undefined), "error: the backend is away"],
    ["the zone", () => delete process.env["EDGE_API_TOKEN"], "EDGE_API_TOKEN"],
  ])("is a warning with the command if %s cannot be read", async (_, spoil, why) => {
    place({ "a.example": "edge-0002" });
    spoil();
    const { code, stdout } = await fleet("plan");
    expect(code).toBe(0);
    expect(stdout).toContain(
      "Warning: an earlier fleet.lock.json has zones in other stacks: a.example (edge-0002; before: edge-0001). Whether their resources " +
        "have moved, too, is unknown: ",
    );
    expect(stdout).toContain(why);
    expect(stdout).toContain(MOVE("a.example", "edge-0001"));
    const { warnings } = JSON.parse((await fleet("plan", "--json")).stdout) as { warnings: string[] };
    expect(warnings).toHaveLength(1);
  });
});

describe("an earlier lock file that cannot be compared", () => {
  it.each([
    ["without git", () => fs.rmSync(pathOf(".git"), { recursive: true })],
    [
      "before the first commit",
      () => {
        fs.rmSync(pathOf(".git"), { recursive: true });
        git("init", "-q");
      },
    ],
    [
      "in commits without the file",
      () => {
        fs.rmSync(pathOf(".git"), { recursive: true });
        git("init", "-q");
        git("add", "Pulumi.yaml");
        git("commit", "-q", "-m", "first");
      },
    ],
  ])("says nothing %s", async (_, spoil) => {
    place({ "a.example": "edge-0002" });
    spoil();
    const { code, stdout, stderr } = await fleet("plan");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).not.toContain("Warning");
  });

  it("says nothing in a shallow clone, but compares with its last commit", async () => {
    place({ "a.example": "edge-0002" });
    commit();
    const clone = pathOf(".clone");
    git("clone", "-q", "--depth", "1", `file://${pathOf()}`, clone);
    const plan = () =>
      runCommand(registerFleet, ["fleet", "plan", "--check", "--file", path.join(clone, "fleet.yaml")]);
    const { stdout, stderr } = await plan();
    expect([stdout.includes("Warning"), stderr]).toEqual([false, ""]);
    const file = path.join(clone, "fleet.lock.json");
    fs.writeFileSync(
      file,
      fs
        .readFileSync(file, "utf8")
        .replace('"b.example", "stack": "edge-0002"', '"b.example", "stack": "edge-0001"'),
    );
    expect((await plan()).stderr).toContain("b.example would be in the stack edge-0001");
  });

  it("is named with its line if it is no lock file", async () => {
    const right = lock();
    write("fleet.lock.json", right.replace('"version": 1', '"version": 7'));
    commit();
    write("fleet.lock.json", right);
    const { code, stdout } = await fleet("plan");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Warning: zones were not compared with an earlier lock file: fleet\.lock\.json of the commit [0-9a-f]{12}:2:3: version: /,
    );
  });

  it("still refuses git's conflict marks in the file itself", async () => {
    write("fleet.lock.json", lock().replace('    { "name": "a', '<<<<<<< HEAD\n    { "name": "a'));
    for (const args of [["plan"], ["up", "--yes"], ["move", "a.example", "edge-0001", "--yes"]]) {
      const { code, stderr } = await fleet(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining("git's conflict mark")]);
    }
  });
});

describe("edge-platform fleet move with an old lock file", () => {
  const MOVED = {
    "edge-0001": ["c.example"],
    "edge-0002": ["b.example", "d.example"],
    "edge-0003": ["a.example"],
  };

  it.each(["edge-0002", "edge-0001"])(
    "says which stack has the resources, and how to go on to %s",
    async (to) => {
      const before = lock();
      useStates(MOVED);
      const { code, stderr } = await fleet("move", "a.example", to, "--yes");
      expect([code, lock()]).toEqual([1, before]);
      expect(stderr).toContain(
        "Nothing was changed. fleet.lock.json:4: a.example is in the stack edge-0001 there, but its resources are in the state of edge-0003 " +
          "(1 resource).",
      );
      expect(stderr).toContain(`${MOVE("a.example", "edge-0003")}Then carry the zone to ${to}:\n`);
      expect((await fleet("move", "a.example", "edge-0003", "--yes")).code).toBe(0);
      expect(lock()).toContain('"name": "a.example", "stack": "edge-0003"');
    },
  );

  it("finds them in a stack that only the last commit names, and in no stack of another fleet", async () => {
    place({ "a.example": "blue", "c.example": "blue" });
    commit();
    place({ "a.example": "edge-0001", "c.example": "edge-0001" });
    useStates({ "edge-0001": ["c.example"], "edge-0002": [], blue: ["a.example"], other: ["a.example"] });
    const { stderr } = await fleet("move", "a.example", "edge-0002");
    expect(stderr).toContain("its resources are in the state of blue (1 resource).");
  });

  it("names all if several states have them", async () => {
    useStates({ ...MOVED, "edge-0004": ["a.example"] });
    const { stderr } = await fleet("move", "a.example", "edge-0002");
    expect(stderr).toContain("in the state of edge-0003 (1 resource) and edge-0004 (1 resource).");
  });

  it("changes only the file if no stack has any", async () => {
    useStates({ "edge-0001": [], "edge-0002": [], "edge-0003": [] });
    const { code, stdout } = await fleet("move", "a.example", "edge-0002", "--yes");
    expect([code, stdout]).toEqual([0, expect.stringContaining("No stack has resources of a.example yet.")]);
  });
});
