import { PROGRAM } from "../../scripts/bench/program";
import { createZones } from "../../scripts/bench/stand-in-zones";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";

const TOKENS = 1;

/** With the real engine: five rules and an OWASP deployment a zone, and one token for all of them. */
describe("a stack of ten zones", () => {
  const count = 10;
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: PROGRAM, env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
    const zones = await createZones(stack.api, stack.ready.accountId, count);
    await stack.setConfig("zoneIds", JSON.stringify(zones));
    await stack.setConfig("adminPath", "/admin");
  });
  afterAll(() => stack.dispose());

  async function requestsOf(step: "up" | "refresh" | "destroy") {
    const { requests, writes } = await stack.api.watch(async () => outputOf(await stack[step]()));
    return { requests, reads: requests.length - writes.length, writes: writes.length };
  }

  it("costs no more requests than are promised, and leaves nothing", async () => {
    const first = await requestsOf("up");
    expect(first.writes).toBe(2 * count + TOKENS);
    expect(first.reads).toBeLessThanOrEqual(4);
    expect((await requestsOf("up")).requests).toEqual([]);
    expect(await requestsOf("refresh")).toMatchObject({ reads: count + 1, writes: 0 });
    await stack.setConfig("adminPath", "/wp-admin");
    expect(await requestsOf("up")).toMatchObject({ reads: 1, writes: 1 });
    const last = await requestsOf("destroy");
    // One list tells whose the tokens are before they are removed.
    expect(last.requests.length).toBeLessThanOrEqual(3 * count + TOKENS + 1);
    expect(await stack.api.leftovers()).toEqual([]);
  });
});
