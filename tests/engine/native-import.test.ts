import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { StateResource } from "../support/engine";
import { outputOf, seedList, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";

const EMPTY = `const edge = require("pulumi-edge-platform/native");\n`;
const CUSTOM = "http_request_firewall_custom";

describe("pulumi import", () => {
  let stack: EdgeStack;
  let zoneId: string;
  let tokenId: string;

  beforeAll(async () => {
    stack = await createNativeStack(EMPTY);
    const [zone] = await stack.api.zones();
    zoneId = zone!.id;
    const rules = [
      { ref: "office", action: "block", expression: "ssl", description: "by hand" },
      { action: "log", expression: "not ssl", enabled: false },
    ];
    await post(`/zones/${zoneId}/rulesets`, { name: "default", kind: "zone", phase: CUSTOM, rules });
    const policies = [
      {
        effect: "allow",
        resources: { [`com.cloudflare.api.account.zone.${zoneId}`]: "*" },
        permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
      },
    ];
    const token = await post("/user/tokens", { name: "by hand", policies });
    tokenId = (token as { id: string }).id;
  });
  afterAll(() => stack.dispose());

  async function post(place: string, body: unknown): Promise<unknown> {
    const { status, result } = await stack.api.call("POST", place, { body });
    expect(status).toBe(200);
    return result;
  }

  /** Runs `pulumi import` and returns what it printed, and the requests that it sent. */
  async function imported(...args: string[]): Promise<{ output: string; requests: string[] }> {
    const { value, requests } = await stack.api.watch(() =>
      stack.pulumi([
        "import",
        ...args,
        "--yes",
        "--skip-preview",
        "--protect=false",
        "--generate-code=false",
      ]),
    );
    return { output: outputOf(value), requests: requests.map(({ method, path }) => `${method} ${path}`) };
  }

  it("imports an entry point with its rules by two requests, and the next preview is unchanged", async () => {
    const { output, requests } = await imported(
      "edge:index:ZoneEntrypointRuleset",
      "custom",
      `${zoneId}/${CUSTOM}`,
    );
    expect(output).toContain("1 imported");
    expect(requests.length).toBeLessThanOrEqual(2);
    const [resource] = await managed();
    const rules = resource!.inputs?.["rules"] as { ref: string }[];
    expect(rules).toEqual([
      { ref: "office", action: "block", expression: "ssl", description: "by hand" },
      { ref: expect.any(String) as string, action: "log", expression: "not ssl", enabled: false },
    ]);
    const program = `new edge.ZoneEntrypointRuleset("custom", ${JSON.stringify(resource!.inputs)});\n`;
    stack.write("index.js", EMPTY + program);
    const { result, writes } = await stack.watch(() => stack.preview());
    expect(outputOf(result)).toContain("2 unchanged");
    expect(writes).toEqual([]);

    stack.write("index.js", EMPTY + program.replace("not ssl", "ssl"));
    const preview = outputOf(await stack.preview());
    expect(preview).toContain("1 to update");
    expect(preview).not.toContain("rules in order");
    stack.write("index.js", EMPTY + program);
  });

  it("leaves out the rules that another resource owns, and names them", async () => {
    const owner = `new edge.ZoneEntrypointRuleset("owner", { zoneId: "${zoneId}", phase: "http_ratelimit", rules: [{
      ref: "login", action: "block", expression: "ssl",
      ratelimit: { characteristics: ["cf.colo.id", "ip.src"], period: 60, requestsPerPeriod: 10 } }] });\n`;
    const before = fs.readFileSync(path.join(stack.program, "index.js"), "utf8");
    stack.write("index.js", before + owner);
    outputOf(await stack.up());
    const id = `${zoneId}/http_ratelimit`;
    const all = await stack.pulumi([
      "import",
      "edge:index:ZoneEntrypointRuleset",
      "limits",
      id,
      "--yes",
      "--skip-preview",
    ]);
    expect(outputOf(all, 1)).toMatch(
      /every rule in it has an owner: [\w.-]+\/test \(owner\): "login"\. No import is needed/,
    );
    const [entrypoint] = (await stack.api.entrypoints(zoneId)).filter(
      ({ phase }) => phase === "http_ratelimit",
    );
    const ratelimit = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requests_per_period: 10 };
    const byHand = { ref: "by-hand", action: "block", expression: "not ssl", ratelimit };
    await post(`/zones/${zoneId}/rulesets/${entrypoint!.id}/rules`, byHand);
    const { output } = await imported("edge:index:ZoneEntrypointRuleset", "limits", id);
    expect(output).toMatch(
      /http_ratelimit: not imported, because other resources own them: [\w.-]+\/test \(owner\): "login"/,
    );
    const limits = (await managed()).find(({ urn }) => urn.endsWith("::limits"));
    expect(limits?.inputs?.["rules"]).toEqual([expect.objectContaining({ ref: "by-hand" })]);
    const program = `new edge.ZoneEntrypointRuleset("limits", ${JSON.stringify(limits!.inputs)});\n`;
    stack.write("index.js", before + owner + program);
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).toContain("4 unchanged");
    expect(writes).toEqual([]);
  });

  it("imports a token without its value, and rolls it only if rotationTrigger changes", async () => {
    const { output } = await imported("edge:index:ApiToken", "token", `user/${tokenId}`);
    expect(output).toContain("was imported without its value");
    const token = (await managed()).find(({ type }) => type === "edge:index:ApiToken");
    const text = fs.readFileSync(path.join(stack.program, "index.js"), "utf8");
    const program = (more: object) => `${text}
      exports.known = new edge.ApiToken("token", ${JSON.stringify({ ...token!.inputs, ...more })}).value;\n`;
    stack.write("index.js", program({}));
    const unchanged = await stack.watch(() => stack.up());
    outputOf(unchanged.result);
    expect(unchanged.writes).toEqual([]);
    stack.write("index.js", program({ rotationTrigger: "first" }));
    const rolled = await stack.watch(() => stack.up());
    outputOf(rolled.result);
    expect(rolled.writes).toEqual([`PUT /user/tokens/${tokenId}/value`]);
    expect((await stack.outputs())["known"]).toEqual(expect.stringMatching(/^.{40}/));
  });

  it("imports a list with all its items, and the next preview is unchanged", async () => {
    const id = await seedList(stack, [{ ip: "192.0.2.1", comment: "by hand" }]);
    const { output } = await imported("edge:index:List", "office", `${stack.ready.accountId}/${id}`);
    expect(output).toContain("1 imported");
    const list = (await managed()).find(({ type }) => type === "edge:index:List");
    const text = fs.readFileSync(path.join(stack.program, "index.js"), "utf8");
    stack.write("index.js", `${text}new edge.List("office", ${JSON.stringify(list!.inputs)});\n`);
    const { result, writes } = await stack.watch(() => stack.preview("--expect-no-changes"));
    outputOf(result);
    expect(writes).toEqual([]);
  });

  it("imports a filter by its expression", async () => {
    await imported("edge:index:ValidatedFilter", "filter", "ssl and ip.src eq 192.0.2.1");
    const filter = (await managed()).find(({ type }) => type === "edge:index:ValidatedFilter");
    expect(filter?.inputs).toEqual({ expression: "ssl and ip.src eq 192.0.2.1" });
    const hash = createHash("sha256").update("ssl and ip.src eq 192.0.2.1").digest("hex");
    expect(filter?.id).toBe(hash.slice(0, 16));
  });

  it.each([
    ["ZoneEntrypointRuleset", "nonsense", "write <zone id>/<phase>"],
    ["ApiToken", "nonsense", "write user/<token id> or account/<account id>/<token id>"],
    ["OwaspConfig", "nonsense", "write <zone id>/<managed ruleset id>"],
    ["List", "nonsense", "write <account id>/<list id>"],
    ["Ruleset", "nonsense", "write account/<account id>/<ruleset id>"],
    ["GatewayEndpoint", "nonsense", 'network: must be "mainnet" or "sepolia", found "nonsense"'],
    ["GatewayEndpoint", "rinkeby", '"rinkeby" was retired'],
    ["ValidatedFilter", "http.nonsense eq 1", "expression: The filter expression is not valid"],
    ["ValidatedFilter", "0123456789abcdef", "import a filter by its expression"],
    [
      "ZoneEntrypointRuleset",
      "ZONE/http_request_dynamic_redirect",
      "There is no ZoneEntrypointRuleset with the id",
    ],
  ])("rejects %s %s", async (kind, id, message) => {
    const given = id.replace("ZONE", zoneId);
    const { result, writes } = await stack.watch(() =>
      stack.pulumi(["import", `edge:index:${kind}`, "wrong", given, "--yes", "--skip-preview"]),
    );
    expect(outputOf(result, 1).replace(/\s+/g, " ")).toContain(message);
    expect(writes).toEqual([]);
  });

  async function managed(): Promise<StateResource[]> {
    const { deployment } = await stack.exportState();
    return (deployment.resources ?? []).filter(({ type }) => type.startsWith("edge:index:"));
  }
});
