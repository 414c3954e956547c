import { startPlatform, type LocalPlatform } from "../../cli/local-platform";
import { outputOf } from "../support/edge-stack";
import { createWorkspace, type Workspace } from "../support/engine";

const ZONES = 20;
const LIMIT = 30;
const WINDOW_SECONDS = 10;

const PROGRAM = {
  "index.ts": `
    import { ZoneEntrypointRuleset } from "pulumi-edge-platform";
    for (const zoneId of process.env.ZONE_IDS!.split(","))
      new ZoneEntrypointRuleset(zoneId, {
        zoneId,
        phase: "http_request_firewall_custom",
        rules: [{ ref: "admin", action: "log", expression: 'http.request.uri.path eq "/admin"' }],
      });
  `,
};

describe("two stacks that are updated concurrently with one credential", () => {
  let platform: LocalPlatform;
  const stacks: Workspace[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ rateLimit: LIMIT, rateWindow: WINDOW_SECONDS });
    for (const stack of ["one", "other"]) {
      const names = Array.from({ length: ZONES }, (_, i) => ({ name: `${stack}-${i}.example` }));
      const { zones } = await platform.control.seed({ zones: names });
      const env = { ...platform.environment, ZONE_IDS: zones.map(({ id }) => id).join(",") };
      stacks.push(await createWorkspace({ program: PROGRAM, env }));
    }
  });
  afterAll(async () => {
    await Promise.all(stacks.map((stack) => stack.dispose()));
    await platform.close();
  });

  it("both end, although the limit refuses some of their requests", async () => {
    for (const result of await Promise.all(stacks.map((stack) => stack.up()))) outputOf(result);
    const { requests } = await platform.control.requests();
    const answered = requests.filter(({ status }) => status !== 429);
    expect(answered.length).toBeGreaterThanOrEqual(stacks.length * ZONES);
  });

  it("print how long a run waits and why, without EDGE_LOG", async () => {
    await platform.control.replaceFaults([
      { method: "GET", path: "/rulesets", kind: "status", status: 429, retryAfter: 6, times: 1 },
    ]);
    const output = outputOf(await stacks[0]!.refresh());
    expect(output).toContain("edge: waiting 6 s: the API asked for a pause (status 429)");
  });
});
