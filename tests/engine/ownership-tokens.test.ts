import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { liveTokens, withoutCode, type LiveToken } from "../support/live";
import { upUnchanged } from "../support/settled";

const SECOND = "0123456789abcdef0123456789abcdef";

/** A token in use is replaced like any other: use proves no ownership. */
describe("a token in use", () => {
  let stack: EdgeStack;
  let first: string;

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": "" } });
    first = stack.ready.accountId;
    const { token, baseUrl } = stack.ready;
    const connections = { blue: { apiToken: token, baseUrl }, green: { apiToken: token, baseUrl } };
    stack.env["EDGE_CONNECTIONS"] = JSON.stringify(connections);
    const seeded = await fetch(new URL("/_platform/seed", baseUrl), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ accounts: [{ name: "Second", id: SECOND }] }),
    });
    expect(seeded.status).toBe(200);
  });
  afterAll(() => stack.dispose());

  function declare({ account = first, connection = "blue" } = {}): void {
    stack.write(
      "index.js",
      `
const edge = require("pulumi-edge-platform");
const read = [{ resources: edge.allZones(), permissionGroups: [{ name: "Zone Read" }] }];
const ofUser = new edge.ApiToken("of-user", { policies: read, connection: "${connection}" });
const ofAccount = new edge.ApiToken("of-account", {
  accountId: "${account}",
  policies: [{ resources: edge.account("${account}"), permissionGroups: [{ name: "Account Settings Read" }] }],
  connection: "blue",
});
exports.ofUser = ofUser.value;
exports.ofAccount = ofAccount.value;
`,
    );
  }

  async function tokensOf(account: string): Promise<LiveToken[]> {
    return (await stack.api.call("GET", `/accounts/${account}/tokens`)).result as LiveToken[];
  }

  /** Uses both values, and returns the statuses. */
  async function use(outputs: Readonly<Record<string, unknown>>, account: string): Promise<number[]> {
    const calls = [
      ["/user/tokens/verify", outputs["ofUser"]],
      [`/accounts/${account}/tokens/verify`, outputs["ofAccount"]],
    ] as const;
    const answers = await Promise.all(
      calls.map(([path, value]) => stack.api.call("GET", path, { token: String(value) })),
    );
    return answers.map(({ status }) => status);
  }

  it("is replaced if account and connection change, and leaves no orphan", async () => {
    declare();
    outputOf(await stack.up());
    expect(await use(await stack.outputs(), first)).toEqual([200, 200]);

    declare({ account: SECOND, connection: "green" });
    outputOf(await stack.up());
    expect(await use(await stack.outputs(), SECOND)).toEqual([200, 200]);
    expect((await liveTokens(stack)).map(({ name }) => withoutCode(name))).toEqual(["of-user"]);
    expect(await tokensOf(first)).toEqual([]);
    expect(await tokensOf(SECOND)).toHaveLength(1);
    await upUnchanged(stack);

    outputOf(await stack.destroy());
    expect([await liveTokens(stack), await tokensOf(SECOND)]).toEqual([[], []]);
  });
});

/** An explicit name carries no mark, so only the stack's state tells which tokens are predecessors. */
describe("a token with an explicit name", () => {
  let stack: EdgeStack;
  const program = (resource: string) => `
const edge = require("pulumi-edge-platform");
const policies = [{ resources: edge.allZones(), permissionGroups: [{ name: "Zone Read" }] }];
const token = new edge.ApiToken("${resource}", { name: "deploy", policies });
exports.value = token.value;
`;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": program("old") } });
  });
  afterAll(() => stack.dispose());

  const statusOf = async (value: unknown) =>
    (await stack.api.call("GET", "/user/tokens/verify", { token: String(value) })).status;

  it.each([
    ["its resource is renamed", () => stack.write("index.js", program("new")), []],
    ["its replacement is forced", () => undefined, ["--target-replace", "**new"]],
  ])("has a successor of that name before it ends when %s", async (_what, change, options) => {
    if (options.length === 0) outputOf(await stack.up());
    const before = (await stack.outputs())["value"];
    expect(await statusOf(before)).toBe(200);
    change();
    const { result, writes } = await stack.watch(() => stack.up(...options));
    outputOf(result);
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["POST", "DELETE"]);
    const after = (await stack.outputs())["value"];
    expect([await statusOf(before), await statusOf(after)]).toEqual([401, 200]);
    expect((await liveTokens(stack)).map(({ name }) => name)).toEqual(["deploy"]);
  });
});
