/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { newZone, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as unknown;

interface Rule {
  id: string;
  ref: string;
  version: string;
}

/** Creates an entry point with the rules a, b and c in a new zone. */
async function newEntrypoint(phase = "http_request_firewall_custom", rules = ["a", "b", "c"].map(rule)) {
  const rulesets = `/zones/${await newZone(platform)}/rulesets`;
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
  it("answers the next version of the whole ruleset, with the rule at its end", async () => {
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
    ["two positions at once", { index: 1, before: "" }],
    ["an empty position", {}],
    ["an unknown rule", { before: "0".repeat(32) }],
  ])("refuses %s", async (_, position) => {
    const { at } = await newEntrypoint();
    const answer = await platform.api("POST", at, { body: { ...rule("d"), position } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].source.pointer).toMatch(/^\/position/);
  });
});

describe("concurrent writes to one ruleset", () => {
  it("are all applied, and make consecutive versions", async () => {
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

  it("does not merge: omitted members are removed", async () => {
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

  it("moves a rule if the body is only a position, and keeps the versions of all rules", async () => {
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

  it("answers 404 for an unknown rule", async () => {
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
