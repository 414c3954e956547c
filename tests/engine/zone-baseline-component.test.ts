import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { plainRef } from "../support/live";

const PROGRAM = `import * as pulumi from "@pulumi/pulumi";
import { ValidatedFilter, ZoneBaseline } from "pulumi-edge-platform";

const config = new pulumi.Config();
// Known once the filter is made: in the first preview nobody knows the zone.
const zoneId = new ValidatedFilter("first", { expression: "ssl" }).fields.apply(() => config.require("zoneId"));
new ZoneBaseline(
  config.require("name"),
  {
    zoneId,
    logOnlyUntil: "2099-12-31",
    filters: { login: 'http.request.uri.path eq "/login"' },
    customRules: ({ login }) => [
      { ref: "scanners", action: config.require("action") as "log" | "block", expression: 'http.user_agent contains "sqlmap"' },
      { ref: "plain-login", expression: pulumi.interpolate\`not ssl and \${login}\` },
    ],
    rateLimits: ({ login }) => [{ ref: "login", expression: login, requestsPerPeriod: 20 }],
  },
  { aliases: [{ name: "site" }] },
);
`;
const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const LIMITS = "http_ratelimit";

/** One sequence of tests, in a zone with foreign rules in its phases. */
describe("a ZoneBaseline", () => {
  let stack: EdgeStack;
  let zoneId: string;

  beforeAll(async () => {
    stack = await createEdgeStack({
      program: { "index.ts": PROGRAM },
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    });
    zoneId = (await stack.api.zones())[0]?.id ?? "";
    await stack.setConfig("zoneId", zoneId);
    await stack.setConfig("name", "site");
    await stack.setConfig("action", "log");
    for (const phase of [CUSTOM, MANAGED]) {
      const skip = { action: "skip", action_parameters: { ruleset: "current" }, expression: "ssl" };
      const body = { name: "theirs", kind: "zone", phase, rules: [{ ref: "theirs", ...skip }] };
      expect((await stack.api.call("POST", `/zones/${zoneId}/rulesets`, { body })).status).toBe(200);
    }
  });
  afterAll(() => stack.dispose());

  const requestsOf = async (step: "preview" | "up" | "destroy") => {
    const { requests } = await stack.api.watch(async () => outputOf(await stack[step]()));
    return requests;
  };
  const rulesIn = async (phase: string) =>
    (await stack.api.entrypoint(zoneId, phase)).rules.map((rule) => ({ ...rule, ref: plainRef(rule.ref) }));

  it("can be previewed before its zone is known", async () => {
    expect(outputOf(await stack.preview())).toMatch(/edge:index:ZoneBaseline/);
  });

  it("appends rules that log behind foreign rules: the managed rules, then OWASP", async () => {
    outputOf(await stack.up());
    expect(await rulesIn(CUSTOM)).toMatchObject([
      { ref: "theirs", action: "skip" },
      { ref: "scanners", action: "log" },
      { ref: "plain-login", action: "log" },
    ]);
    expect(await rulesIn(LIMITS)).toMatchObject([{ ref: "login", action: "log" }]);
    const [theirs, managed, owasp] = await rulesIn(MANAGED);
    expect(theirs).toMatchObject({ ref: "theirs", action: "skip" });
    expect(managed?.action_parameters).toMatchObject({ overrides: { action: "log" } });
    expect(owasp?.action_parameters).toMatchObject({
      overrides: { rules: [{ score_threshold: 40, action: "log" }] },
    });
  });

  it("sends no request if nothing changed, also if it was renamed with an alias", async () => {
    expect(await requestsOf("up")).toEqual([]);
    await stack.setConfig("name", "shop");
    expect(await requestsOf("up")).toEqual([]);
    expect(outputOf(await stack.pulumi(["stack", "--show-urns"]))).toContain("::shop-owasp");
  });

  it("switches one rule to block with one read and one PATCH", async () => {
    await stack.setConfig("action", "block");
    expect((await requestsOf("up")).map(({ method }) => method)).toEqual(["GET", "PATCH"]);
    expect(await rulesIn(CUSTOM)).toMatchObject([{ action: "skip" }, { action: "block" }, { action: "log" }]);
  });

  it("keeps foreign rules at destroy", async () => {
    outputOf(await stack.destroy());
    expect(await rulesIn(CUSTOM)).toMatchObject([{ ref: "theirs" }]);
    expect(await rulesIn(MANAGED)).toMatchObject([{ ref: "theirs" }]);
    expect((await stack.api.entrypoints(zoneId)).map(({ phase }) => phase).sort()).toEqual([CUSTOM, MANAGED]);
  });
});
