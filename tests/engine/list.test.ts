import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { EXAMPLE_COM } from "../support/platform";

const program = (items: string, expression = "`ip.src in $${office.name}`") => `
const pulumi = require("@pulumi/pulumi");
const edge = require("pulumi-edge-platform");

const office = new edge.List("office", { name: "office", kind: "ip", items: ${items} });
new edge.ZoneEntrypointRuleset("custom", {
  zoneId: "${EXAMPLE_COM}",
  phase: "http_request_firewall_custom",
  rules: [{ ref: "office", action: "block", expression: pulumi.interpolate${expression} }],
});
exports.list = office.id;
`;
const ITEMS = '[{ ip: "192.0.2.1" }, { ip: "198.51.100.0/24", comment: "Berlin" }]';

/** A list and a rule that names it, from creation to removal. */
describe("a list of an account", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": program(ITEMS) } });
    stack.env["EDGE_ACCOUNT_ID"] = stack.ready.accountId;
    outputOf(await stack.up());
  });
  afterAll(() => stack.dispose());

  it("is unchanged at a second up, in another order too, and a refresh shows no difference", async () => {
    const { result, writes } = await stack.watch(() => stack.up("--expect-no-changes"));
    outputOf(result);
    expect(writes).toEqual([]);
    outputOf(await stack.refresh("--expect-no-changes"));
    stack.write(
      "index.js",
      program('[{ ip: "198.51.100.0/24", comment: "Berlin" }, { ip: "192.0.2.1/32" }]'),
    );
    outputOf(await stack.preview("--expect-no-changes"));
  });

  it("is reported at preview if a rule misspells its name", async () => {
    stack.write("index.js", program(ITEMS, "`ip.src in $offcie`"));
    const { stdout, stderr } = await stack.preview();
    expect(stdout + stderr).toContain("no list named $offcie; did you mean $office?");
  });

  it("puts back what somebody removed, and goes with the rule that names it", async () => {
    stack.write("index.js", program(ITEMS));
    const { list = "" } = await stack.outputs();
    const [account = "", id = ""] = String(list).split("/");
    const items = `/accounts/${account}/rules/lists/${id}/items`;
    const [first] = (await stack.api.call("GET", items)).result as { id: string }[];
    await stack.api.call("DELETE", items, { body: { items: [{ id: first?.id }] } });
    outputOf(await stack.refresh());
    outputOf(await stack.up());
    expect(((await stack.api.call("GET", items)).result as unknown[]).length).toBe(2);
    outputOf(await stack.destroy());
    expect((await stack.api.call("GET", `/accounts/${account}/rules/lists`)).result).toEqual([]);
  });
});
