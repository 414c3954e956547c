import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { everyKindLive } from "../support/every-kind";
import { liveObjects, liveTokens, type Live } from "../support/live";
import { watchProtection } from "../support/protection";
import { expectSettled, upUnchanged } from "../support/settled";

const FOLDER = path.join(ROOT, "tests/data/states-0.1.0");
const PROGRAM = fs.readFileSync(path.join(FOLDER, "every-kind.program.txt"), "utf8");
const LIVE = everyKindLive();
const CHANGED: Live = everyKindLive("log");
const changed = PROGRAM.replace('ref: "scanners", action: "block"', 'ref: "scanners", action: "log"');
// Without marks, nothing proves who owns the deployment, the exclusive owner's rule and the rule that executes
// another ruleset. So the program sets `takeOver`.
const renamed = PROGRAM.replace(/new edge\.(\w+)\("/g, 'new edge.$1("new-')
  .replace("scoreThreshold: 40", "scoreThreshold: 40, takeOver: true")
  .replace('ownership: "exclusive"', 'ownership: "exclusive", takeOver: true')
  .replace(/(edge\.AccountEntrypointRuleset\("[^"]+", \{)/, "$1 takeOver: true,");

interface Snapshot {
  readonly format: number;
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
}

describe("a stack created by version 0.1.0", () => {
  let stack: EdgeStack;

  beforeEach(async () => {
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
    stack.env["EDGE_ACCOUNT_ID"] = stack.ready.accountId;
    await restoreLiveObjects(stack);
    // The only part of the state that depends on the address of the platform.
    const state = fs.readFileSync(path.join(FOLDER, "every-kind.state.json"), "utf8");
    const file = path.join(stack.directory, "state.json");
    fs.writeFileSync(file, state.replaceAll("http://127.0.0.1:0/gateway", stack.ready.gatewayUrl));
    outputOf(await stack.pulumi(["stack", "import", "--file", file]));
  });
  afterEach(() => stack.dispose());

  it("is unchanged, shows no difference after a refresh, changes one rule with one PATCH, and leaves nothing after a destroy", async () => {
    await expectSettled(stack, LIVE);

    stack.write("index.js", changed);
    const { result, writes } = await stack.watch(() => stack.up("--diff"));
    expect(outputOf(result)).toMatch(/~ action *: "block" => "log"/);
    expect(outputOf(result)).not.toMatch(/__mark|~test|[+~-] name\b/);
    expect(writes).toEqual([expect.stringMatching(/^PATCH \/zones\/.*\/rules\//)]);
    await expectSettled(stack, CHANGED);

    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });

  it("can be destroyed right after the upgrade, and leaves nothing", async () => {
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });

  it("keeps every object live when all logical names change in the first up after the upgrade", async () => {
    const before = await stack.outputs();
    stack.write("index.js", renamed);
    const { result, gaps } = await watchProtection(stack, () => stack.up());
    outputOf(result);
    expect(gaps).toEqual([]);
    await expectSettled(stack, { ...LIVE, tokens: ["new-pipeline", "new-rotating"] });
    const { value, tokenId } = await stack.outputs();
    expect(tokenId).not.toBe(before["tokenId"]);
    const verified = await stack.api.call("GET", "/user/tokens/verify", { token: String(value) });
    expect(verified).toMatchObject({ status: 200, result: { id: tokenId } });
    outputOf(await stack.destroy());
    // Only the states of the former names show that 0.1.0 created the entry points, so these stay, empty.
    expect(Object.values(await liveObjects(stack)).flat()).toEqual([]);
  });

  it("rotates a token in the first up after the upgrade, and a destroy removes both values", async () => {
    stack.write("index.js", PROGRAM.replace('overlap: "5m" },', 'overlap: "5m" }, rotationTrigger: "2",'));
    outputOf(await stack.up());
    const rotating = (await liveTokens(stack)).filter(({ name }) => name.startsWith("rotating"));
    expect(rotating).toHaveLength(2);
    await upUnchanged(stack);
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });
});

/** Adds the objects of the fixture's stack to a new platform. */
async function restoreLiveObjects({ ready }: EdgeStack): Promise<void> {
  const url = new URL("/_platform/snapshot", ready.baseUrl);
  const fresh = (await (await fetch(url)).json()) as Snapshot;
  const made = JSON.parse(fs.readFileSync(path.join(FOLDER, "every-kind.platform.json"), "utf8")) as Snapshot;
  const tables = Object.fromEntries(
    Object.entries(fresh.tables).map(([name, rows]) => [name, [...rows, ...(made.tables[name] ?? [])]]),
  );
  const body = JSON.stringify({ ...fresh, tables });
  const restored = await fetch(url, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body,
  });
  expect([restored.status, await restored.text()]).toEqual([200, expect.any(String)]);
}
