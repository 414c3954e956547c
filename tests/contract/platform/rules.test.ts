/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { OWASP, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as unknown;

interface Rule {
  id: string;
  ref: string;
  version: string;
}

let zones = 0;

/** An entry point with rules a, b and c in a zone of its own. */
async function newEntrypoint(phase = "http_request_firewall_custom", rules = ["a", "b", "c"].map(rule)) {
  zones += 1;
  const zone = await platform.api("POST", "/zones", {
    body: { name: `zone-${zones}.example`, account: { id: platform.accountId } },
  });
  const rulesets = `/zones/${zone.body.result.id}/rulesets`;
  const made = await platform.api("PUT", `${rulesets}/phases/${phase}/entrypoint`, { body: { rules } });
  expect(made.status).toBe(200);
  const ruleset = made.body.result as { id: string; rules: Rule[] };
  return { at: `${rulesets}/${ruleset.id}/rules`, ruleset, rules: ruleset.rules };
}

function rule(ref: string): Record<string, unknown> {
  return { ref, action: "block", expression: `http.host eq "${ref}"` };
}

const refs = (answer: { body: { result: { rules: Rule[] } } }) =>
  answer.body.result.rules.map(({ ref }) => ref);

describe("POST …/rules", () => {
  it("answers the whole ruleset with the rule at its end and the next version", async () => {
    const { at, ruleset, rules } = await newEntrypoint();
    const answer = await platform.api("POST", at, { body: rule("d") });
    expect(answer.status).toBe(200);
    expect(answer.body.result).toEqual({
      ...ruleset,
      version: "2",
      last_updated: TIME,
      rules: [
        ...rules,
        {
          id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
          version: "1",
          action: "block",
          expression: 'http.host eq "d"',
          ref: "d",
          enabled: true,
          last_updated: TIME,
        },
      ],
    });
  });

  it.each([
    ["first", () => ({ before: "" }), ["d", "a", "b", "c"]],
    ["last", () => ({ after: "" }), ["a", "b", "c", "d"]],
    ["before a rule", (rules: Rule[]) => ({ before: rules[1]!.id }), ["a", "d", "b", "c"]],
    ["after a rule", (rules: Rule[]) => ({ after: rules[1]!.id }), ["a", "b", "d", "c"]],
    ["at an index from 1", () => ({ index: 2 }), ["a", "d", "b", "c"]],
    ["at the index after the last", () => ({ index: 4 }), ["a", "b", "c", "d"]],
  ])("puts the rule %s", async (_, position, expected) => {
    const { at, rules } = await newEntrypoint();
    const answer = await platform.api("POST", at, { body: { ...rule("d"), position: position(rules) } });
    expect(refs(answer)).toEqual(expected);
  });

  it.each([
    ["an index past the end", { index: 5 }],
    ["index 0", { index: 0 }],
    ["two ways at once", { index: 1, before: "" }],
    ["no way", {}],
    ["a rule that is not there", { before: "0".repeat(32) }],
  ])("refuses %s", async (_, position) => {
    const { at } = await newEntrypoint();
    const answer = await platform.api("POST", at, { body: { ...rule("d"), position } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].source.pointer).toMatch(/^\/position/);
  });
});

describe("many writes at once to one ruleset", () => {
  it("lose none, and make consecutive versions", async () => {
    const { at, ruleset } = await newEntrypoint();
    const added = Array.from({ length: 100 }, (_, i) => `rule-${i}`);
    const answers = await Promise.all(added.map((ref) => platform.api("POST", at, { body: rule(ref) })));
    const versions = answers.map(({ body }) => Number(body.result.version)).sort((a, b) => a - b);
    expect(versions).toEqual(added.map((_, i) => i + 2));
    const { body } = await platform.api("GET", at.replace(/\/rules$/, ""));
    const found = body.result.rules.map(({ ref }: Rule) => ref) as string[];
    expect(found.slice(0, 3)).toEqual(ruleset.rules.map(({ ref }) => ref));
    expect(new Set(found.slice(3))).toEqual(new Set(added));
  });
});

describe("PATCH …/rules/{id}", () => {
  it("answers the whole ruleset; only the changed rule has a new version", async () => {
    const { at, ruleset, rules } = await newEntrypoint();
    const answer = await platform.api("PATCH", `${at}/${rules[1]!.id}`, {
      body: { ...rule("b"), enabled: false },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.result).toEqual({
      ...ruleset,
      version: "2",
      last_updated: TIME,
      rules: [rules[0], { ...rules[1], version: "2", enabled: false, last_updated: TIME }, rules[2]],
    });
  });

  it("does not merge: what is left out is gone", async () => {
    const { at } = await newEntrypoint();
    const described = await platform.api("POST", at, { body: { ...rule("d"), description: "why" } });
    const added = described.body.result.rules[3] as Rule;
    const answer = await platform.api("PATCH", `${at}/${added.id}`, { body: rule("d") });
    expect(answer.body.result.rules[3]).toEqual({
      ...added,
      description: undefined,
      version: "2",
      last_updated: TIME,
    });
  });

  it("moves with a body of only a position, and leaves every rule's version", async () => {
    const { at, rules } = await newEntrypoint();
    const answer = await platform.api("PATCH", `${at}/${rules[2]!.id}`, {
      body: { position: { before: "" } },
    });
    expect(answer.body.result.version).toBe("2");
    expect(answer.body.result.rules).toEqual([rules[2], rules[0], rules[1]]);
  });

  it("refuses action_parameters alone", async () => {
    const { at, rules } = await newEntrypoint();
    const answer = await platform.api("PATCH", `${at}/${rules[0]!.id}`, { body: { action_parameters: {} } });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ message: "action is required for action parameters", source: { pointer: "/action" } }],
    ]);
  });

  it("answers 404 for a rule that is not there", async () => {
    const { at } = await newEntrypoint();
    expect((await platform.api("PATCH", `${at}/${"0".repeat(32)}`, { body: rule("a") })).status).toBe(404);
  });
});

describe("DELETE …/rules/{id}", () => {
  it("answers 200 with the whole ruleset", async () => {
    const { at, ruleset, rules } = await newEntrypoint();
    const answer = await platform.api("DELETE", `${at}/${rules[0]!.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.result).toEqual({
      ...ruleset,
      version: "2",
      last_updated: TIME,
      rules: [rules[1], rules[2]],
    });
  });
});

describe("validation of a rule", () => {
  const refused = async (body: unknown, phase?: string) => {
    const { at } = await newEntrypoint(phase, []);
    const answer = await platform.api("POST", at, { body });
    expect([answer.status, answer.body.success, answer.body.result]).toEqual([400, false, null]);
    return answer.body.errors as unknown;
  };

  it("names an unknown member", async () => {
    expect(await refused({ ...rule("d"), expresion: "true" })).toEqual([
      { message: 'invalid JSON: unknown field "expresion"', source: { pointer: "/expresion" } },
    ]);
  });

  it.each([
    ["id under log", { action: "log", action_parameters: { id: "x" } }, "id"],
    ["ruleset under block", { action: "block", action_parameters: { ruleset: "current" } }, "ruleset"],
    ["bic under skip", { action: "skip", action_parameters: { phase: "current", bic: true } }, "bic"],
  ])("names a member of another action: %s", async (_, change, member) => {
    expect(await refused({ ...rule("d"), ...change })).toEqual([
      {
        message: `invalid JSON: unknown field "${member}"`,
        source: { pointer: `/action_parameters/${member}` },
      },
    ]);
  });

  it("names an action that does not exist", async () => {
    expect(await refused({ ...rule("d"), action: "allow" })).toEqual([
      { message: "unknown variant for action: allow", source: { pointer: "/action" } },
    ]);
  });

  it("asks for the parameters of an action with 20113", async () => {
    expect(await refused({ action: "set_config", expression: "true" }, "http_config_settings")).toEqual([
      {
        code: 20113,
        message: "action parameters are required for the set_config action",
        source: { pointer: "/action_parameters" },
      },
    ]);
  });

  it("refuses an action that the phase does not have", async () => {
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

  it("quotes the engine for an expression that does not parse", async () => {
    expect(await refused({ action: "block", expression: "URI Path contains" })).toEqual([
      {
        message:
          "'URI Path contains' is not a valid value for expression because could not parse filter expression: Filter parsing error (1:1):\nURI Path contains\n^^^ unknown identifier\n",
        source: { pointer: "/expression" },
      },
    ]);
  });

  it("points into the list for a PUT, and tells all faults at once", async () => {
    const { at } = await newEntrypoint();
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
    ["a ref that is taken", rule("a")],
    ["an expression of 4,097 characters", { ...rule("d"), expression: `http.host eq "${"x".repeat(4082)}"` }],
    [
      "a rate limit outside of its phase",
      { ...rule("d"), ratelimit: { characteristics: ["cf.colo.id"], period: 10 } },
    ],
    ["half a block response", { ...rule("d"), action_parameters: { response: { status_code: 403 } } }],
  ])("refuses %s", async (_, body) => {
    const { at } = await newEntrypoint();
    expect((await platform.api("POST", at, { body })).status).toBe(400);
  });

  it("wants rate-limiting rules of a zone to count by cf.colo.id", async () => {
    const ratelimit = { characteristics: ["ip.src"], period: 10, requests_per_period: 5 };
    const body = { action: "block", expression: "true", ratelimit };
    expect(await refused(body, "http_ratelimit")).toEqual([
      expect.objectContaining({ source: { pointer: "/ratelimit/characteristics" } }),
    ]);
    const { at } = await newEntrypoint("http_ratelimit", []);
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

  it("take paranoia tags, and score threshold and action of the last rule", async () => {
    const { at } = await newEntrypoint("http_request_firewall_managed", []);
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
    const { at } = await newEntrypoint("http_request_firewall_managed", []);
    const answer = await platform.api("POST", at, { body: deploy(overrides) });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].source.pointer).toBe(`/action_parameters/overrides${pointer}`);
  });

  it("refuse a ruleset that does not exist, or belongs to another phase", async () => {
    const { at } = await newEntrypoint("http_request_firewall_managed", []);
    for (const id of ["0".repeat(32), "4d21379b4f9f4bb088e0729962c8b3cf"]) {
      const body = { action: "execute", action_parameters: { id }, expression: "true" };
      const answer = await platform.api("POST", at, { body });
      expect(answer.body.errors[0].source).toEqual({ pointer: "/action_parameters/id" });
    }
  });
});
