import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import type { PulumiResult } from "../support/engine";
import { EXAMPLE_COM } from "../support/platform";

const ZONE_WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";
const RULES = `
const edge = require("pulumi-edge-platform");
new edge.ZoneEntrypointRuleset("custom", {
  zoneId: "${EXAMPLE_COM}",
  phase: "http_request_firewall_custom",
  rules: [{ ref: "bots", action: "log", expression: "cf.client.bot" }],
});
`;

/** The engine hands refresh and destroy the configuration of the last `up`, not the current one. */
describe("a credential in the stack's configuration that has changed since the last up", () => {
  let stack: EdgeStack;
  let fresh: string;

  async function newToken(): Promise<{ id: string; value: string }> {
    const policies = [
      {
        effect: "allow",
        resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
        permission_groups: [{ id: ZONE_WAF_WRITE }],
      },
    ];
    const made = await stack.api.call("POST", "/user/tokens", { body: { name: "deploys", policies } });
    return made.result as { id: string; value: string };
  }

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": RULES }, credentials: "none" });
    const old = await newToken();
    await stack.setConfig("edge:apiToken", old.value, { secret: true });
    outputOf(await stack.up());
    // A manual rotation: the old token ends, and the new one is in the configuration.
    fresh = (await newToken()).value;
    await stack.setConfig("edge:apiToken", fresh, { secret: true });
    await stack.api.call("DELETE", `/user/tokens/${old.id}`);
  });
  afterAll(() => stack.dispose());

  it.each(["refresh", "destroy"] as const)(
    "fails a %s with an error that names the source and the fix",
    async (step) => {
      const output = failed(await stack[step]());
      expect(output).toContain(
        "The credential from stack configuration edge:apiToken is not permitted to do this, or is unknown to the API.",
      );
      expect(output).toContain("run `pulumi up`, add --run-program, or set EDGE_API_TOKEN.");
      expect(output).not.toContain(fresh);
    },
  );

  it("names the environment variable instead, if the credential comes from there", async () => {
    const env = { EDGE_API_TOKEN: "cfut_nobody_knows_this_one_0123456789_but_it_is_well_formed" };
    const output = failed(await stack.pulumi(["refresh", "--yes", "--skip-preview"], env));
    expect(output).toContain("The credential from EDGE_API_TOKEN is not permitted to do this");
    expect(output).not.toContain("the last up");
  });

  it("works again after each fix that the error names", async () => {
    outputOf(await stack.pulumi(["refresh", "--yes", "--skip-preview"], { EDGE_API_TOKEN: fresh }));
    outputOf(await stack.refresh("--run-program"));
    outputOf(await stack.up());
    outputOf(await stack.destroy());
  });
});

/** The output of a failed run, on one line. */
function failed({ code, stdout, stderr }: PulumiResult): string {
  expect(code).not.toBe(0);
  return (stdout + stderr).replaceAll(/\s+/g, " ");
}
