import { endEngineProcesses } from "../../scripts/engine-processes";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { cancel, interruptUp } from "../support/interrupt";
import { liveObjects, type LiveToken } from "../support/live";
import { EXAMPLE_COM } from "../support/platform";
import { startProxy } from "../support/proxy";
import { expectSettled, upUnchanged } from "../support/settled";
import { startOver } from "../support/start-over";

const SECOND = "0123456789abcdef0123456789abcdef";
const CREATES = /^POST .*\/tokens$/;
const CUSTOM = "http_request_firewall_custom";

describe("a token whose creation was interrupted", () => {
  let stack: EdgeStack;
  let first: string;

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": "" } });
    first = stack.ready.accountId;
    const seeded = await fetch(new URL("/_platform/seed", stack.ready.baseUrl), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ accounts: [{ name: "Second", id: SECOND }] }),
    });
    expect(seeded.status).toBe(200);
  });
  afterAll(() => stack.dispose());
  beforeEach(async () => {
    await startOver(stack);
    await removeTokens();
  });

  function declare({ account = first, name = "deploy", more = "" } = {}): void {
    stack.write(
      "index.js",
      `
const edge = require("pulumi-edge-platform");
const token = new edge.ApiToken("${name}", {
  accountId: "${account}",
  policies: [{ resources: edge.account("${account}"), permissionGroups: [{ name: "Account Settings Read" }] }],
  ${more}
});
exports.value = token.value;
exports.account = "${account}";
`,
    );
  }

  const ownersOf = () => ["/user", `/accounts/${first}`, `/accounts/${SECOND}`];

  /** Tokens of every owner except the bootstrap token. */
  async function tokens(): Promise<{ path: string; token: LiveToken }[]> {
    const own = (await stack.api.call("GET", "/user/tokens/verify")).result as LiveToken;
    const lists = await Promise.all(
      ownersOf().map(async (path) => {
        const { result } = await stack.api.call("GET", `${path}/tokens?per_page=50`);
        return (result as LiveToken[]).map((token) => ({ path: `${path}/tokens/${token.id}`, token }));
      }),
    );
    return lists.flat().filter(({ token }) => token.id !== own.id);
  }

  async function removeTokens(): Promise<void> {
    for (const { path } of await tokens()) await stack.api.call("DELETE", path);
  }

  async function expectOneThatWorks(): Promise<void> {
    expect(await tokens()).toHaveLength(1);
    const { value, account } = await stack.outputs();
    const path = `/accounts/${String(account)}/tokens/verify`;
    expect((await stack.api.call("GET", path, { token: String(value) })).status).toBe(200);
  }

  async function recoverAndEnd(): Promise<void> {
    await cancel(stack);
    outputOf(await stack.up());
    await expectOneThatWorks();
    await upUnchanged(stack);
    outputOf(await stack.destroy());
    expect(await tokens()).toEqual([]);
  }

  it("replaces the token of another account after a lost answer, and leaves nothing", async () => {
    declare();
    outputOf(await stack.up());
    declare({ account: SECOND });
    await interruptUp(stack, CREATES, "the answer is lost and the API fails from then on");
    await recoverAndEnd();
  });

  it("works after the next up, and leaves no orphan", async () => {
    declare();
    await interruptUp(stack, CREATES, "the CLI is killed");
    await recoverAndEnd();
  });

  it("replaces a token with another logical name, and leaves no orphan", async () => {
    declare();
    outputOf(await stack.up());
    declare({ name: "release" });
    await interruptUp(stack, CREATES, "the provider is killed");
    await recoverAndEnd();
  });

  it("fails the next up if its name is explicit; the error lists it and the commands to run", async () => {
    declare({ more: 'name: "exact",' });
    await interruptUp(stack, CREATES, "the provider is killed");
    const [left] = await tokens();
    const id = left?.token.id ?? "";
    await cancel(stack);
    const stopped = await stack.watch(() => stack.up());
    expect(outputOf(stopped.result, 1)).toContain(id);
    expect(outputOf(stopped.result, 1)).toMatch(/`adopt`/);
    expect(stopped.writes).toEqual([]);

    declare({ more: `name: "exact", adopt: "${id}",` });
    outputOf(await stack.up());
    await expectOneThatWorks();
    outputOf(await stack.destroy());
    expect(await tokens()).toEqual([]);
  });
});

describe("rules whose creation was interrupted, in a phase without an entry point", () => {
  const PROGRAM = `
const edge = require("pulumi-edge-platform");
new edge.ZoneEntrypointRuleset("custom", {
  zoneId: "${EXAMPLE_COM}",
  phase: "${CUSTOM}",
  rules: [{ ref: "scanners", action: "block", expression: "ssl" }],
});
`;
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
  });
  afterAll(() => stack.dispose());
  beforeEach(() => startOver(stack));

  const place = `example.com ${CUSTOM}`;
  const made = { [place]: ["scanners: block if ssl"] };

  it("leave no entry point when the provider is killed, by the next up and a destroy", async () => {
    await interruptUp(stack, /^POST .*\/rulesets$/, "the provider is killed");
    await cancel(stack);
    outputOf(await stack.up());
    expect(await liveObjects(stack)).toEqual(made);
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });

  it("are removed by a destroy right after a run whose answer was lost", async () => {
    await interruptUp(stack, /^POST .*\/rulesets$/, "the answer is lost and the API fails from then on");
    expect(await liveObjects(stack)).toEqual(made);
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });

  it("are found by a refresh after a run whose answer was lost, and completed by the next up", async () => {
    await interruptUp(stack, /^POST .*\/rulesets$/, "the answer is lost and the API fails from then on");
    outputOf(await stack.refresh());
    outputOf(await stack.up());
    await expectSettled(stack, made);
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });

  it("leave no entry point when the CLI is killed while the API still processes the request", async () => {
    let arrived = (): void => undefined;
    const arrives = new Promise<void>((resolve) => (arrived = resolve));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let carriedOut = (): void => undefined;
    const isCarriedOut = new Promise<void>((resolve) => (carriedOut = resolve));
    const proxy = await startProxy(
      stack.ready.baseUrl,
      async ({ method }) => {
        if (method !== "POST") return undefined;
        arrived();
        await released;
        return undefined;
      },
      { onAnswer: ({ method }) => method === "POST" && carriedOut() },
    );
    try {
      const run = stack.start(["up", "--yes", "--skip-preview"], { EDGE_BASE_URL: proxy.baseUrl });
      await arrives;
      run.kill("SIGKILL");
      await endEngineProcesses(stack.directory);
      await run.result;
      release();
      await isCarriedOut;
    } finally {
      release();
      await proxy.close();
    }
    await cancel(stack);
    outputOf(await stack.up());
    expect(await liveObjects(stack)).toEqual(made);
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });

  it("keep a foreign entry point, also an empty one", async () => {
    const body = { name: "theirs", kind: "zone", phase: CUSTOM, rules: [] };
    expect((await stack.api.call("POST", `/zones/${EXAMPLE_COM}/rulesets`, { body })).status).toBe(200);
    await interruptUp(stack, /^(POST|PUT) .*\/rulesets\/.*$/, "the CLI is killed");
    await cancel(stack);
    outputOf(await stack.up());
    expect(await liveObjects(stack)).toEqual(made);
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({ [place]: [] });
  });
});
