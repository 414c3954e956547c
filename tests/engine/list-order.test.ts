import { outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";
import { casesOf } from "../support/nightly";
import { EXAMPLE_COM } from "../support/platform";
import { upUnchanged } from "../support/settled";

/** A list, and rules of two kinds that name it in the text of their expressions. The rules are declared first. */
const programOf = (module: string, name: string) => `
const edge = require("${module}");
new edge.ZoneEntrypointRuleset("custom", {
  zoneId: "${EXAMPLE_COM}",
  phase: "http_request_firewall_custom",
  rules: [{ ref: "office", action: "block", expression: "not ip.src in $${name}" }],
});
new edge.OwaspConfig("owasp", {
  zoneId: "${EXAMPLE_COM}", paranoiaLevel: 1, scoreThreshold: "low", expression: "not ip.src in $${name}",
});
new edge.List("office", { name: "${name}", kind: "ip", items: [{ ip: "192.0.2.1" }] });
`;

const OF_LIST = /^(POST|PUT|PATCH|DELETE) \/accounts\/[0-9a-f]{32}\/rules\/lists/;
/** Returns which requests were about the list and which about rules, in their order. */
const kindsOf = (writes: readonly string[]) =>
  writes.map((write) => (OF_LIST.test(write) ? "list" : "rules"));

const MODULES = casesOf(["pulumi-edge-platform", "pulumi-edge-platform/native"], (one) =>
  one.endsWith("native"),
);

describe.each(MODULES)("a list that rules name, of %s", (module) => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createNativeStack(programOf(module, "office"));
    stack.env["EDGE_ACCOUNT_ID"] = stack.ready.accountId;
  });
  afterAll(() => stack.dispose());

  const names = async () => {
    const lists = (await stack.api.call("GET", `/accounts/${stack.ready.accountId}/rules/lists`)).result;
    return (lists as { name: string; num_items: number }[]).map(({ name, num_items: items }) => [
      name,
      items,
    ]);
  };
  const expressions = async () => {
    const phases = ["http_request_firewall_custom", "http_request_firewall_managed"];
    const all = await Promise.all(phases.map((phase) => stack.api.entrypoint(EXAMPLE_COM, phase)));
    return all.flatMap(({ rules }) => rules.map(({ expression }) => expression));
  };

  it("has its items before the rules are written", async () => {
    const { result, writes } = await stack.watch(() => stack.up());
    outputOf(result);
    const kinds = kindsOf(writes);
    expect(kinds.lastIndexOf("list")).toBeLessThan(kinds.indexOf("rules"));
    expect(kinds.filter((kind) => kind === "list")).toHaveLength(2);
    await upUnchanged(stack);
  });

  it("is renamed together with the rules: the new list first, then the rules, and the old list last", async () => {
    stack.write("index.js", programOf(module, "branch"));
    const { result, writes } = await stack.watch(() => stack.up());
    outputOf(result);
    expect(kindsOf(writes)).toEqual(["list", "list", "rules", "rules", "list"]);
    expect(writes.at(-1)).toMatch(/^DELETE .*\/lists\/[0-9a-f]{32}$/);
    expect(await names()).toEqual([["branch", 1]]);
    expect(await expressions()).toEqual(["not ip.src in $branch", "not ip.src in $branch"]);
    await upUnchanged(stack);
  });

  it("is removed after the rules", async () => {
    const { result, writes } = await stack.watch(() => stack.destroy());
    outputOf(result);
    const kinds = kindsOf(writes);
    expect(kinds.lastIndexOf("rules")).toBeLessThan(kinds.indexOf("list"));
    expect(await names()).toEqual([]);
  });
});
