import fs from "node:fs";
import path from "node:path";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { fleetCommands } from "../support/fleet-commands";
import { blockedPath, fleetProgram } from "../support/fleet-program";
import { liveObjects } from "../support/live";

const ZONES = ["example.com", "example.org", "shop.example"];
const FLEET = `stacks: { name: "edge-{number}", size: 1 }
zones: [${ZONES.join(", ")}]
config: { "*": { path: "/admin" } }
waves:
  - { name: canary, zones: [shop.example], check: 'test ! -e broken && test "$EDGE_FLEET_STACKS" = edge-0003' }
  - { name: rest }
`;
const PROGRAM = fleetProgram(blockedPath("config.path"));

describe("a fleet of three stacks", () => {
  let stack: EdgeStack;
  let commands: ReturnType<typeof fleetCommands>;
  const fleet = (...args: readonly string[]) => commands.fleet(...args);
  const jsonRun = (...args: readonly string[]) => commands.jsonRun(...args);
  const setPath = (text: string) => stack.write("fleet.yaml", FLEET.replace("/admin", text));
  const plan = async () => expect((await fleet("plan")).code).toBe(0);
  const runFile = () => path.join(stack.program, "fleet.run.json");
  const SUCCEEDED = { "edge-0001": "succeeded", "edge-0002": "succeeded", "edge-0003": "succeeded" };

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
    commands = fleetCommands(stack);
    stack.write("fleet.yaml", FLEET);
    await plan();
  });
  afterAll(() => stack.dispose());

  it("runs nothing before its stacks exist, and makes them", async () => {
    const missing = await fleet("up", "--yes");
    expect([missing.code, fs.existsSync(runFile())]).toEqual([1, false]);
    expect(missing.stderr).toContain("3 stacks of fleet.yaml do not exist: edge-0001, edge-0002, edge-0003.");
    expect((await fleet("init", "--copy-config-from", "test")).stdout).toContain("+ edge-0003");
    await plan();
  });

  it("only shows what an up would do without --yes", async () => {
    const { value, writes } = await stack.api.watch(() => fleet("up"));
    expect([value.code, writes]).toEqual([0, []]);
    expect(value.stdout).toMatch(/^edge-0001 {2}succeeded {2}2 create {2}/m);
    expect(value.stdout).toContain("Nothing was changed. To do it: edge-platform fleet up --yes");
  });

  it("updates the stacks wave by wave, and leaves the selected stack alone", async () => {
    const { code, ends, order } = await jsonRun("up", "--yes");
    expect([code, ends]).toEqual([0, SUCCEEDED]);
    // The wave of shop.example comes first.
    const [first] = order;
    expect(first).toBe("edge-0003");
    expect(Object.keys(await liveObjects(stack))).toHaveLength(3);
    expect(outputOf(await stack.pulumi(["stack", "--show-name"])).trim()).toBe("test");
  });

  it("leaves out stacks in which nothing has changed, and sends no request for them", async () => {
    const review = path.join(stack.program, "nothing.md");
    const { value, requests } = await stack.api.watch(() => jsonRun("preview", "--review", review));
    expect([value.code, value.ends, requests]).toEqual([0, {}, []]);
    // It takes the place of an earlier comment.
    expect(fs.readFileSync(review, "utf8")).toContain("edge-platform review: engine%2Dtest/fleet");
    fs.rmSync(review);
    expect(value.lines[0]?.unchanged).toEqual(["edge-0001", "edge-0002", "edge-0003"]);
  });

  it("leaves out what another clone has applied, and nothing that another has changed since", async () => {
    const clone = path.join(stack.directory, "clone");
    fs.cpSync(stack.program, clone, { recursive: true });
    fs.rmSync(path.join(clone, "fleet.run.json"));
    const other = fleetCommands({ env: stack.env, program: clone });
    const all = ["edge-0001", "edge-0002", "edge-0003"];
    const [elsewhere] = (await other.jsonRun("preview")).lines;
    expect(elsewhere?.unchanged).toEqual(all);

    const otherPath = (text: string) =>
      fs.writeFileSync(path.join(clone, "fleet.yaml"), FLEET.replace("/admin", text));
    const update = async (name: string) => {
      expect((await other.fleet("plan")).code).toBe(0);
      return (await other.fleet("up", "--yes", "--skip-preview", "--stack", name)).code;
    };
    otherPath("/other");
    expect(await update("edge-0001")).toBe(0);
    // An update that fails and is then reverted may have done a part of its work.
    otherPath('\\"');
    expect(await update("edge-0002")).toBe(1);
    outputOf(await stack.up("--stack", "edge-0003"));
    const here = await jsonRun("up", "--yes", "--skip-preview");
    expect([here.code, here.ends, here.lines[0]?.unchanged]).toEqual([0, SUCCEEDED, []]);
    expect((await jsonRun("preview")).lines[0]?.unchanged).toEqual(all);
    expect((await fleet("drift")).stdout).toContain("0 of 3 stacks drifted.");
    fs.rmSync(clone, { recursive: true });
  });

  it("reviews all stacks as one change, with equal changes once", async () => {
    setPath("/manage");
    await plan();
    const { code, stdout } = await fleet(
      "preview",
      "--review",
      "review.md",
      "--review",
      "review.json",
      "--fail-on",
      "dangerous",
    );
    const text = fs.readFileSync(path.join(stack.program, "review.md"), "utf8");
    expect([code, stdout.includes("--fail-on refuses")]).toEqual([1, true]);
    expect(text).toContain("## Edge review: engine-test/fleet");
    expect(text).toContain("3 updated");
    const { severity } = JSON.parse(fs.readFileSync(path.join(stack.program, "review.json"), "utf8")) as {
      severity: string;
    };
    expect(severity).toBe("dangerous");
    // The preview's line on requests, once for all stacks.
    const lines = stdout.split("\n").filter((line) => line.includes("requests change from"));
    expect(lines.length).toBeGreaterThan(0);
  });

  it("does not begin a wave before the check of the one before passes, and goes on with --resume", async () => {
    stack.write("broken", "");
    const stopped = await jsonRun("up", "--yes");
    expect([stopped.code, stopped.ends]).toEqual([1, { "edge-0003": "succeeded" }]);
    expect(JSON.stringify(stopped.lines)).toContain("its check `test ! -e broken");
    expect((await jsonRun("up", "--yes", "--resume")).ends).toEqual({});
    // Nor does another run that leaves the first wave out, since nothing in it has changed.
    const another = await jsonRun("up", "--yes");
    expect([another.code, another.ends, another.lines[0]?.unchanged]).toEqual([1, {}, ["edge-0003"]]);
    expect((await jsonRun("up", "--yes", "--stack", "edge-0001")).ends).toEqual({});
    expect((await jsonRun("up", "--yes")).ends).toEqual({});
    fs.rmSync(path.join(stack.program, "broken"));
    await plan();
    const resumed = await jsonRun("up", "--yes", "--resume");
    expect([resumed.code, resumed.ends]).toEqual([0, { "edge-0001": "succeeded", "edge-0002": "succeeded" }]);
    const nothing = await fleet("up", "--yes", "--resume");
    expect([nothing.code, nothing.stdout]).toEqual([0, expect.stringContaining("up: 0 stacks")]);
  });

  it("does not let a stack that fails stop the others, and names the fault", async () => {
    stack.write(
      "fleet.yaml",
      FLEET.replace('"/admin" }', '"/a" }, "example.org": { path: "\\"" }').replace("/admin", "/a"),
    );
    await plan();
    const { code, ends, lines } = await jsonRun("preview");
    expect([code, ends]).toEqual([1, { ...SUCCEEDED, "edge-0002": "failed" }]);
    // The engine logs its debugging as well.
    const severities = new Set(lines.flatMap(({ severity }) => severity ?? []));
    expect(["info", "warning", "error"]).toEqual(expect.arrayContaining([...severities]));
    const errors = lines.filter(({ severity }) => severity === "error");
    expect(errors.map((line) => line.stack)).toContain("edge-0002");
    expect(JSON.stringify(errors)).toContain("^");
  });

  it("continues with the remaining stacks after the process was killed", async () => {
    setPath("/end");
    await plan();
    const child = commands.start(["up", "--yes", "--skip-preview", "--jobs", "1"]);
    // The first wave has one stack. The process dies while the second wave is updated.
    await new Promise<void>((resolve) => {
      let text = "";
      child.stdout?.on("data", (more: string) => {
        text += more;
        if (text.includes("edge-0003  succeeded")) resolve();
      });
    });
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    expect((await jsonRun("up", "--yes", "--resume")).code).toBe(0);
    expect((await fleet("drift")).stdout).toContain("0 of 3 stacks drifted.");
    const { value, writes } = await stack.api.watch(() => jsonRun("up", "--yes", "--all"));
    expect([value.code, writes]).toEqual([0, []]);
    expect(value.lines.filter(({ event }) => event === "stack-ends").map(({ changes }) => changes)).toEqual(
      ZONES.map(() => ({ same: 2 })),
    );
  });

  it("tells drift of one stack by its exit code, and which rule it is", async () => {
    const { result: zones } = await stack.api.call("GET", "/zones?name=example.com");
    const [zone] = zones as { id: string }[];
    const { result: listed } = await stack.api.call("GET", `/zones/${zone?.id ?? ""}/rulesets`);
    const [own] = (listed as { id: string; kind: string }[]).filter(({ kind }) => kind === "zone");
    await stack.api.call("DELETE", `/zones/${zone?.id ?? ""}/rulesets/${own?.id ?? ""}`);
    const { code, stdout } = await fleet("drift");
    expect([code, stdout]).toEqual([1, expect.stringContaining("1 of 3 stacks drifted.")]);
  });

  it("deletes nothing unless the stacks are named", async () => {
    const { code, stderr } = await fleet("destroy", "--yes");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("name them with --stack or --wave, or all with --all"),
    ]);
    expect((await fleet("destroy", "--yes", "--all")).code).toBe(0);
    expect(await stack.api.leftovers()).toEqual([]);
  });
});
