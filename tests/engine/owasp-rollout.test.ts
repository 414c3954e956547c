import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";

describe("the example owasp-rollout", () => {
  let stack: EdgeStack;
  // With the permissions that its README lists. The first run checks the types, as by default.
  beforeAll(async () => {
    stack = await createEdgeStack({
      program: "examples/owasp-rollout",
      credentials: "least",
      policyPack: "policy",
    });
    await stack.setConfig("logOnlyUntil", dayIn(20));
  });
  afterAll(() => stack.dispose());

  it("logs until a day, adds an exception, then acts, all accepted by the policies: each change is one PATCH", async () => {
    const fresh = outputOf(await stack.preview());
    expect(fresh).toMatch(/OWASP of zone [a-z.-]+: turns 42 managed rules on; then 42 of 55 are on \(/);
    stack.env["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true";
    outputOf(await stack.up());
    expect(await scoring(stack)).toMatchObject({ action: "log", score_threshold: 40 });

    outputOf(await stack.pulumi(["config", "set", "--path", "exceptions[0]", "942110"]));
    const preview = await stack.pulumi(["preview"], { EDGE_LOG: "info" });
    expect(outputOf(preview)).toMatch(/turns 1 managed rule off; then 41 of 55 are on \(/);
    expect(outputOf(preview)).toMatch(
      /^ +- 942110: SQL Injection Attack: Common Injection Testing Detected$/m,
    );
    const excepted = await stack.watch(() => stack.up());
    expect(outputOf(excepted.result)).toMatch(
      /http_request_firewall_managed: changed rule "owasp-core-ruleset": PATCH \//,
    );
    expect(excepted.writes).toHaveLength(1);

    await stack.setConfig("logOnlyUntil", dayIn(-1));
    const ended = await stack.preview();
    expect(ended.code).not.toBe(0);
    const reported = ended.stdout + ended.stderr;
    expect(reported).toMatch(/require-owasp[^]*it only logs, and its last day for that was/);
    expect(reported).toMatch(/warning: logging only was to end on .*Nothing changes by itself/);

    outputOf(await stack.pulumi(["config", "rm", "logOnlyUntil"]));
    const acting = await stack.watch(() => stack.up("--diff"));
    expect(outputOf(acting.result)).toMatch(/~ action *: "log" => "managed_challenge"/);
    expect(acting.writes).toEqual([expect.stringMatching(/^PATCH .*\/rules\//)]);
    expect(await scoring(stack)).toMatchObject({ action: "managed_challenge", score_threshold: 40 });

    outputOf(await stack.refresh("--expect-no-changes"));
    expect(outputOf(await stack.up())).toMatch(/2 unchanged/);
    outputOf(await stack.destroy());
    // The credential of this run only.
    expect(await stack.api.leftovers()).toEqual(["token deploys"]);
  });
});

/** Returns the override of the scoring rule, read from the platform. */
async function scoring(stack: EdgeStack): Promise<unknown> {
  const zoneId = String((await stack.outputs())["zoneId"]);
  const { rules } = await stack.api.entrypoint(zoneId, "http_request_firewall_managed");
  return rules[0]?.action_parameters?.overrides?.rules?.at(-1);
}

/** Returns the day in so many days, in UTC. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
