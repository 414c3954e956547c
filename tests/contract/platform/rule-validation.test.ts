/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { newZone, OWASP, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

function rule(ref: string): Record<string, unknown> {
  return { ref, action: "block", expression: `http.host eq "${ref}"` };
}

/** Creates an entry point in a new zone, and returns the path of its rules. */
async function newEntrypoint(phase = "http_request_firewall_custom", rules = [rule("a")]): Promise<string> {
  const rulesets = `/zones/${await newZone(platform)}/rulesets`;
  const made = await platform.api("PUT", `${rulesets}/phases/${phase}/entrypoint`, { body: { rules } });
  expect(made.status).toBe(200);
  return `${rulesets}/${made.body.result.id}/rules`;
}

describe("validation of a rule", () => {
  const refused = async (body: unknown, phase?: string) => {
    const at = await newEntrypoint(phase, []);
    const answer = await platform.api("POST", at, { body });
    expect([answer.status, answer.body.success, answer.body.result]).toEqual([400, false, null]);
    return answer.body.errors as unknown;
  };

  it("reports an unknown member", async () => {
    expect(await refused({ ...rule("d"), expresion: "true" })).toEqual([
      { message: 'invalid JSON: unknown field "expresion"', source: { pointer: "/expresion" } },
    ]);
  });

  it.each([
    ["id under log", { action: "log", action_parameters: { id: "x" } }, "id"],
    ["ruleset under block", { action: "block", action_parameters: { ruleset: "current" } }, "ruleset"],
    ["bic under skip", { action: "skip", action_parameters: { phase: "current", bic: true } }, "bic"],
  ])("reports a member of another action: %s", async (_, change, member) => {
    expect(await refused({ ...rule("d"), ...change })).toEqual([
      {
        message: `invalid JSON: unknown field "${member}"`,
        source: { pointer: `/action_parameters/${member}` },
      },
    ]);
  });

  it("reports an unknown action", async () => {
    expect(await refused({ ...rule("d"), action: "allow" })).toEqual([
      { message: "unknown variant for action: allow", source: { pointer: "/action" } },
    ]);
  });

  it("reports missing action parameters with 20113", async () => {
    expect(await refused({ action: "set_config", expression: "true" }, "http_config_settings")).toEqual([
      {
        code: 20113,
        message: "action parameters are required for the set_config action",
        source: { pointer: "/action_parameters" },
      },
    ]);
  });

  it("refuses an action that the phase does not support", async () => {
    expect(await refused({ action: "block", expression: "true" }, "http_request_origin")).toEqual([
      {
        message:
          "'block' is not a valid value for Action because it is not possible to use the block action in a ruleset with phase http_request_origin and kind zone",
        source: { pointer: "/action" },
      },
    ]);
  });

  it("refuses a blank expression with 20125", async () => {
    expect(await refused({ action: "block", expression: "" })).toEqual([
      {
        code: 20125,
        message: "'' is not a valid value for expression because the expression cannot be blank",
        source: { pointer: "/expression" },
      },
    ]);
  });

  it("contains the parse error of an invalid expression", async () => {
    expect(await refused({ action: "block", expression: "URI Path contains" })).toEqual([
      {
        message:
          "'URI Path contains' is not a valid value for expression because could not parse filter expression: Filter parsing error (1:1):\nURI Path contains\n^^^ unknown identifier\n",
        source: { pointer: "/expression" },
      },
    ]);
  });

  it("points into the list of a PUT, and reports all problems at once", async () => {
    const at = await newEntrypoint();
    const answer = await platform.api("PUT", at.replace(/\/rules$/, ""), {
      body: { rules: [rule("a"), { action: "nope", expression: "" }] },
    });
    expect(answer.body.errors).toEqual([
      { message: "unknown variant for action: nope", source: { pointer: "/rules/1/action" } },
      {
        code: 20125,
        message: "'' is not a valid value for expression because the expression cannot be blank",
        source: { pointer: "/rules/1/expression" },
      },
    ]);
  });

  it.each([
    ["a ref of another rule", rule("a")],
    ["an expression of 4,097 characters", { ...rule("d"), expression: `http.host eq "${"x".repeat(4082)}"` }],
    [
      "a rate limit in another phase",
      { ...rule("d"), ratelimit: { characteristics: ["cf.colo.id"], period: 10 } },
    ],
    ["an incomplete block response", { ...rule("d"), action_parameters: { response: { status_code: 403 } } }],
  ])("refuses %s", async (_, body) => {
    const at = await newEntrypoint();
    expect((await platform.api("POST", at, { body })).status).toBe(400);
  });

  it("requires cf.colo.id in rate limiting rules of a zone", async () => {
    const ratelimit = { characteristics: ["ip.src"], period: 10, requests_per_period: 5 };
    const body = { action: "block", expression: "true", ratelimit };
    expect(await refused(body, "http_ratelimit")).toEqual([
      expect.objectContaining({ source: { pointer: "/ratelimit/characteristics" } }),
    ]);
    const at = await newEntrypoint("http_ratelimit", []);
    const good = { ...body, ratelimit: { ...ratelimit, characteristics: ["ip.src", "cf.colo.id"] } };
    expect((await platform.api("POST", at, { body: good })).status).toBe(200);
  });
});

describe("overrides of the OWASP ruleset", () => {
  const deploy = (overrides: unknown) => ({
    action: "execute",
    action_parameters: { id: OWASP, version: "latest", overrides },
    expression: "true",
    enabled: true,
  });
  const LAST = "6179ae15870a4bb7b2d480d4843b323c";

  it("accept paranoia levels, and score threshold and action of the last rule", async () => {
    const at = await newEntrypoint("http_request_firewall_managed", []);
    const overrides = {
      categories: [
        { category: "paranoia-level-3", enabled: false },
        { category: "paranoia-level-4", enabled: false },
      ],
      rules: [{ id: LAST, score_threshold: 25, action: "managed_challenge" }],
    };
    const answer = await platform.api("POST", at, { body: deploy(overrides) });
    expect(answer.status).toBe(200);
    expect(answer.body.result.rules[0].action_parameters).toEqual({
      id: OWASP,
      version: "latest",
      overrides,
    });
  });

  it.each([
    [
      "a category that no rule has",
      { categories: [{ category: "paranoia-level-5", enabled: false }] },
      "/categories/0/category",
    ],
    ["a rule that is not there", { rules: [{ id: "0".repeat(32), enabled: false }] }, "/rules/0/id"],
    ["a rule override of nothing", { rules: [{ id: LAST }] }, "/rules/0"],
    ["no member", {}, ""],
    ["threshold 0", { rules: [{ id: LAST, score_threshold: 0 }] }, "/rules/0/score_threshold"],
    ["an empty list", { rules: [] }, "/rules"],
    ["an unknown member", { paranoia: 2 }, "/paranoia"],
    ["an action that managed rules do not take", { action: "skip" }, "/action"],
    ["a sensitivity level", { sensitivity_level: "low" }, "/sensitivity_level"],
  ])("refuse %s", async (_, overrides, pointer) => {
    const at = await newEntrypoint("http_request_firewall_managed", []);
    const answer = await platform.api("POST", at, { body: deploy(overrides) });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].source.pointer).toBe(`/action_parameters/overrides${pointer}`);
  });

  it("refuse a ruleset that does not exist or belongs to another phase", async () => {
    const at = await newEntrypoint("http_request_firewall_managed", []);
    for (const id of ["0".repeat(32), "4d21379b4f9f4bb088e0729962c8b3cf"]) {
      const body = { action: "execute", action_parameters: { id }, expression: "true" };
      const answer = await platform.api("POST", at, { body });
      expect(answer.body.errors[0].source).toEqual({ pointer: "/action_parameters/id" });
    }
  });
});
