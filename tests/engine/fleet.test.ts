import fs from "node:fs";
import path from "node:path";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { writeCommand } from "../support/fake-commands";
import { fleetCommands } from "../support/fleet-commands";
import { fleetProgram } from "../support/fleet-program";
import { gitIn } from "../support/git";
import { liveObjects } from "../support/live";
import { createNativeStack } from "../support/native-stack";
import { upUnchanged } from "../support/settled";

const FLEET = `stacks: { name: "edge-{number}" }\nzones: [example.com, example.org, shop.example]\nconfig: { "*": { paranoiaLevel: 2 } }\n`;
const lockOf = (stacks: Readonly<Record<string, string>>) =>
  [
    '{\n  "version": 1,\n  "zones": [\n',
    Object.entries(stacks)
      .map(([name, stack]) => `    { "name": "${name}", "stack": "${stack}", "config": {"paranoiaLevel":2} }`)
      .join(",\n"),
    '\n  ],\n  "removed": [],\n  "stacks": [\n',
    [...new Set(Object.values(stacks))]
      .sort()
      .map((name) => `    { "name": "${name}", "hash": "…" }`)
      .join(",\n"),
    "\n  ]\n}\n",
  ].join("");
const BEFORE = lockOf({ "example.com": "test", "example.org": "test", "shop.example": "second" });
const AFTER = lockOf({ "example.com": "test", "example.org": "second", "shop.example": "second" });

const DECLARED = `
  new edge.ZoneBaseline(name, {
    zoneId,
    filters: { login: 'http.request.uri.path eq "/login"' },
    customRules: ({ login }) => [{ ref: "plain-login", action: "block", expression: pulumi.interpolate\`not ssl and \${login}\` }],
    owasp: { paranoiaLevel: config.paranoiaLevel },
  });`;

describe.each([
  [
    "the dynamic provider",
    (text: string) => createEdgeStack({ program: { "index.js": text } }),
    "pulumi-edge-platform",
  ],
  ["the plugin", createNativeStack, "pulumi-edge-platform/native"],
])("a fleet of two stacks with %s", (_, create, module) => {
  let stack: EdgeStack;
  /** The lock file without its hashes. */
  const lock = () =>
    fs
      .readFileSync(path.join(stack.program, "fleet.lock.json"), "utf8")
      .replaceAll(/"hash": "[0-9a-f]{16}"/g, '"hash": "…"');
  const fleet = async (args: readonly string[], env: NodeJS.ProcessEnv = stack.env) => {
    const { code, stdout, stderr } = await fleetCommands({ env, program: stack.program }).fleet(...args);
    return { code, text: stdout + stderr };
  };
  const move = (to: string, env?: NodeJS.ProcessEnv) => fleet(["move", "example.org", to, "--yes"], env);
  const expectUnchanged = async () => {
    for (const name of ["test", "second"]) {
      const { writes } = await stack.watch(() => upUnchanged(stack, "--stack", name));
      expect(writes).toEqual([]);
    }
  };
  const states = () =>
    stack.stateFiles().filter((file) => /\/stacks\/.*\/(?:test|second)\.json$/.test(file.path));
  /** The environment with a Pulumi that fails in `state move`, before or after the work. */
  const failing = (when: "before" | "after") => {
    const bin = path.join(stack.directory, `fails-${when}`);
    const real = `require("node:child_process").spawnSync(process.env.REAL, process.argv.slice(2), { stdio: "inherit" }).status ?? 1`;
    writeCommand(
      bin,
      "pulumi",
      `process.env.PATH = process.env.REST;
const isMove = process.argv.includes("move");
const status = isMove && ${when === "before"} ? 1 : ${real};
if (isMove) console.error("error: the disk is full");
process.exit(isMove ? 1 : status);`,
    );
    const PATH = stack.env["PATH"] ?? "";
    const REAL = PATH.split(path.delimiter)
      .map((folder) => path.join(folder, "pulumi"))
      .find((file) => fs.existsSync(file));
    return { ...stack.env, PATH: `${bin}${path.delimiter}${PATH}`, REST: PATH, REAL };
  };

  beforeAll(async () => {
    stack = await create(fleetProgram(DECLARED, module));
    stack.write("fleet.yaml", FLEET);
    stack.write("fleet.lock.json", BEFORE);
    outputOf(await stack.up());
  });
  afterAll(() => stack.dispose());

  it("says how to make the second stack, and changes nothing without it", async () => {
    const { code, text } = await move("second");
    expect([code, lock()]).toEqual([1, BEFORE]);
    expect(text).toContain("  pulumi stack init second --copy-config-from test --no-select");
    outputOf(await stack.pulumi(["stack", "init", "second", "--copy-config-from", "test", "--no-select"]));
    outputOf(await stack.up("--stack", "second"));
    // The new stack has settings, which are in its hash.
    expect((await fleet(["plan"])).code).toBe(0);
    expect(lock()).toBe(BEFORE);
    expect((await fleet(["plan", "--check"])).code).toBe(0);
  });

  it("shows what a move would do, and does nothing without --yes", async () => {
    const before = states();
    expect(before).toHaveLength(2);
    const { code, text } = await fleet(["move", "example.org", "second"]);
    expect([code, lock()]).toEqual([0, BEFORE]);
    expect(text).toMatch(/^\d+ resources of example\.org move from test to second:\n {2}urn:pulumi:test::/);
    expect(text).not.toContain("example.com");
    expect(text).toContain("Nothing was changed. To move: edge-platform fleet move example.org second --yes");
    expect(states()).toEqual(before);
  });

  it("moves nothing if `pulumi state move` fails, and says so", async () => {
    const before = states();
    expect(before).toHaveLength(2);
    const { code, text } = await move("second", failing("before"));
    expect([code, lock()]).toEqual([1, BEFORE]);
    expect(text).toContain("error: the disk is full");
    expect(text).toContain("Nothing was moved: both states and fleet.lock.json are as before.");
    expect(states()).toEqual(before);
  });

  it("carries a zone over without a write, and both stacks have nothing to do", async () => {
    const before = await liveObjects(stack);
    let moved: { code: number | null; text: string } = { code: null, text: "" };
    const { writes } = await stack.api.watch(async () => (moved = await move("second")));
    expect([moved.code, writes, lock()]).toEqual([0, [], AFTER]);
    expect(moved.text).toContain("kept ids, inputs, outputs and marks.");
    expect(moved.text).toContain("The live rulesets of the zone have the versions that they had before.");
    await expectUnchanged();
    expect(await liveObjects(stack)).toEqual(before);
    expect((await fleet(["plan", "--check"])).code).toBe(0);
  });

  it("records a move that was done although the CLI failed afterwards, also in the next run", async () => {
    expect((await move("test", failing("after"))).code).toBe(0);
    expect(lock()).toBe(BEFORE);
    // As if the run had been killed before it wrote the lock file.
    stack.write("fleet.lock.json", AFTER);
    const { code, text } = await move("test");
    expect([code, lock()]).toEqual([0, BEFORE]);
    expect(text).toMatch(
      /^second has no resource of example\.org, and test has \d+ resources: of an earlier move\./,
    );
    await expectUnchanged();
  });

  it("names the commands that end a move which was interrupted between the two states", async () => {
    outputOf(await stack.pulumi(["stack", "export", "--stack", "test", "--file", "test.json"]));
    expect((await move("second")).code).toBe(0);
    outputOf(await stack.pulumi(["stack", "import", "--stack", "test", "--file", "test.json"]));
    stack.write("fleet.lock.json", BEFORE);

    const { code, text } = await move("second");
    expect([code, lock()]).toEqual([1, BEFORE]);
    expect(text).toContain(
      "the states of test and second have the same resources, since a move was interrupted.",
    );
    const commands = [...text.matchAll(/^ {2}pulumi (state delete --yes --stack test) '?(urn:[^'\n]+)'?$/gm)];
    for (const [, words = "", urn = ""] of commands) outputOf(await stack.pulumi([...words.split(" "), urn]));
    expect((await move("second")).code).toBe(0);
    expect(lock()).toBe(AFTER);
    await expectUnchanged();
  });

  it("refuses what a merge has put into the other stack, and corrects it by the command that it prints", async () => {
    const { git, commit } = gitIn(() => stack.program);
    git("init", "-q", "-b", "main");
    stack.write("fleet.lock.json", BEFORE);
    commit();
    git("checkout", "-q", "-b", "side");
    stack.write("fleet.lock.json", BEFORE.replaceAll(":2}", ":3}"));
    commit();
    git("checkout", "-q", "main");
    stack.write("fleet.lock.json", AFTER);
    commit();
    expect(() => git("merge", "-q", "side")).toThrow();
    // A person takes the stacks of one side and the configuration of the other.
    stack.write("fleet.lock.json", BEFORE);
    commit();

    const before = await liveObjects(stack);
    const refused = async (...args: readonly string[]) => {
      const { value, writes } = await stack.api.watch(() => fleet(args));
      expect([value.code, writes, lock()]).toEqual([1, [], BEFORE]);
      expect(value.text).toMatch(
        /example\.org would be in the stack test, but its resources are in the state of second/,
      );
      const [, command = ""] = /^ {2}edge-platform fleet (move .*)$/m.exec(value.text) ?? [];
      return command;
    };
    expect(await refused("plan")).toBe("move example.org second --yes");
    const command = await refused("up", "--yes", "--skip-preview", "--all");
    expect((await fleet(command.split(" "))).code).toBe(0);
    expect([lock(), (await fleet(["plan", "--check"])).code]).toEqual([AFTER, 0]);
    const { value, writes } = await stack.api.watch(() => fleet(["up", "--yes", "--skip-preview", "--all"]));
    expect([value.code, writes]).toEqual([0, []]);
    expect(await liveObjects(stack)).toEqual(before);
  });

  it("forgets a removed zone once its stack is updated", async () => {
    stack.write("fleet.yaml", FLEET.replace("example.org, ", ""));
    expect((await fleet(["plan"])).text).toContain(
      "no longer names the zone example.org of the stack second.",
    );
    expect((await fleet(["plan", "--remove"])).code).toBe(0);
    const early = await fleet(["plan", "--prune"]);
    expect(early.code).toBe(1);
    expect(early.text).toContain("The state of second still has resources of example.org.");
    outputOf(await stack.up("--stack", "second"));
    expect((await fleet(["plan", "--prune"])).text).toContain("forgotten: example.org (second)");
    expect(lock()).not.toContain("example.org");
    for (const name of ["test", "second"]) outputOf(await stack.destroy("--stack", name));
    expect(await stack.api.leftovers()).toEqual([]);
  });
});
