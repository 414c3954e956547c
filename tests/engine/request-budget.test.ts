import { PROGRAM } from "../../scripts/bench/program";
import { createZones, stateSize } from "../../scripts/bench/stacks";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import type { ExportedState } from "../support/engine";
import { sourceLinesOf } from "../support/source-lines";

const TOKENS = 1;

/** A program with five rules and an OWASP deployment per zone, and one token for all zones. */
describe("a stack of ten zones", () => {
  const count = 10;
  let stack: EdgeStack;
  beforeAll(async () => {
    const env = { PULUMI_NODEJS_TRANSPILE_ONLY: "true", EDGE_TEST_COMPILER: "ts-node" };
    stack = await createEdgeStack({ program: PROGRAM, env });
    const zones = await createZones(stack.api, stack.ready.accountId, count);
    await stack.setConfig("zoneIds", JSON.stringify(zones));
    await stack.setConfig("adminPath", "/admin");
  });
  afterAll(() => stack.dispose());

  async function requestsOf(step: "up" | "refresh" | "destroy") {
    const { requests, writes } = await stack.api.watch(async () => outputOf(await stack[step]()));
    return { requests, reads: requests.length - writes.length, writes: writes.length };
  }

  it("sends no more requests than promised, has a small state, and leaves nothing", async () => {
    const first = await requestsOf("up");
    expect(first.writes).toBe(2 * count + TOKENS);
    expect(first.reads).toBeLessThanOrEqual(4);
    expect((await requestsOf("up")).requests).toEqual([]);
    expect(await requestsOf("refresh")).toMatchObject({ reads: count + 1, writes: 0 });
    await stack.setConfig("adminPath", "/wp-admin");
    expect(await requestsOf("up")).toMatchObject({ reads: 1, writes: 1 });
    const exported = outputOf(await stack.pulumi(["stack", "export"]));
    const { bytes, resources } = stateSize(exported);
    expect(bytes / resources).toBeLessThan(2_500);
    // The SDK omits the arrow function, which has no name.
    const line = "project:///index.ts#10,9";
    // The engine's own format, of the one version that the CLI writes.
    expect(sourceLinesOf(JSON.parse(exported) as ExportedState, "custom-0")).toEqual([line, line]);
    const last = await requestsOf("destroy");
    // One list proves the ownership of all tokens before they are removed.
    expect(last.requests.length).toBeLessThanOrEqual(3 * count + TOKENS + 1);
    expect(await stack.api.leftovers()).toEqual([]);
  });
});
