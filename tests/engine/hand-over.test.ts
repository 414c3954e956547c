import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";
import { casesOf } from "../support/nightly";
import { EXAMPLE_COM } from "../support/platform";

const CUSTOM = "http_request_firewall_custom";
const DOORS = casesOf(["pulumi-edge-platform", "pulumi-edge-platform/native"], (one) =>
  one.endsWith("native"),
);

interface Found {
  readonly id: string;
  readonly ref?: string;
  readonly ip?: string;
  readonly name?: string;
  readonly description?: string;
}

const rule = (ref: string) => ({ ref, action: "log", expression: `http.request.uri.path eq "/${ref}"` });
/** What `adopt` writes of rules, without `protect`. */
const adopted = (name: string, ...refs: readonly string[]) =>
  `new edge.ZoneEntrypointRuleset("${name}", ${JSON.stringify({ zoneId: EXAMPLE_COM, phase: CUSTOM, refs: "exact", takeOver: true, rules: refs.map(rule) })});`;
const owasp = (name: string) =>
  `new edge.OwaspConfig("${name}", { zoneId: "${EXAMPLE_COM}", paranoiaLevel: 2, scoreThreshold: 40, takeOver: true });`;
const list = (name: string, items: readonly string[], more = "") =>
  `new edge.List("${name}", { name: "office", kind: "ip", items: ${JSON.stringify(items.map((ip) => ({ ip })))}, ${more} });`;
/** A resource that the API refuses, so that the update fails before it removes anything. */
const REFUSED = `new edge.Ruleset("refused", { accountId: "${"0".repeat(32)}", name: "refused", phase: "${CUSTOM}", rules: [${JSON.stringify(rule("x"))}] });`;

describe.each(DOORS)("what a program hands over (%s)", (module) => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack =
      module === "pulumi-edge-platform"
        ? await createEdgeStack({ program: { "index.js": "" } })
        : await createNativeStack("");
    stack.env["EDGE_ACCOUNT_ID"] = stack.ready.accountId;
  });
  afterAll(() => stack.dispose());

  const lists = () => `/accounts/${stack.ready.accountId}/rules/lists`;
  const declare = (...parts: readonly string[]) =>
    stack.write("index.js", [`const edge = require("${module}");`, ...parts, ""].join("\n"));
  const up = async (...args: readonly string[]) => outputOf(await stack.up(...args));
  const rulesIn = async (phase: string): Promise<readonly Found[]> => {
    const { result } = await stack.api.call(
      "GET",
      `/zones/${EXAMPLE_COM}/rulesets/phases/${phase}/entrypoint`,
    );
    return (result as { rules?: Found[] } | null)?.rules ?? [];
  };
  /** The ids of the rules by ref, without marks. */
  const ids = async (): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries(
      (await rulesIn(CUSTOM)).map(({ id, ref = "" }) => [ref.split("~")[0] ?? "", id] as const),
    );
  const deployments = () => rulesIn("http_request_firewall_managed");
  const liveLists = async () => (await stack.api.call("GET", lists())).result as Found[];
  const itemsOf = async (): Promise<Readonly<Record<string, string>>> => {
    const [found] = await liveLists();
    const { result } = await stack.api.call("GET", `${lists()}/${found?.id ?? ""}/items`);
    return Object.fromEntries((result as Found[]).map(({ ip = "", id }) => [ip, id] as const));
  };
  /** The next `up` writes nothing, and a refresh shows no change. */
  const expectTrueState = async () => {
    const { result, writes } = await stack.watch(() => stack.up("--expect-no-changes"));
    outputOf(result);
    expect(writes).toEqual([]);
    outputOf(await stack.refresh("--expect-no-changes"));
  };

  it("keeps rules made by hand through adoption, rename, split, taint and a move", async () => {
    const body = { name: "default", kind: "zone", phase: CUSTOM, rules: ["a", "b", "c"].map(rule) };
    await stack.api.call("POST", `/zones/${EXAMPLE_COM}/rulesets`, { body });
    const before = await ids();
    expect(Object.keys(before)).toEqual(["a", "b", "c"]);
    declare(adopted("waf", "a", "b", "c"));
    await up();
    declare(adopted("shield", "a", "b", "c"));
    await up();
    expect(await ids()).toEqual(before);
    declare(adopted("shield", "a"), adopted("rest", "b", "c"));
    await up();
    expect(await ids()).toEqual(before);
    const { deployment } = await stack.exportState();
    const urns = (deployment.resources ?? []).map(({ urn }) => urn).filter((urn) => urn.endsWith("::rest"));
    outputOf(await stack.pulumi(["state", "taint", "--yes", ...urns]));
    await up();
    expect(await ids()).toEqual(before);
    await up(`--target-replace=${urns[0] ?? ""}`);
    expect(await ids()).toEqual(before);
    declare(adopted("shield", "a", "b"), adopted("rest", "c"));
    await up();
    expect(await ids()).toEqual(before);
    await expectTrueState();
  });

  it("gives everything back if an update that renames fails and the program of before runs again", async () => {
    const program = [
      adopted("shield", "a", "b"),
      adopted("rest", "c"),
      owasp("core"),
      list("offices", ["192.0.2.1"]),
    ];
    declare(...program);
    await up();
    const before = { rules: await ids(), deployed: await deployments(), items: await itemsOf() };
    const renamed = [
      adopted("one", "a", "b"),
      adopted("two", "c"),
      owasp("three"),
      list("four", ["192.0.2.1"]),
    ];
    declare(...renamed, REFUSED);
    expect((await stack.up("--skip-preview")).code).not.toBe(0);
    declare(...program);
    await up();
    expect({ rules: await ids(), items: await itemsOf() }).toEqual({
      rules: before.rules,
      items: before.items,
    });
    expect((await deployments()).map(({ id }) => id)).toEqual(before.deployed.map(({ id }) => id));
    await expectTrueState();
    declare(...renamed);
    await up();
    expect({ rules: await ids(), items: await itemsOf() }).toEqual({
      rules: before.rules,
      items: before.items,
    });
    expect((await deployments()).map(({ id }) => id)).toEqual(before.deployed.map(({ id }) => id));
  });

  it("keeps an item that two resources declare when one of them goes, and a list that somebody still uses", async () => {
    declare(list("one", ["192.0.2.1", "192.0.2.2"]), list("two", ["192.0.2.1"]));
    await up();
    const [shared] = await liveLists();
    const before = await itemsOf();
    declare(list("two", ["192.0.2.1"]));
    await up();
    expect(await itemsOf()).toEqual({ "192.0.2.1": before["192.0.2.1"] });
    const items = [{ ip: "203.0.113.9", comment: "A person" }];
    await stack.api.call("POST", `${lists()}/${shared?.id ?? ""}/items`, { body: items });
    declare();
    await up();
    expect(Object.keys(await itemsOf())).toEqual(["203.0.113.9"]);
    expect((await liveLists()).map(({ id }) => id)).toEqual([shared?.id]);
    expect(await deployments()).toEqual([]);
  });

  it("keeps an exclusive list that a rename takes over, with its items", async () => {
    const [shared] = await liveLists();
    declare(list("one", ["203.0.113.9"], 'ownership: "exclusive", takeOver: true'));
    await up();
    const before = await itemsOf();
    declare(list("two", ["203.0.113.9"], 'ownership: "exclusive", takeOver: true'));
    await up();
    expect(await itemsOf()).toEqual(before);
    expect((await liveLists()).map(({ id }) => id)).toEqual([shared?.id]);
    await expectTrueState();
    outputOf(await stack.destroy());
    expect(await liveLists()).toEqual([]);
  });
});
