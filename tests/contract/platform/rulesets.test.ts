/* eslint-disable @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import {
  EXAMPLE_COM,
  failed,
  newZone,
  ok,
  OWASP,
  useTestPlatform,
  type Answer,
} from "../../support/platform";

const platform = useTestPlatform();

const ID = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as unknown;

const custom = { name: "default", kind: "zone", phase: "http_request_firewall_custom" };

async function newRuleset(rules: unknown[]): Promise<{ at: string; ruleset: Answer["body"] }> {
  const zone = await newZone(platform);
  const { status, body } = await platform.api("POST", `/zones/${zone}/rulesets`, {
    body: { ...custom, rules },
  });
  expect(status).toBe(200);
  return { at: `/zones/${zone}/rulesets/${body.result.id}`, ruleset: body.result };
}

describe("POST {scope}/rulesets", () => {
  it("answers version 1 of a zone ruleset, with default values", async () => {
    const zone = await newZone(platform);
    const answer = await platform.api("POST", `/zones/${zone}/rulesets`, {
      body: {
        ...custom,
        rules: [
          { action: "block", expression: "ip.src eq 192.0.2.1", ref: "mine" },
          { action: "skip", action_parameters: { ruleset: "current" }, expression: "true", enabled: false },
        ],
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      ok({
        id: ID,
        name: "default",
        description: "",
        kind: "zone",
        version: "1",
        source: "firewall_custom",
        last_updated: TIME,
        phase: "http_request_firewall_custom",
        rules: [
          {
            id: ID,
            version: "1",
            ref: "mine",
            action: "block",
            expression: "ip.src eq 192.0.2.1",
            enabled: true,
            last_updated: TIME,
          },
          {
            id: ID,
            version: "1",
            ref: ID,
            action: "skip",
            action_parameters: { ruleset: "current" },
            expression: "true",
            enabled: false,
            logging: { enabled: true },
            last_updated: TIME,
          },
        ],
      }),
    );
    expect(answer.body.result.rules[1].ref).toBe(answer.body.result.rules[1].id);
  });

  it("refuses a second entry point of a phase with 20217 at /kind", async () => {
    const zone = await newZone(platform);
    await platform.api("POST", `/zones/${zone}/rulesets`, { body: custom });
    const answer = await platform.api("POST", `/zones/${zone}/rulesets`, { body: custom });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      failed({
        code: 20217,
        message:
          "'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase http_request_firewall_custom",
        source: { pointer: "/kind" },
      }),
    );
  });

  it.each([
    ["POST", "", { name: "x", kind: "root", phase: "http_request_dynamic_redirect" }],
    ["PUT", "/phases/http_request_dynamic_redirect/entrypoint", { rules: [] }],
  ])("refuses kind root by %s with 20004 for a phase that accounts do not have", async (method, at, body) => {
    const answer = await platform.api(method, `/accounts/${platform.accountId}/rulesets${at}`, { body });
    expect(answer.body).toEqual(
      failed({
        code: 20004,
        message: `'root' is not a valid value for kind because kind "root" cannot be used for phase "http_request_dynamic_redirect"`,
        source: { pointer: "/kind" },
      }),
    );
  });

  it("creates a custom ruleset of an account, and the entry point that executes it", async () => {
    const rulesets = `/accounts/${platform.accountId}/rulesets`;
    const made = await platform.api("POST", rulesets, {
      body: { ...custom, name: "shared", kind: "custom" },
    });
    expect(made.body.result).toMatchObject({ kind: "custom", version: "1" });
    const { id } = made.body.result as { id: string };
    const root = await platform.api("POST", rulesets, {
      body: {
        ...custom,
        kind: "root",
        rules: [
          {
            action: "execute",
            action_parameters: { id },
            expression: '(cf.zone.name eq "example.com") and cf.zone.plan eq "ENT"',
          },
        ],
      },
    });
    expect(root.status).toBe(200);
    const refused = await platform.api("DELETE", `${rulesets}/${id}`);
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      400,
      expect.stringContaining("executes it"),
    ]);
    expect((await platform.api("DELETE", `${rulesets}/${root.body.result.id}`)).status).toBe(204);
    expect((await platform.api("DELETE", `${rulesets}/${id}`)).status).toBe(204);
  });

  it("refuses kind managed", async () => {
    const answer = await platform.api("POST", `/accounts/${platform.accountId}/rulesets`, {
      body: { ...custom, kind: "managed" },
    });
    expect(answer.status).toBe(400);
  });
});

describe("source", () => {
  it.each([
    ["http_request_firewall_custom", "firewall_custom"],
    ["http_request_firewall_managed", "firewall_managed"],
    ["http_ratelimit", "rate_limit"],
    ["http_response_firewall_managed", "dlp"],
    ["http_config_settings", undefined],
  ])("of %s is %s", async (phase, source) => {
    const at = `/zones/${await newZone(platform)}/rulesets`;
    const answer = await platform.api("POST", at, { body: { name: "default", kind: "zone", phase } });
    expect(answer.body.result.source).toBe(source);
    const list = await platform.api("GET", at);
    expect(list.body.result).toContainEqual(answer.body.result);
  });
});

describe("GET {scope}/rulesets", () => {
  it("lists an account's managed rulesets without rules and without result_info", async () => {
    const answer = await platform.api("GET", `/accounts/${platform.accountId}/rulesets`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["result", "success", "errors", "messages"]);
    expect(answer.body.result).toContainEqual({
      id: "4814384a9e5d4991b9815dcfc25d2f1f",
      name: "Cloudflare OWASP Core Ruleset",
      description: expect.any(String) as unknown,
      kind: "managed",
      version: "36",
      source: "firewall_managed",
      last_updated: TIME,
      phase: "http_request_firewall_managed",
    });
  });

  it("lists the rulesets of a zone and the managed rulesets", async () => {
    const { at, ruleset } = await newRuleset([{ action: "log", expression: "true" }]);
    const answer = await platform.api("GET", at.replace(/\/[^/]*$/, ""));
    const listed = answer.body.result as { id: string; kind: string }[];
    expect(listed[0]).toEqual({ ...ruleset, rules: undefined });
    expect(listed.slice(1).every(({ kind }) => kind === "managed")).toBe(true);
  });
});

describe("GET {scope}/rulesets/{id}", () => {
  it("ends the OWASP ruleset with the rule that has the score threshold", async () => {
    const answer = await platform.api("GET", `/accounts/${platform.accountId}/rulesets/${OWASP}`);
    expect(answer.body.result.rules.at(-1)).toEqual({
      id: "6179ae15870a4bb7b2d480d4843b323c",
      version: "35",
      action: "block",
      score_threshold: 40,
      description: "949110: Inbound Anomaly Score Exceeded",
      ref: "ad0beb2fce9f149e565ee78d6e659d47",
      enabled: true,
      last_updated: TIME,
    });
  });

  it("answers OWASP rules with number and paranoia level, and without expression", async () => {
    const answer = await platform.api("GET", `/zones/${EXAMPLE_COM}/rulesets/${OWASP}`);
    const rules = answer.body.result.rules as { description: string; categories: string[] }[];
    const rule = rules.find(({ description }) => description.startsWith("920272"));
    expect(rule).toEqual({
      id: ID,
      version: "34",
      action: "score",
      action_parameters: { increment: 5 },
      categories: ["application-multi", "protocol-enforcement", "paranoia-level-3"],
      description: "920272: Invalid character in request (outside of printable chars below ascii 127)",
      ref: ID,
      enabled: true,
      last_updated: TIME,
    });
  });

  it("answers 404 for an unknown ruleset", async () => {
    const answer = await platform.api("GET", `/zones/${EXAMPLE_COM}/rulesets/${"0".repeat(32)}`);
    expect(answer.status).toBe(404);
    expect(answer.body.errors[0].message).toContain("could not find ruleset");
  });

  it("omits `rules` if there are none", async () => {
    const { at, ruleset } = await newRuleset([]);
    expect(ruleset).not.toHaveProperty("rules");
    expect((await platform.api("GET", at)).body.result).toEqual(ruleset);
  });
});

describe("PUT {scope}/rulesets/{id}", () => {
  const rules = [
    { action: "block", expression: "ip.src eq 192.0.2.1", ref: "one" },
    { action: "log", expression: "ip.src eq 192.0.2.2" },
  ];

  it("keeps rules with a known id or ref, creates the others, and increments versions", async () => {
    const { at, ruleset } = await newRuleset(rules);
    const [one, two] = ruleset.rules;
    const answer = await platform.api("PUT", at, {
      body: {
        rules: [
          { id: two.id, action: "log", expression: "ip.src eq 192.0.2.2", ref: two.ref },
          { ref: "one", action: "block", expression: "ip.src eq 192.0.2.9" },
          { action: "log", expression: "ip.src eq 192.0.2.2" },
        ],
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.result.version).toBe("2");
    expect(answer.body.result.rules).toEqual([
      two,
      { ...one, version: "2", expression: "ip.src eq 192.0.2.9", last_updated: TIME },
      { ...two, id: ID, ref: ID, last_updated: TIME },
    ]);
    expect([one.id, two.id]).not.toContain(answer.body.result.rules[2].id);
  });

  it("keeps the rules if the body has only a description, or null", async () => {
    const { at, ruleset } = await newRuleset(rules);
    const answer = await platform.api("PUT", at, { body: { description: "ours" } });
    expect(answer.body.result).toEqual({ ...ruleset, version: "2", description: "ours", last_updated: TIME });
    const again = await platform.api("PUT", at, { body: { description: null, rules: null } });
    expect(again.body.result).toEqual({ ...answer.body.result, version: "3", last_updated: TIME });
  });

  it("accepts unchanged name, kind and phase, and refuses changes", async () => {
    const { at } = await newRuleset(rules);
    expect((await platform.api("PUT", at, { body: { ...custom, rules } })).status).toBe(200);
    const answer = await platform.api("PUT", at, { body: { ...custom, phase: "http_ratelimit", rules } });
    expect([answer.status, answer.body.errors[0].source]).toEqual([400, { pointer: "/phase" }]);
  });

  it("refuses managed rulesets", async () => {
    const at = `/zones/${EXAMPLE_COM}/rulesets/${OWASP}`;
    expect((await platform.api("PUT", at, { body: { description: "x" } })).status).toBe(400);
  });
});

describe("DELETE {scope}/rulesets/{id}", () => {
  it("answers 204 without a body, and deletes all versions", async () => {
    const { at } = await newRuleset([{ action: "log", expression: "true" }]);
    const answer = await platform.api("DELETE", at);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect((await platform.api("GET", at)).status).toBe(404);
    expect((await platform.api("GET", `${at}/versions/1`)).status).toBe(404);
  });
});
