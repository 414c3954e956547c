import { execFile } from "node:child_process";
import path from "node:path";
import ts from "typescript";
import { ROOT } from "../../scripts/prepare";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { cancel, interruptUp } from "../support/interrupt";
import { liveObjects, liveRulesets, liveTokens, withoutCode, type LiveRule } from "../support/live";
import { createNativeStack } from "../support/native-stack";
import { EXAMPLE_COM } from "../support/platform";
import { upUnchanged } from "../support/settled";

const CUSTOM = "http_request_firewall_custom";
const PLACE = `example.com ${CUSTOM}`;
const KILLED = "the provider is killed";

const by = (ref: string) =>
  `{ ref: "${ref}", action: "log", expression: 'http.request.uri.path eq "/${ref}"' }`;
const rules = (name: string, ...refs: readonly string[]) =>
  `new edge.ZoneEntrypointRuleset("${name}", { zoneId: "${EXAMPLE_COM}", phase: "${CUSTOM}", rules: [${refs.map(by).join(", ")}] });`;
const owasp = (name: string, threshold = 40, zone = `"${EXAMPLE_COM}"`) =>
  `new edge.OwaspConfig("${name}", { zoneId: ${zone}, paranoiaLevel: 2, scoreThreshold: ${threshold} });`;
const token = (name: string, more = "") =>
  `const ${name} = new edge.ApiToken("${name}", { policies: [{ resources: edge.zone("${EXAMPLE_COM}"), permissionGroups: [{ name: "Zone Read" }] }], ${more} });
  exports.${name} = ${name}.value;`;

/** The entry point that a program imports, which decides about its provider. Both providers share what these histories depend on. */
type Module = "pulumi-edge-platform" | "pulumi-edge-platform/native";

/** A stack with one provider, and what its tests ask. */
function useStack(module: Module) {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack =
      module === "pulumi-edge-platform"
        ? await createEdgeStack({ program: { "index.js": "" } })
        : await createNativeStack("");
  });
  afterAll(() => stack.dispose());

  const refs = async () => (await rulesOf()).map(({ ref }) => ref.split("~")[0]);
  /** Runs `edge-platform ARGS` and returns what it prints. */
  const edgePlatform = (...args: readonly string[]) =>
    new Promise<string>((resolve) =>
      execFile(
        process.execPath,
        [path.join(ROOT, "dist/cli/main.js"), ...args],
        { env: stack.env },
        (_, text) => resolve(text),
      ),
    );
  const rulesOf = async (): Promise<readonly LiveRule[]> =>
    (await liveRulesets(stack)).get(PLACE)?.rules ?? [];
  return {
    get stack() {
      return stack;
    },
    declare(...parts: readonly string[]): void {
      stack.write("index.js", [`const edge = require("${module}");`, ...parts, ""].join("\n"));
    },
    refs,
    /** Names of the live tokens, without codes. */
    tokens: async () => (await liveTokens(stack)).map(({ name }) => withoutCode(name)).sort(),
    /** Ids of the live rules and tokens whose refs and names begin with one of these. */
    idsOf: async (...names: readonly string[]) => {
      const named = (text: string) => names.some((name) => text.startsWith(name));
      const found = (await rulesOf()).filter(({ ref }) => named(ref));
      return [...found, ...(await liveTokens(stack)).filter(({ name }) => named(name))].map(({ id }) => id);
    },
    /** Expects that the selected stack has nothing to do: neither a refresh nor an up changes or writes anything. */
    async expectUnchanged(): Promise<void> {
      const before = await liveObjects(stack);
      const { writes } = await stack.watch(() => upUnchanged(stack));
      expect(writes).toEqual([]);
      expect(await liveObjects(stack)).toEqual(before);
    },
    async expectWorks(output: string): Promise<void> {
      const shown = await stack.pulumi(["stack", "output", output, "--show-secrets"]);
      const value = outputOf(shown).trim();
      expect((await stack.api.call("GET", "/user/tokens/verify", { token: value })).status).toBe(200);
    },
    /** Exports the state of a stack to a file. Returns the path. */
    async exportTo(file: string, ...options: readonly string[]): Promise<string> {
      outputOf(await stack.pulumi(["stack", "export", "--show-secrets", "--file", file, ...options]));
      return path.join(stack.program, file);
    },
    /** Runs `edge-platform orphans ARGS --json`. */
    async orphans(...args: readonly string[]): Promise<Orphans> {
      // The command's own form; a missing member fails the expectations.
      return JSON.parse(await edgePlatform("orphans", ...args, "--json")) as Orphans;
    },
    edgePlatform,
  };
}

interface Orphans {
  readonly orphans: readonly { readonly id: string }[];
  readonly suspected: readonly { readonly id: string }[];
}

interface Released {
  readonly marks: readonly { readonly kind: string; readonly outcome: string }[];
  readonly forget: readonly { readonly command: string }[];
}

describe("resources that are moved to another stack", () => {
  const world = useStack("pulumi-edge-platform");
  const DISABLED = 'status: "disabled"';
  const KEPT = [rules("kept", "k"), token("stays")];
  const RENAMED = [rules("shield", "a", "n", "b"), token("ci", DISABLED), owasp("core", 25)];
  const select = async (name: string) => outputOf(await world.stack.pulumi(["stack", "select", name]));

  beforeAll(async () => {
    const { stack } = world;
    world.declare(rules("waf", "a", "b"), ...KEPT, token("ci"), owasp("owasp"));
    outputOf(await stack.up());
    const { deployment } = await stack.exportState();
    const moved = (deployment.resources ?? []).filter(({ urn }) => /::(waf|ci|owasp)$/.test(urn));
    expect(moved).toHaveLength(3);
    outputOf(await stack.pulumi(["stack", "init", "second", "--copy-config-from", "test"]));
    const urns = moved.map(({ urn }) => urn);
    outputOf(await stack.pulumi(["state", "move", "--yes", "--source", "test", "--dest", "second", ...urns]));
  });

  it("are unchanged in both stacks", async () => {
    world.declare(rules("waf", "a", "b"), token("ci"), owasp("owasp"));
    outputOf(await world.stack.refresh("--expect-no-changes"));
    await world.expectUnchanged();
    outputOf(await world.stack.refresh("--expect-no-changes"));
    await select("test");
    world.declare(...KEPT);
    await world.expectUnchanged();
  });

  it("are no orphans of the stack that they left", async () => {
    const before = await liveObjects(world.stack);
    const own = await world.exportTo("test.json", "--stack", "test");
    const other = await world.exportTo("second.json", "--stack", "second");
    const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).sort();
    expect(await world.orphans("--state", own, "--state", other)).toMatchObject({
      orphans: [],
      suspected: [],
    });
    // The first stack's state alone cannot know who has them.
    const alone = await world.orphans("--state", own, "--remove", "--yes", "--in-use");
    expect(alone.orphans).toEqual([]);
    expect(ids(alone.suspected)).toEqual(expect.arrayContaining(await world.idsOf("a~", "b~", "ci-")));
    expect(await liveObjects(world.stack)).toEqual(before);
  });

  it("keep their positions when they change or are renamed", async () => {
    await select("second");
    const [ids, [first]] = [await world.idsOf("a~", "b~"), await world.refs()];
    // Both resources made their rules at the same time.
    const order = first === "k" ? ["k", "a", "n", "b"] : ["a", "n", "b", "k"];
    world.declare(rules("waf", "a", "n", "b"), token("ci", DISABLED), owasp("owasp", 25));
    outputOf(await world.stack.up());
    expect([await world.refs(), await world.idsOf("a~", "b~")]).toEqual([order, ids]);
    world.declare(...RENAMED);
    outputOf(await world.stack.up());
    expect(await world.refs()).toEqual(order);
    await world.expectUnchanged();
    await select("test");
    world.declare(...KEPT);
    await world.expectUnchanged();
  });

  it("stay live when the former stack is destroyed, and are removed with their own stack", async () => {
    outputOf(await world.stack.destroy());
    expect([await world.refs(), await world.tokens()]).toEqual([["a", "n", "b"], ["ci"]]);
    await select("second");
    world.declare(...RENAMED);
    await world.expectUnchanged();
    outputOf(await world.stack.destroy());
    expect(await world.stack.api.leftovers()).toEqual([]);
  });

  it("do not include a rule whose exact ref the first stack has taken over, until a person names the rule", async () => {
    const { stack } = world;
    const path = `/zones/${EXAMPLE_COM}/rulesets`;
    const byHand = { ref: "hand", action: "log", expression: 'http.request.uri.path eq "/hand"' };
    const body = { name: "default", kind: "zone", phase: CUSTOM, rules: [byHand] };
    expect((await stack.api.call("POST", path, { body })).status).toBe(200);
    const [id] = await world.idsOf("hand");
    const before = await liveObjects(stack);
    await select("test");
    world.declare(rules("taken", "hand").replace("rules: [", 'refs: "exact", takeOver: true, rules: ['));
    outputOf(await stack.up());

    await select("second");
    for (const run of [() => stack.preview(), () => stack.up()])
      expect(outputOf(await run(), 1)).toContain(`(id ${id}) belongs to`);
    outputOf(await stack.pulumi(["up", "--yes", "--skip-preview"], { EDGE_TAKE_OVER: String(id) }));
    expect(await liveObjects(stack)).toEqual(before);
    outputOf(await stack.destroy());
  });

  it("can be a part of what one resource had before", async () => {
    const { stack } = world;
    await select("test");
    world.declare(rules("waf", "a", "b", "c"));
    outputOf(await stack.up());
    const before = await liveObjects(stack);
    world.declare(rules("waf", "a"), rules("half", "b", "c"));
    outputOf(await stack.up());
    const [half] =
      (await stack.exportState()).deployment.resources?.filter(({ urn }) => urn.endsWith("::half")) ?? [];
    const move = ["state", "move", "--yes", "--source", "test", "--dest", "second", half?.urn ?? ""];
    outputOf(await stack.pulumi(move));
    world.declare(rules("waf", "a"));
    await world.expectUnchanged();
    await select("second");
    world.declare(rules("half", "b", "c"));
    await world.expectUnchanged();
    expect(await liveObjects(stack)).toEqual(before);
  });
});

describe("a stack with native resources", () => {
  const world = useStack("pulumi-edge-platform/native");
  const LATER = [
    rules("shield", "a", "d", "b"),
    rules("extra", "e"),
    token("late"),
    token("ci"),
    owasp("core"),
  ];

  it("keeps its objects when `edge:owner` is set later, also under other logical names", async () => {
    const { stack } = world;
    world.declare(rules("waf", "a", "b"), token("ci"), owasp("owasp"));
    outputOf(await stack.up());
    const byHand = { ref: "by-hand", action: "log", expression: "ssl" };
    const { id = "" } = (await liveRulesets(stack)).get(PLACE) ?? {};
    const added = await stack.api.call("POST", `/zones/${EXAMPLE_COM}/rulesets/${id}/rules`, {
      body: byHand,
    });
    expect(added.status).toBe(200);
    const before = await liveObjects(stack);

    await stack.setConfig("edge:owner", "blue");
    expect(outputOf(await stack.preview())).not.toMatch(/replace|suspected/);
    await world.expectUnchanged();
    world.declare(rules("shield", "a", "b"), token("ci"), owasp("core"));
    expect(outputOf(await stack.up())).not.toContain("suspected");
    expect(await liveObjects(stack)).toEqual(before);
    await world.expectUnchanged();
  });

  it("lists the objects that were created after the backup from which it is restored", async () => {
    const { stack } = world;
    await world.exportTo("backup.json");
    world.declare(...LATER);
    outputOf(await stack.up());
    const ids = await world.idsOf("e~", "late-");
    expect(ids).toHaveLength(2);
    outputOf(await stack.pulumi(["stack", "import", "--file", "backup.json"]));

    for (const output of [outputOf(await stack.preview()), outputOf(await stack.preview("--refresh"))])
      for (const id of ids)
        expect(output).toMatch(new RegExp(`\\(${id}, from .* ago\\) is a suspected orphan`));
    const listed = await world.orphans("--state", await world.exportTo("now.json"));
    expect(listed.orphans).toEqual([]);
    expect(listed.suspected.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(listed.suspected).toHaveLength(2);
  });

  it("has every object once after EDGE_TAKE_OVER, even if an up has created some of them again", async () => {
    const { stack } = world;
    const ids = await world.idsOf("e~", "late-");
    const said = outputOf(await stack.up());
    for (const id of ids) expect(said).toContain(id);
    expect(await world.tokens()).toEqual(["ci", "late", "late"]);
    const twice = await stack.refresh();
    for (const id of ids) expect(outputOf(twice)).toContain(id);

    outputOf(await stack.pulumi(["up", "--yes", "--skip-preview"], { EDGE_TAKE_OVER: ids.join() }));
    expect((await world.refs()).filter((ref) => ref === "e")).toEqual(["e"]);
    expect(await world.tokens()).toEqual(["ci", "late"]);
    await world.expectWorks("late");
    await world.expectUnchanged();
  });

  it("takes over the named objects in the first up after a restore, also OWASP, which a zone has once", async () => {
    const { stack } = world;
    const ofOtherZone = owasp("other", 40, 'edge.getZoneOutput({ name: "example.org" }).id');
    world.declare(...LATER, ofOtherZone);
    outputOf(await stack.up());
    const deployed =
      (await liveRulesets(stack)).get("example.org http_request_firewall_managed")?.rules ?? [];
    expect(deployed).toHaveLength(1);
    const [{ id: owaspId } = { id: "" }] = deployed;
    outputOf(await stack.pulumi(["stack", "import", "--file", "backup.json"]));
    const before = await liveObjects(stack);
    expect(outputOf(await stack.preview(), 1)).toContain(`EDGE_TAKE_OVER=${owaspId}`);

    const [rule = "", old = ""] = await world.idsOf("e~", "late-");
    const all = { EDGE_TAKE_OVER: [rule, old, owaspId].join() };
    outputOf(await stack.pulumi(["up", "--yes", "--skip-preview"], all));
    expect(await liveObjects(stack)).toEqual(before);
    // Nobody has the value of the old token.
    const [same, ...successor] = await world.idsOf("e~", "late-");
    expect([same, successor]).toEqual([rule, [expect.not.stringContaining(old)]]);
    await world.expectWorks("late");
    await world.expectUnchanged();
    world.declare(...LATER);
    outputOf(await stack.up());
    expect([...(await liveRulesets(stack)).keys()]).not.toContain(
      "example.org http_request_firewall_managed",
    );
  });

  it("lists, in a destroy, the objects that a restore has left", async () => {
    const { stack } = world;
    const ids = await world.idsOf("e~", "late-");
    outputOf(await stack.pulumi(["stack", "import", "--file", "backup.json"]));
    outputOf(await stack.up());
    const said = outputOf(await stack.destroy());
    for (const id of ids) expect(said).toMatch(new RegExp(`\\(${id}, from .* ago\\) is a suspected orphan`));
    expect((await world.refs()).sort()).toEqual(["by-hand", "e"]);
    expect(await world.tokens()).toEqual(["late"]);
  });
});

describe("a stack with dynamic resources", () => {
  const world = useStack("pulumi-edge-platform");

  beforeAll(async () => {
    world.declare(rules("waf", "a", "b"), rules("more", "c"), token("ci"));
    outputOf(await world.stack.up());
  });

  it.each([
    ["a token", "ci", /^POST .*\/tokens$/],
    ["rules", "waf", /^(POST|PATCH) .*\/rulesets\//],
  ])(
    "has %s once if the provider is killed after the write of a forced replacement",
    async (_what, name, request) => {
      const { stack } = world;
      const before = await liveObjects(stack);
      await interruptUp(stack, request, KILLED, "--target-replace", `**${name}`);
      await cancel(stack);
      outputOf(await stack.up());
      expect(await liveObjects(stack)).toEqual(before);
      await world.expectWorks("ci");
      await world.expectUnchanged();
      const left = await world.orphans("--state", await world.exportTo("now.json"));
      expect(left).toMatchObject({ orphans: [], suspected: [] });
    },
  );

  it("ends with a destroy that leaves nothing", async () => {
    outputOf(await world.stack.destroy());
    expect(await world.stack.api.leftovers()).toEqual([]);
  });

  it("hands its resources back: the state forgets, nothing live changes, and `adopt` takes them over again", async () => {
    const { stack } = world;
    const kept = rules("kept", "k").replace(/\);$/, ", { retainOnDelete: true });");
    world.declare(kept, rules("waf", "a", "b"), token("ci"), owasp("owasp"));
    outputOf(await stack.up());
    const before = await liveObjects(stack);
    world.declare(rules("waf", "a", "b"), token("ci"), owasp("owasp"));
    // The engine does not call the provider.
    expect((await stack.watch(() => stack.up())).writes).toEqual([]);

    const state = await world.exportTo("left.json");
    const args = ["release", "--state", state, "--json"];
    const released = JSON.parse(await world.edgePlatform(...args, "--yes", "--rename")) as Released;
    expect(released.marks.map(({ kind, outcome }) => `${kind} ${outcome}`).sort()).toEqual([
      "rule removed",
      "rule removed",
      "rule removed",
      "token removed",
    ]);
    for (const { command } of released.forget) {
      const [, ...words] = command.split(" ");
      outputOf(await stack.pulumi(words));
    }
    world.declare();
    expect((await stack.watch(() => stack.up())).writes).toEqual([]);
    expect((await world.refs()).sort()).toEqual(["a", "b", "k"]);
    expect(await liveObjects(stack)).toEqual(before);

    const compilerOptions = { module: ts.ModuleKind.CommonJS };
    const program = await world.edgePlatform("adopt", "--zone", "example.com", "--user");
    expect(program).toMatch(/"k": is owned by/);
    stack.write("index.js", ts.transpileModule(program, { compilerOptions }).outputText);
    const adopted = await stack.watch(() => stack.up());
    outputOf(adopted.result);
    expect(adopted.writes).toEqual([]);
  });
});
