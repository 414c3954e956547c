import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { everyKind, everyKindLive } from "../support/every-kind";
import { liveObjects, type Live } from "../support/live";
import { watchProtection } from "../support/protection";
import { expectSettled } from "../support/settled";

const OURS = "pulumi-nodejs:dynamic/edge:";

/**
 * If a logical name changes, or if a user requests a replacement, the engine creates the new resource first and deletes the old
 * one at the end, whatever order the provider prefers.
 */
describe("replaced resources of every kind", () => {
  let stack: EdgeStack;
  let settled = false;
  let prefix = "";

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": "" } });
    stack.env["EDGE_ACCOUNT_ID"] = stack.ready.accountId;
  });
  afterAll(() => stack.dispose());
  // Each test replaces what the one before it has left. After a failed one, the next starts from nothing.
  beforeEach(async () => {
    if (settled) return;
    stack.write("index.js", "");
    outputOf(await stack.up());
    stack.write("index.js", everyKind({ prefix }));
    outputOf(await stack.up());
  });

  /** The live objects of the program. */
  const live = (action?: "log" | "block"): Live => ({
    ...everyKindLive(action),
    tokens: [`${prefix}pipeline`, `${prefix}rotating`],
  });

  async function expectReplaced(expected: Live): Promise<void> {
    await expectSettled(stack, expected);
    settled = true;
  }

  /** Returns the status of a call with a token's value. */
  const use = async (value: unknown) =>
    (await stack.api.call("GET", "/user/tokens/verify", { token: String(value) })).status;

  async function urns(): Promise<string[]> {
    const { deployment } = await stack.exportState();
    return (deployment.resources ?? []).filter(({ type }) => type.startsWith(OURS)).map(({ urn }) => urn);
  }

  /** Expects one `up` that replaces everything without a gap. */
  async function expectMadeAgain(program: string, ...args: readonly string[]): Promise<void> {
    settled = false;
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
    prefix = "new-";
    await expectMadeAgain(everyKind({ prefix }));
    await expectReplaced(live());
  });

  it("stay live when `up --target-replace` names each of them", async () => {
    const named = (await urns()).map((urn) => `--target-replace=${urn}`);
    await expectMadeAgain(everyKind({ prefix }), ...named);
    await expectReplaced(live());
  });

  it("stay live when each of them is tainted", async () => {
    outputOf(await stack.pulumi(["state", "taint", "--yes", ...(await urns())]));
    await expectMadeAgain(everyKind({ prefix }));
    await expectReplaced(live());
  });

  it("stay live when a property in `replaceOnChanges` changes", async () => {
    settled = false;
    const options = '{ replaceOnChanges: ["rules", "scoreThreshold"] }';
    stack.write("index.js", everyKind({ prefix, options }));
    outputOf(await stack.up("--expect-no-changes"));
    const changed = everyKind({ prefix, options, action: "log" });
    stack.write("index.js", changed.replace("scoreThreshold: 40", "scoreThreshold: 25"));
    const { result, gaps } = await watchProtection(stack, () => stack.up());
    expect(outputOf(result)).toContain("+-2 replaced");
    expect(gaps).toEqual([]);
    const managed = "example.com http_request_firewall_managed";
    const [owasp = ""] = live()[managed] ?? [];
    await expectReplaced({ ...live("log"), [managed]: [owasp.replace("40", "25")] });
  });

  it("leave nothing after a destroy", async () => {
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });
});
