import fs from "node:fs";
import path from "node:path";
import { endEngineProcesses } from "../../scripts/engine-processes";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { startProxy } from "../support/proxy";
import { upUnchanged } from "../support/settled";

const END = new Date(Date.now() + 10 * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");
const PROGRAM = `
const edge = require("pulumi-edge-platform");
const token = new edge.ApiToken("pipeline", {
  policies: [{ resources: edge.allZones(), permissionGroups: [{ name: "Zone Read" }] }],
  rotation: { every: "1h", overlap: "5m" },
  expiresOn: "${END}",
  warnBefore: "14d",
});
exports.id = token.id;
exports.tokenId = token.tokenId;
exports.value = token.value;
`;

describe("a token with rotation, run by the engine", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
    outputOf(await stack.up());
  });
  afterAll(() => stack.dispose());

  /** Returns the state of a stack whose last `up` was two hours ago. */
  async function age(): Promise<void> {
    const file = path.join(stack.directory, "aged.json");
    const earlier = (_: string, name: string, time: string) =>
      `${name}"${new Date(Date.parse(time) - 7_200_000).toISOString().slice(0, 19)}Z"`;
    const state = JSON.stringify(await stack.exportState());
    fs.writeFileSync(file, state.replace(/("generationSince":\s*)"([^"]+)"/g, earlier));
    outputOf(await stack.pulumi(["stack", "import", "--file", file]));
  }

  const use = async (value: unknown) =>
    (await fetch(`${stack.ready.baseUrl}/zones`, { headers: { Authorization: `Bearer ${String(value)}` } }))
      .status;

  it("is unchanged before the rotation is due, and warns of its end at the resource", async () => {
    expect(outputOf(await stack.preview("--expect-no-changes"))).toMatch(
      /ApiToken \(pipeline\):\s+warning: the token expires in 9 days, at 20/,
    );
  });

  it("shows a higher generation when the rotation is due, and gets a new value under the same id", async () => {
    const before = await stack.outputs();
    await age();
    const shown = outputOf(await stack.preview("--diff"));
    expect(shown).toMatch(/~ generation\s*: 1 => 2/);
    expect(shown).toMatch(/~ generationSince\s*: "20/);
    expect(shown).not.toMatch(/[~+-] (name|policies|rotation|expiresOn)\b/);

    outputOf(await stack.up());
    const after = await stack.outputs();
    expect(after["id"]).toBe(before["id"]);
    expect(after["tokenId"]).not.toBe(before["tokenId"]);
    expect([await use(before["value"]), await use(after["value"])]).toEqual([200, 200]);
    await upUnchanged(stack);
  });

  it("is not rolled by an up on a state from before the rotation, which makes another one beside it", async () => {
    const before = await stack.exportState();
    const file = path.join(stack.directory, "before.json");
    fs.writeFileSync(file, JSON.stringify(before));
    await age();
    outputOf(await stack.up());
    const lost = await stack.outputs();
    expect(await use(lost["value"])).toBe(200);

    outputOf(await stack.pulumi(["stack", "import", "--file", file]));
    await age();
    expect(outputOf(await stack.up())).toMatch(
      new RegExp(
        `warning: ApiToken "pipeline-.*": the token ${String(lost["tokenId"])}, of generation 3, is not in the state`,
      ),
    );
    const after = await stack.outputs();
    expect(after["tokenId"]).not.toBe(lost["tokenId"]);
    expect([await use(lost["value"]), await use(after["value"])]).toEqual([200, 200]);
    await upUnchanged(stack);
  });

  it("is rotated by the next up if the previous one was killed, and leaves nothing after a destroy", async () => {
    const before = await stack.outputs();
    await age();
    let kill = () => Promise.resolve();
    let ended = Promise.resolve();
    const proxy = await startProxy(stack.ready.baseUrl, async ({ url = "" }) => {
      if (!url.endsWith("/verify")) return undefined;
      await kill();
      return { status: 503, body: "", type: "text/plain" };
    });
    try {
      const killed = stack.start(["up", "--yes", "--skip-preview"], { EDGE_BASE_URL: proxy.baseUrl });
      kill = () => {
        killed.kill("SIGKILL");
        // The provider process survives the CLI.
        ended = endEngineProcesses(stack.directory);
        return ended;
      };
      expect((await killed.result).code).not.toBe(0);
      await ended;
    } finally {
      await proxy.close();
    }
    expect(await stack.api.leftovers()).toHaveLength(5);
    outputOf(await stack.pulumi(["cancel", "--yes"]));
    expect(await use(before["value"])).toBe(200);

    outputOf(await stack.up());
    const after = await stack.outputs();
    expect(after["id"]).toBe(before["id"]);
    expect([await use(before["value"]), await use(after["value"])]).toEqual([200, 200]);
    // The token of the killed run, and those before it.
    expect(await stack.api.leftovers()).toHaveLength(5);
    outputOf(await stack.destroy());
    expect(await stack.api.leftovers()).toEqual([]);
  });
});
