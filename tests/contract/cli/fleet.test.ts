import fs from "node:fs";
import { registerFleet } from "../../../cli/fleet/fleet";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { ask } from "../../support/lifecycle";
import { EXAMPLE_COM } from "../../support/platform";
import { writeCommand } from "../../support/fake-commands";

const { pathOf, write, platform } = useCommandLine();
const fleet = async (command: string, ...args: readonly string[]) => {
  const run = await runCommand(registerFleet, ["fleet", command, "--file", pathOf("fleet.yaml"), ...args]);
  const here = (text: string) => text.replaceAll(pathOf(), "").replaceAll("/fleet.", "fleet.");
  return { ...run, stdout: here(run.stdout), stderr: here(run.stderr) };
};
const lockText = () => fs.readFileSync(pathOf("fleet.lock.json"), "utf8");
/** The lock file without its hashes, which have tests of their own. */
const lock = () => lockText().replaceAll(/"hash": "[0-9a-f]{16}"/g, '"hash": "…"');
const STACKS = "stacks: { name: 'edge-{number}', size: 2 }\n";
const writeFleet = (...zones: readonly string[]) =>
  write("fleet.yaml", `${STACKS}zones: [${zones.join(", ")}]\n`);
const LOCK = `{
  "version": 1,
  "zones": [
    { "name": "a.example", "stack": "edge-0001" },
    { "name": "b.example", "stack": "edge-0002" },
    { "name": "c.example", "stack": "edge-0001" }
  ],
  "removed": [],
  "stacks": [
    { "name": "edge-0001", "hash": "…" },
    { "name": "edge-0002", "hash": "…" }
  ]
}
`;

describe("edge-platform fleet plan", () => {
  it("writes one line for each zone, and the same bytes again", async () => {
    writeFleet("c.example", "a.example", "B.example");
    expect(await fleet("plan")).toEqual({
      code: 0,
      stdout:
        "+ a.example (edge-0001)\n+ b.example (edge-0002)\n+ c.example (edge-0001)\nfleet.lock.json is written: 3 zones in 2 stacks.\n",
      stderr: "",
    });
    expect(lock()).toBe(LOCK);
    expect((await fleet("plan")).stdout).toBe("fleet.lock.json is up to date: 3 zones in 2 stacks.\n");
    expect(lock()).toBe(LOCK);
    expect(fs.readdirSync(pathOf()).sort()).toEqual(["fleet.lock.json", "fleet.yaml"]);
  });

  it("changes one line for a new zone, which --check reports without writing", async () => {
    write("fleet.lock.json", LOCK);
    writeFleet("a.example", "b.example", "c.example", "bb.example");
    const checked = await fleet("plan", "--check", "--json");
    expect([checked.code, lock()]).toEqual([1, LOCK]);
    expect(JSON.parse(checked.stdout)).toEqual({
      format: "edge-platform-fleet-plan",
      version: 1,
      changed: true,
      added: [{ name: "bb.example", stack: "edge-0002" }],
      returned: [],
      removed: [],
      configured: [],
      pruned: [],
      waiting: [],
      overfull: [],
      unusedConfig: [],
      warnings: [],
    });
    await fleet("plan");
    const lines = lock().split("\n");
    expect(lines.filter((line) => !LOCK.split("\n").includes(line))).toEqual([
      '    { "name": "bb.example", "stack": "edge-0002" },',
    ]);
    expect((await fleet("plan", "--check")).code).toBe(0);
  });

  it("gives zones the configuration of the patterns that they fit, a later one first", async () => {
    write(
      "fleet.yaml",
      `${STACKS}zones: [a.example, shop.test]\nconfig:\n  "*": { level: 2, mode: log }\n  "*.test": { level: 3 }\n  "x.*": {}\n`,
    );
    const { stdout } = await fleet("plan");
    expect(stdout).toContain('Note: no zone\'s name fits "x.*" of `config`.');
    expect(lock()).toContain('"name": "a.example", "stack": "edge-0001", "config": {"level":2,"mode":"log"}');
    expect(lock()).toContain('"name": "shop.test", "stack": "edge-0001", "config": {"level":3,"mode":"log"}');
  });

  it.each([
    ["zones.txt", "# ours\na.example\n\nb.example\n"],
    ["zones.json", '["a.example", { "name": "b.example", "owner": "us" }]'],
    ["zones.yml", "- a.example\n- name: b.example\n"],
    ["zones.csv", 'id,Name\r\n1,"a.example"\r\n"2, ""two""",b.example\r\n'],
  ])("reads the zones from %s", async (name, text) => {
    write(name, text);
    write("fleet.yaml", `${STACKS}zonesFile: ${name}\n`);
    expect((await fleet("plan")).stdout).toContain("+ a.example (edge-0001)\n+ b.example (edge-0001)\n");
  });

  it("reads the zones of the account by name and plan", async () => {
    write("fleet.yaml", `${STACKS}zonesQuery: { name: "*.com", account: ${platform.accountId} }\n`);
    expect((await fleet("plan")).stdout).toContain(
      "+ example.com (edge-0001)\nfleet.lock.json is written: 1 zone",
    );
    write("fleet.yaml", `${STACKS}zonesQuery: { name: "*.com", plan: business }\n`);
    expect(await fleet("plan")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("fleet.yaml names no zone.") as string,
    });
  });

  it("reads the zones of the account by tags, of which a zone can have none", async () => {
    const tagged = async (name: string, tags: Record<string, string>) =>
      platform.control("POST", "/seed", { zones: [{ name, tags }] });
    await tagged("one.tagged", { environment: "production", team: "web" });
    await tagged("two.tagged", { environment: "production", archived: "2026" });
    await tagged("three.tagged", {});
    const planned = async (...tags: string[]) => {
      const query = JSON.stringify({ name: "*.tagged", tags });
      write("fleet.yaml", `${STACKS}zonesQuery: ${query}\n`);
      const { stdout, stderr } = await fleet("plan", "--json");
      return stderr === "" ? (JSON.parse(stdout) as { added: { name: string }[] }).added : stderr;
    };
    expect(await planned("environment=production,staging", "!archived")).toEqual([
      { name: "one.tagged", stack: "edge-0001" },
    ]);
    fs.rmSync(pathOf("fleet.lock.json"));
    expect(await planned("!archived", "team!=api")).toEqual([
      { name: "one.tagged", stack: "edge-0001" },
      { name: "three.tagged", stack: "edge-0001" },
    ]);
  });

  it("does not take a zone out of its stack unless asked, and says what to run", async () => {
    write("fleet.lock.json", LOCK);
    writeFleet("a.example", "b.example");
    const { code, stderr } = await fleet("plan");
    expect([code, lock()]).toEqual([1, LOCK]);
    expect(stderr).toContain(
      "fleet.lock.json:6: fleet.yaml no longer names the zone c.example of the stack edge-0001.",
    );
    expect(stderr).toContain("edge-platform fleet plan --remove");

    const { stdout } = await fleet("plan", "--remove");
    expect(stdout).toContain("- c.example (edge-0001)");
    expect(stdout).toContain(
      "pulumi up --stack edge-0001  # of c.example\n  edge-platform fleet plan --prune",
    );
    expect(lock()).toContain('  "removed": [\n    { "name": "c.example", "stack": "edge-0001" }\n  ],\n');
    // It waits there for its stack.
    expect((await fleet("plan")).code).toBe(0);
  });

  describe("with a Pulumi that knows the stack edge-0001", () => {
    const pulumi = (zoneIds: readonly string[]) => {
      const resources = zoneIds.map((zoneId) => ({
        urn: "urn:pulumi:edge-0001::shop::edge:index:OwaspConfig::o",
        type: "edge:index:OwaspConfig",
        outputs: { zoneId },
      }));
      const answers = { ls: [{ name: "edge-0001" }], export: { deployment: { resources } } };
      writeCommand(
        pathOf("bin"),
        "pulumi",
        `const answers = ${JSON.stringify(answers)}; console.log(JSON.stringify(answers[process.argv.find((word) => word in answers)]))`,
      );
      process.env["PATH"] = `${pathOf("bin")}:${process.env["PATH"] ?? ""}`;
    };
    const WAITING = LOCK.replaceAll("a.example", "example.com").replace(
      '"removed": []',
      '"removed": [{ "name": "gone.example", "stack": "edge-0001" }, { "name": "z.example", "stack": "edge-0009" }]',
    );
    let removedId: string;
    beforeEach(async () => {
      const body = { name: "gone.example", account: { id: platform.accountId } };
      removedId = (await ask<{ id: string }>(platform, "POST", "/zones", body)).id;
      write("fleet.lock.json", WAITING);
      writeFleet("example.com", "b.example", "c.example");
    });

    it.each([
      ["a resource of a removed zone", () => removedId, /still has resources of gone\.example\./],
      [
        "a resource of a zone that the API does not have",
        () => "f".repeat(32),
        /a zone that the API does not have \(ffff/,
      ],
    ])("forgets nothing while its state has %s", async (_, zone, error) => {
      pulumi([zone()]);
      const { code, stderr } = await fleet("plan", "--prune");
      expect([code, lock()]).toEqual([1, WAITING]);
      expect(stderr).toMatch(error);
      expect(stderr).toContain("Update the stack first: pulumi up --stack edge-0001");
    });

    it("forgets removed zones that no state has", async () => {
      pulumi([EXAMPLE_COM]);
      const { code, stdout } = await fleet("plan", "--prune");
      expect([code, stdout]).toEqual([
        0,
        "forgotten: gone.example (edge-0001)\nforgotten: z.example (edge-0009)\nfleet.lock.json is written: 3 zones in 2 stacks.\n",
      ]);
      expect(lock()).toContain(
        '"stack": "edge-0001" },\n    { "name": "example.com", "stack": "edge-0001" }\n  ],\n  "removed": []',
      );
    });
  });

  it.each([
    ["zones: [a.example]", /^edge-platform fleet plan: fleet\.yaml:1:1: stacks: /],
    [
      `${STACKS}zones: [a.example, A.example]`,
      /fleet\.yaml:2:20: the zone a\.example is there twice, first at fleet\.yaml:2:9\./,
    ],
    [`${STACKS}zones: ["a b"]`, /fleet\.yaml:2:9: "a b" is not the name of a zone/],
    [`${STACKS}zones: []`, /names no zone/],
    [`${STACKS}zones: [a.example]\nzonesFile: x`, /expected one of zones \(a list\), zonesQuery/],
    [
      `${STACKS}zonesQuery:\n  tags: [environment, "!a=b"]`,
      /fleet\.yaml:3:23: zonesQuery\.tags\.1: expected a condition on a tag: environment=production, team=web,api/,
    ],
    [
      `${STACKS}zonesQuery:\n  tags: ["a=${"x,".repeat(10)}"]`,
      /fleet\.yaml:3:10: zonesQuery\.tags\.0: expected at most 10 values, found 11/,
    ],
    [`${STACKS}zonesQuery:\n  tag: x`, /fleet\.yaml:3:3: zonesQuery: Unrecognized key: "tag"/],
    [
      "stacks:\n  name: edge\n  size: 0\nzones: [a.example]",
      /fleet\.yaml:2:3: stacks\.name: it must contain \{number\} once.*\n.*fleet\.yaml:3:3: stacks\.size: /,
    ],
    ["stacks: [\n", /fleet\.yaml:2:1: /],
    [
      `${STACKS}zones: [a.example]\nconfig: &a { "*": *a }`,
      /fleet\.yaml has more than 50 levels .*, or a value that contains itself/,
    ],
    [`${STACKS}zones: [a.example]\nconfig: ${"[".repeat(20_000)}`, /fleet\.yaml:3:\d+: /],
    [`${STACKS}zonesFile: none.txt`, /none\.txt cannot be read: .*no such file/],
  ])("says which line of the fleet file is wrong: %j", async (text, error) => {
    write("fleet.yaml", text);
    expect(await fleet("plan")).toMatchObject({ code: 2, stderr: expect.stringMatching(error) as string });
    expect(fs.existsSync(pathOf("fleet.lock.json"))).toBe(false);
  });

  it.each([
    [
      "git's conflict marks",
      LOCK.replace(
        '    { "name": "b.example", "stack": "edge-0002" },\n',
        '<<<<<<< HEAD\n    { "name": "b.example", "stack": "edge-0002" },\n=======\n    { "name": "bb.example", "stack": "edge-0002" },\n>>>>>>> other\n',
      ),
      /fleet\.lock\.json:5: git's conflict mark "<<<<<<< HEAD", about b\.example in edge-0002, bb\.example in edge-0002\./,
    ],
    [
      "a zone twice",
      LOCK.replace("c.example", "a.example"),
      /fleet\.lock\.json:6: the zone a\.example is there twice: in edge-0001 \(fleet\.lock\.json:4\) and in edge-0001\./,
    ],
    [
      "a zone that is removed, too",
      LOCK.replace('"removed": []', '"removed": [{ "name": "a.example", "stack": "edge-0007" }]'),
      /fleet\.lock\.json:8: the zone a\.example is there twice: in edge-0001 \(fleet\.lock\.json:4\) and in edge-0007\./,
    ],
    [
      "another version",
      LOCK.replace('"version": 1', '"version": 2'),
      /fleet\.lock\.json:2:3: version: this release reads version 1\./,
    ],
    ["a missing comma", LOCK.replace('0001" },', '0001" }'), /fleet\.lock\.json:5:5: /],
    [
      "a comma too many",
      LOCK.replace('0001" }\n', '0001" },\n'),
      /fleet\.lock\.json:6: a comma at the end of a list/,
    ],
    ["an empty text", "", /fleet\.lock\.json/],
    [
      "deep configuration",
      LOCK.replace('-0002"', `-0002", "config": {"x":${"[".repeat(5_000)}${"]".repeat(5_000)}}`),
      /fleet\.lock\.json has more than 50 levels/,
    ],
    [
      "no stack",
      LOCK.replace('"stack": "edge-0002"', '"stack": ""'),
      /fleet\.lock\.json:5:28: zones\.1\.stack: expected the name of a stack/,
    ],
    [
      "an unknown member",
      LOCK.replace('"stack"', '"stacks"'),
      /fleet\.lock\.json:4:28: zones\.0: Unrecognized key: "stacks"/,
    ],
    [
      "a name in capitals",
      LOCK.replace("a.example", "A.example"),
      /fleet\.lock\.json:4:7: zones\.0\.name: expected the name of a zone in lower case/,
    ],
  ])("refuses a lock file with %s, and names the line", async (_, text, error) => {
    writeFleet("a.example", "b.example", "c.example");
    write("fleet.lock.json", text);
    const { code, stderr } = await fleet("plan");
    expect([code, lock()]).toEqual([2, text]);
    expect(stderr).toMatch(error);
    expect(stderr).toMatch(/Nothing was written\..* run `edge-platform fleet plan`\./s);
  });

  it("writes nothing while another run changes the lock file", async () => {
    writeFleet("a.example");
    write("fleet.lock.json.busy", "process 7 on build-3\n");
    expect(await fleet("plan")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /another run is changing fleet\.lock\.json: process 7 on build-3\..*remove fleet\.lock\.json\.busy\./,
      ) as string,
    });
    expect(fs.existsSync(pathOf("fleet.lock.json"))).toBe(false);
    expect((await fleet("plan", "--check")).code).toBe(1);
  });

  it("writes the lock file of one of two runs at once, and refuses the other", async () => {
    write("fleet.yaml", `${STACKS}zonesQuery: {}\n`);
    const file = ["fleet", "plan", "--file", pathOf("fleet.yaml")];
    const runs = await Promise.all([1, 2].map(() => runCommand(registerFleet, file)));
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect((await fleet("plan", "--check")).code).toBe(0);
  });
});

describe("edge-platform fleet list", () => {
  it("lists the stacks with their zones", async () => {
    writeFleet("a.example");
    write(
      "fleet.lock.json",
      LOCK.replace('"removed": []', '"removed": [{ "name": "x.example", "stack": "edge-0002" }]'),
    );
    expect((await fleet("list")).stdout).toBe(
      [
        "STACK      ZONES",
        "edge-0001  2 of 2             a.example, c.example",
        "edge-0002  1 of 2  1 removed  b.example",
        "3 zones in 2 stacks",
        "",
      ].join("\n"),
    );
    expect(JSON.parse((await fleet("list", "--json")).stdout)).toMatchObject({
      size: 2,
      stacks: [{ stack: "edge-0001" }, { stack: "edge-0002", removed: [{ name: "x.example" }] }],
    });
  });

  it("says what to run if there is no lock file", async () => {
    writeFleet("a.example");
    expect(await fleet("list")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("edge-platform fleet plan") as string,
    });
  });
});

describe("edge-platform fleet move", () => {
  it.each([
    ["z.example", "edge-0002", 2, /has no zone "z\.example"/],
    ["a.example", "edge-0001", 2, /fleet\.lock\.json:4: a\.example is in the stack edge-0001 already\./],
    ["a.example", "../x", 2, /"\.\.\/x" is not the name of a stack\./],
    ["a.example", "edge-0002", 2, /There is no zone 'a\.example' that this credential can see\./],
  ])("refuses to move %s to %s", async (zone, stack, code, error) => {
    writeFleet("a.example", "b.example", "c.example");
    write("fleet.lock.json", LOCK);
    expect(await fleet("move", zone, stack, "--yes")).toMatchObject({
      code,
      stderr: expect.stringMatching(error) as string,
    });
    expect(fs.readdirSync(pathOf()).sort()).toEqual(["fleet.lock.json", "fleet.yaml"]);
    expect(lock()).toBe(LOCK);
  });
});
