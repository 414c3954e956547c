import { ask, renew, testEngine, watch, withFaults, type State } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";

/** What a person reads of an OwaspConfig, and which requests that costs. */
const KIND = "OwaspConfig";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const ENTRYPOINT = `${RULESETS}/phases/http_request_firewall_managed/entrypoint`;
const ARGS = { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 };
/** As the classes tell in a preview. */
const PREVIEWED = { ...ARGS, __preview: true };
const ABOUT = `OWASP of zone ${EXAMPLE_COM}: `;

interface LiveRule {
  id: string;
  ref: string;
  action_parameters: { id: string; overrides: { categories?: object[]; rules?: { id: string }[] } };
}

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform);
});

const liveRules = async () => (await ask<{ rules: LiveRule[] }>(platform, "GET", ENTRYPOINT)).rules;
/** Somebody edits the deploying rule by hand. */
async function override(state: State, overrides: object): Promise<void> {
  const [rule] = await liveRules();
  await ask(platform, "PATCH", `${RULESETS}/${String(state.outs["rulesetId"])}/rules/${String(rule?.id)}`, {
    ref: rule?.ref,
    action: "execute",
    expression: "true",
    action_parameters: { id: OWASP, overrides: { ...rule?.action_parameters.overrides, ...overrides } },
  });
}
const idOf = async (number: string) => {
  const managed = await ask<{ rules: { id: string; description: string }[] }>(
    platform,
    "GET",
    `${RULESETS}/${OWASP}`,
  );
  return managed.rules.find(({ description }) => description.startsWith(number))?.id ?? "";
};
/** The lines of `work`, in an engine that has just started. */
async function linesOf(work: (engine: ReturnType<typeof testEngine>) => Promise<unknown>, details = false) {
  const fresh = testEngine(platform, {}, { details });
  await work(fresh);
  return fresh.log;
}
const warnings = (lines: readonly string[]) => lines.filter((line) => line.startsWith("warning: "));

describe("the preview of an OwaspConfig", () => {
  it("says how many managed rules a new one turns on, and reads them once for all zones", async () => {
    const zone = { name: "example.org", account: { id: platform.accountId } };
    const { id: zoneId } = await ask<{ id: string }>(platform, "POST", "/zones", zone);
    const { requests } = await watch(platform, async () => {
      await engine.preview(KIND, PREVIEWED);
      await engine.preview(KIND, { ...PREVIEWED, zoneId });
    });
    expect(requests.filter((request) => request.endsWith(OWASP))).toEqual([`GET ${RULESETS}/${OWASP}`]);
    expect(engine.log).toEqual([
      `OWASP of zone example.com: turns 42 managed rules on; then 42 of 55 are on (28 of 28 of level 1, 14 of 14 of level 2, ` +
        "0 of 8 of level 3, 0 of 5 of level 4); EDGE_LOG=info names them",
      expect.stringContaining("turns 42 managed rules on"),
    ]);
  });

  it("continues if the API does not answer, and says what is unknown; only named rules must be looked up", async () => {
    const silent = [{ method: "GET", path: "/rulesets", kind: "status" as const, status: 403 }];
    await withFaults(platform, silent, () => engine.preview(KIND, ARGS));
    expect(engine.log).toEqual([
      expect.stringMatching(
        new RegExp(`^warning: ${ABOUT}the effect on managed rules is not known: GET /zones/`),
      ),
    ]);
    const named = { ...ARGS, rules: [{ number: "941100", enabled: false }] };
    await expect(withFaults(platform, silent, () => engine.preview(KIND, named))).rejects.toThrow("403");
  });

  it("says what a change turns on and off besides foreign overrides, and lists the rules on request", async () => {
    const state = await engine.up(KIND, ARGS);
    await override(state, { rules: [{ id: await idOf("932106"), enabled: false }] });
    const args = { ...PREVIEWED, paranoiaLevel: 3, rules: [{ number: "941100", enabled: false }] };
    const run = (fresh: ReturnType<typeof testEngine>) => fresh.preview(KIND, args, state);
    const [line, ...more] = await linesOf(run);
    expect(line).toMatch(
      /turns 7 managed rules on and 1 off; then 48 of 55 are on .*; EDGE_LOG=info names them$/,
    );
    expect(more).toEqual([]);
    const [, ...names] = await linesOf(run, true);
    expect(names.map((name) => name.slice(0, 10))).toEqual([
      "  + 920272",
      "  + 920300",
      "  + 932190",
      "  + 933161",
      "  + 942251",
      "  + 942460",
      "  + 944300",
      "  - 941100",
    ]);
  });

  it("sends no request and prints nothing if no input has changed", async () => {
    const state = await engine.up(KIND, ARGS);
    const fresh = testEngine(platform);
    const { requests } = await watch(platform, () => fresh.preview(KIND, ARGS, state));
    expect([requests, fresh.log]).toEqual([[], []]);
  });

  it("says nothing about unknown values", async () => {
    const rules = [{ number: "04da6b54-80e4-46f7-96ec-b56ff0331ba9", enabled: false }];
    const { requests } = await watch(platform, () => engine.preview(KIND, { ...ARGS, rules }));
    expect([requests, engine.log]).toEqual([[], []]);
  });

  it("hides the numbers of secret rules", async () => {
    const args = { ...PREVIEWED, rules: [{ number: "941100", enabled: false }], secretInputs: ["rules"] };
    const state = await engine.up(KIND, ARGS);
    const lines = await linesOf((fresh) => fresh.preview(KIND, args, state), true);
    expect(lines[1]).toBe("  - [secret]: XSS Attack Detected via libinjection");
  });
});

describe("an update of an OwaspConfig without a preview", () => {
  it("says in the line of the write which managed rules it turns on and off", async () => {
    const state = await engine.up(KIND, ARGS);
    await engine.up(KIND, { ...ARGS, paranoiaLevel: 3 }, state);
    expect(engine.log).toEqual([
      expect.stringMatching(
        /^http_request_firewall_managed: created a ruleset with 1 rule: POST \S+; turns 42 managed rules on; then 42 of 55 are on /,
      ),
      expect.stringMatching(
        /: changed rule "owasp-core-ruleset": PATCH \S+; stronger: the paranoia level rises from 2 to 3; turns 8 managed rules on/,
      ),
    ]);
  });
});

describe("what defeats an OwaspConfig", () => {
  it("is a warning at the preview of a change, and at the refresh that sees it", async () => {
    const state = await engine.up(KIND, ARGS);
    await override(state, { action: "log" });
    const warning = expect.stringMatching(
      `^warning: ${ABOUT}the override of the whole ruleset with action "log" does not apply to the scoring rule`,
    ) as string;
    const changed = { ...ARGS, scoreThreshold: "high" };
    expect(warnings(await linesOf((fresh) => fresh.preview(KIND, changed, state)))).toEqual([warning]);
    const { result, requests } = await watch(platform, () => linesOf((fresh) => fresh.refresh(KIND, state)));
    expect(result).toEqual([
      `warning: ${ABOUT}drift: an override of the whole ruleset says action: log; the next update repairs it`,
      expect.stringContaining("drift: with another action: 42 managed rules"),
    ]);
    expect(requests).toEqual([`GET ${RULESETS}`, `GET ${ENTRYPOINT}`, `GET ${RULESETS}/${OWASP}`]);
  });

  it("is a warning when a new one is put behind a rule that skips it", async () => {
    const skip = {
      ref: "office",
      action: "skip",
      action_parameters: { ruleset: "current" },
      expression: "ssl",
    };
    const phase = "http_request_firewall_managed";
    await ask(platform, "POST", RULESETS, { name: "default", kind: "zone", phase, rules: [skip] });
    const lines = await linesOf((fresh) => fresh.up(KIND, ARGS));
    expect(warnings(lines)).toEqual([
      expect.stringContaining('the skip rule "office" precedes the deploying rule'),
    ]);
  });
});

describe("a new version of the managed ruleset", () => {
  it("that lost an overridden rule is told at refresh by the rule's number, and the override goes with the next update", async () => {
    const rules = [
      { number: "920272", enabled: false },
      { number: "941100", enabled: false },
    ];
    const state = await engine.up(KIND, { ...ARGS, rules });
    await platform.control("POST", `/managed/${OWASP}`, { remove: ["941100"] });
    const fresh = testEngine(platform);
    const refreshed = await fresh.refresh(KIND, state);
    expect(fresh.log).toEqual([
      `warning: ${ABOUT}Cloudflare OWASP Core Ruleset 37 no longer has what is overridden here: rule 941100. ` +
        "Remove it from `rules` if it is there; the next update drops its override",
    ]);
    expect(refreshed?.inputs["rules"]).toEqual(rules.slice(0, 1));
    if (!refreshed) throw new Error("it is gone");
    expect(await testEngine(platform).problems(KIND, { ...ARGS, rules }, refreshed)).toEqual([
      'rules[1].number: Cloudflare OWASP Core Ruleset (version 37) has no rule with number "941100"; the nearest numbers are "941101", "941110" or "941160"',
    ]);
    const kept = { ...ARGS, rules: rules.slice(0, 1) };
    expect(await linesOf((later) => later.refresh(KIND, refreshed))).toEqual([]);
    await testEngine(platform).up(KIND, { ...kept, paranoiaLevel: 3 }, refreshed);
    const [live] = await liveRules();
    expect(live?.action_parameters.overrides.rules).toHaveLength(2);
  });

  it("that lost nothing of ours is no news", async () => {
    const state = await engine.up(KIND, ARGS);
    await platform.control("POST", `/managed/${OWASP}`, { remove: ["941100"] });
    expect(await linesOf((fresh) => fresh.refresh(KIND, state))).toEqual([]);
  });
});
