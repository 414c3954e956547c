import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { everyKind, everyKindLive } from "../support/every-kind";
import { liveObjects } from "../support/live";
import { watchProtection } from "../support/protection";
import { expectSettled } from "../support/settled";

const LIVE = everyKindLive();
const OURS = "pulumi-nodejs:dynamic/edge:";

/**
 * If a logical name changes, or if a user requests a replacement, the engine creates the new resource first and deletes the old
 * one at the end, whatever order the provider prefers.
 */
describe("replaced resources of every kind", () => {
  let stack: EdgeStack;

  beforeEach(async () => {
    stack = await createEdgeStack({ program: { "index.js": everyKind() } });
    stack.env["EDGE_ACCOUNT_ID"] = stack.ready.accountId;
    outputOf(await stack.up());
  });
  afterEach(async () => {
    await stack.dispose();
  });

  /** Returns the status of a call with a token's value. */
  const use = async (value: unknown) =>
    (await stack.api.call("GET", "/user/tokens/verify", { token: String(value) })).status;

  async function urns(): Promise<string[]> {
    const { deployment } = await stack.exportState();
    return (deployment.resources ?? []).filter(({ type }) => type.startsWith(OURS)).map(({ urn }) => urn);
  }

  /** Expects one `up` that replaces everything without a gap, and a destroy that leaves nothing. */
  async function expectMadeAgain(program: string, ...args: readonly string[]): Promise<void> {
    const before = await stack.outputs();
    // A token in use is replaced like any other.
    expect(await use(before["value"])).toBe(200);
    stack.write("index.js", program);
    const { result, writes, gaps } = await watchProtection(stack, () => stack.up(...args));
    outputOf(result);
    expect(gaps).toEqual([]);
    const onTokens = writes.filter((write) => / \/user\/tokens/.test(write));
    expect(onTokens.map((write) => write.split(" ")[0])).toEqual(["POST", "POST", "DELETE", "DELETE"]);
    const after = await stack.outputs();
    expect(after["tokenId"]).not.toBe(before["tokenId"]);
    expect([await use(before["value"]), await use(after["value"])]).toEqual([401, 200]);
  }

  it("stay live when all logical names change", async () => {
    await expectMadeAgain(everyKind({ prefix: "new-" }));
    await expectSettled(stack, { ...LIVE, tokens: ["new-pipeline", "new-rotating"] });
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });

  it("stay live when `up --target-replace` names each of them", async () => {
    await expectMadeAgain(everyKind(), ...(await urns()).map((urn) => `--target-replace=${urn}`));
    await expectSettled(stack, LIVE);
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });

  it("stay live when each of them is tainted", async () => {
    outputOf(await stack.pulumi(["state", "taint", "--yes", ...(await urns())]));
    await expectMadeAgain(everyKind());
    await expectSettled(stack, LIVE);
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });

  // Whether the engine replaces or updates a changed dynamic resource is up to the engine.
  it("stay live when a property in `replaceOnChanges` changes", async () => {
    const rules = everyKind({ options: '{ replaceOnChanges: ["rules", "scoreThreshold"] }', action: "log" });
    stack.write("index.js", everyKind({ options: '{ replaceOnChanges: ["rules", "scoreThreshold"] }' }));
    outputOf(await stack.up("--expect-no-changes"));
    stack.write("index.js", rules.replace("scoreThreshold: 40", "scoreThreshold: 25"));
    const { result, gaps } = await watchProtection(stack, () => stack.up());
    outputOf(result);
    expect(gaps).toEqual([]);
    const managed = "example.com http_request_firewall_managed";
    const [owasp = ""] = LIVE[managed] ?? [];
    await expectSettled(stack, { ...everyKindLive("log"), [managed]: [owasp.replace("40", "25")] });
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });
});
