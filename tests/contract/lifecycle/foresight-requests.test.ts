import { markTextOf } from "../../../provider/marks";
import { declaredElsewhere } from "../../support/declared-elsewhere";
import { ask, identity, renew, testEngine, UNKNOWN } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { isAboutRequests } from "../../support/preview-lines";
import { useTestPlugin } from "../../support/use-test-plugin";

/** What a preview says about requests, in the line of each ruleset whose rules change. */
const KIND = "ZoneEntrypointRuleset";
const CUSTOM = "http_request_firewall_custom";
const AT = `example.com, ${CUSTOM}: `;
const FREE = "5".repeat(32);

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);
beforeEach(() => renew(platform));

const block = (ref: string, expression: string) => ({ ref, action: "block", expression });
const SCANNERS = block("scanners", 'http.user_agent contains "nikto"');
const FILES = block("files", 'ends_with(http.request.uri.path, ".env")');
const args = (rules: unknown, more: object = {}) => ({ zoneId: EXAMPLE_COM, phase: CUSTOM, rules, ...more });

type Args = Record<string, unknown>;

/** The lines of a preview of a new program, or after an update to `before`, by the dynamic provider. */
async function dynamicLines(before: Args | undefined, now: Args, kind = KIND): Promise<string[]> {
  const state = before && (await testEngine(platform).up(kind, before));
  const next = testEngine(platform);
  await next.preview(kind, { ...now, __preview: true }, state);
  return next.log.filter(isAboutRequests);
}

/** The same by the plugin. */
async function pluginLines(before: Args | undefined, now: Args, kind = KIND): Promise<string[]> {
  const urn = plugin.urn(kind, "custom");
  const linesOf = () => plugin.lines.map((line) => line.replace("custom: ", "")).filter(isAboutRequests);
  plugin.lines.splice(0);
  const { inputs: olds } = await plugin.check(urn, {}, before ?? now);
  if (!before) {
    await plugin.create(urn, olds, { preview: true });
    return linesOf();
  }
  const { id, outputs } = await plugin.create(urn, olds);
  await plugin.restart();
  plugin.lines.splice(0);
  const { inputs } = await plugin.check(urn, olds, now);
  const { changes } = await plugin.diff(urn, id, outputs, inputs);
  if (changes) await plugin.update(urn, id, outputs, inputs, { preview: true, oldInputs: olds });
  return linesOf();
}

describe.each([
  ["dynamic provider", dynamicLines],
  ["plugin", pluginLines],
])("the line of the %s about requests", (_, linesOf) => {
  it("says that a change opens, from which rule to what, with a request", async () => {
    expect(await linesOf(args([SCANNERS, FILES]), args([FILES]))).toEqual([
      `${AT}opens: requests change from "block by scanners" to "passes", for example GET https://www.example.com/ with agent nikto`,
    ]);
  });

  it("says that a rule that is only written otherwise changes no request", async () => {
    const equal = { ...SCANNERS, expression: 'http.user_agent matches "nikto"' };
    expect(await linesOf(args([SCANNERS]), args([equal]))).toEqual([`${AT}no request changes (proved)`]);
  });

  it("says what a condition that is not known leaves undecided", async () => {
    expect(await linesOf(args([FILES]), args([FILES, { ...SCANNERS, expression: UNKNOWN }]))).toEqual([
      `${AT}undecided: whether more requests are stopped (a condition is not known, or contains what cannot be analysed)`,
    ]);
  });

  it("says that a new entry point blocks more", async () => {
    expect(await linesOf(undefined, args([SCANNERS]))).toEqual([
      `${AT}blocks more: requests change from "passes" to "block by scanners", for example GET https://www.example.com/ with agent nikto`,
    ]);
  });

  it("is missing for a new entry point that neither stops requests nor lets any through", async () => {
    expect(await linesOf(undefined, args([{ ref: "all", action: "log", expression: "ssl" }]))).toEqual([]);
  });

  it("is missing if no rule changes", async () => {
    expect(await linesOf(args([SCANNERS]), args([SCANNERS]))).toEqual([]);
  });
});

describe("the line about requests", () => {
  const byHand = (rules: object[]) =>
    ask(platform, "PUT", `/zones/${EXAMPLE_COM}/rulesets/phases/${CUSTOM}/entrypoint`, { rules });

  it("is printed in the preview, and not in the update", async () => {
    const state = await testEngine(platform).up(KIND, args([SCANNERS]));
    const next = testEngine(platform);
    await next.up(KIND, args([FILES]), state);
    expect(next.log.filter(isAboutRequests)).toEqual([]);
  });

  it("uses the rules of all owners in their planned order", async () => {
    await byHand([{ ...SCANNERS, ref: "by-hand" }]);
    const skip = {
      ref: "office",
      action: "skip",
      expression: "ssl",
      actionParameters: { ruleset: "current" },
    };
    expect(await dynamicLines(undefined, args([skip], { position: "last" }))).toEqual([
      `${AT}no request changes (proved)`,
    ]);
    expect(await dynamicLines(undefined, args([skip], { position: "first" }))).toEqual([
      `${AT}opens: requests change from "block by by-hand (foreign)" to "passes, later rules are skipped (office)", for example GET https://www.example.com/ with agent nikto`,
    ]);
  });

  it("shows no value of a rule that another program owns, where it can be secret", async () => {
    const theirs = { ...SCANNERS, ref: "theirs~shop/other~0000000000000aaaaaaa" };
    await byHand([theirs]);
    const skip = {
      ref: "office",
      action: "skip",
      expression: "ssl",
      actionParameters: { ruleset: "current" },
    };
    expect(await dynamicLines(undefined, args([skip], { position: "first" }))).toEqual([
      `${AT}opens: requests change from "block by theirs (foreign)" to "passes, later rules are skipped (office)" (no example: rule theirs of another stack may be secret)`,
    ]);
  });

  it("shows a request that a rule of another program has nothing to do with", async () => {
    const theirs = block("theirs~shop/other~0000000000000aaaaaaa", 'http.user_agent eq "s3cr3t"');
    const sibling = block(
      `here~${markTextOf(identity("old-owner"), "0".repeat(8))}`,
      'http.host eq "s3cr3t.example"',
    );
    await byHand([theirs, sibling, block("by-hand", 'http.request.uri.path eq "/old"')]);
    expect(await dynamicLines(undefined, args([SCANNERS], { position: "last" }))).toEqual([
      `${AT}blocks more: requests change from "passes" to "block by scanners", for example GET https://www.example.com/ with agent nikto`,
    ]);
  });

  it("shows no request of which the rule of another program decides", async () => {
    const everything = block("all~shop/other~0000000000000aaaaaaa", "true");
    await byHand([{ ...everything, action: "managed_challenge" }]);
    expect(await dynamicLines(undefined, args([SCANNERS], { position: "first" }))).toEqual([
      `${AT}blocks more: requests change from "managed_challenge by all (foreign) (if solved: passes)" to "block by scanners" (no example: rule all of another stack may be secret)`,
    ]);
  });

  it("shows no value of a secret expression, and names no rule if all of them are secret", async () => {
    const secret = { ...SCANNERS, expression: 'http.user_agent eq "s3cr3t"' };
    const hidden = { secretInputs: ["rules"] };
    const members = { ...hidden, __keyed: true, __secretMembers: { scanners: ["expression"] } };
    const { ref, ...rest } = secret;
    const keyed = args({ [ref]: { ref, ...rest } }, members);
    expect(await dynamicLines(undefined, keyed)).toEqual([
      `${AT}blocks more: requests change from "passes" to "block by scanners" (no example: a rule is secret)`,
    ]);
    expect(await dynamicLines(undefined, args([secret], hidden))).toEqual([
      `${AT}blocks more: requests change from "passes" to "block by a secret rule" (no example: a rule is secret)`,
    ]);
    // What was secret before the change is not shown either.
    const [line = ""] = await dynamicLines(args([secret], hidden), args([FILES]));
    expect(line).toContain("opens: ");
    expect(line).not.toContain("s3cr3t");
  });

  it("claims nothing about what a rule does that is not known", async () => {
    const answer = { response: { statusCode: 403, contentType: "text/plain", content: UNKNOWN } };
    for (const unknown of [{ action: UNKNOWN }, { enabled: UNKNOWN }, { actionParameters: answer }]) {
      await renew(platform);
      expect(await dynamicLines(args([SCANNERS]), args([{ ...SCANNERS, ...unknown }]))).toEqual([
        `${AT}undecided: whether requests change (a condition is not known, or contains what cannot be analysed)`,
      ]);
    }
  });

  it("is not alarmed by a rule that moves to another resource of the program", async () => {
    const mark = identity("old-owner");
    const before = args([SCANNERS, FILES], { __mark: mark });
    const moved = { ...args([FILES]), __mark: mark, ...declaredElsewhere(CUSTOM, ["scanners"]) };
    expect(await dynamicLines(before, moved)).toEqual([]);
  });

  it("is about a custom ruleset, too", async () => {
    const custom = (rules: object[]) => ({
      accountId: platform.accountId,
      name: "shared",
      phase: CUSTOM,
      rules,
    });
    expect(await dynamicLines(custom([SCANNERS]), custom([FILES]), "Ruleset")).toEqual([
      'custom ruleset "shared": opens: requests change from "block by scanners" to "passes", for example GET https://www.example.com/ with agent nikto',
    ]);
  });

  it("compares a custom ruleset that is replaced with its predecessor", async () => {
    const custom = (rules: object[], more: object = {}) => ({
      accountId: platform.accountId,
      name: "shared",
      phase: CUSTOM,
      rules,
      __mark: identity("shared"),
      ...more,
    });
    const state = await testEngine(platform).up("Ruleset", custom([SCANNERS]));
    const lines = async (rule: object) => {
      const next = testEngine(platform);
      const now = custom([rule], { __replaceOnChanges: ["rules"], __preview: true });
      expect(await next.preview("Ruleset", now, state)).toBe("replace");
      // The engine checks twice, and the class prints once what both say.
      return [...new Set(next.log.filter(isAboutRequests))];
    };
    const { expression } = SCANNERS;
    expect(await lines({ ...SCANNERS, expression: `(${expression})` })).toEqual([
      'custom ruleset "shared": no request changes (proved)',
    ]);
    expect(await lines(FILES)).toEqual([
      'custom ruleset "shared": opens: requests change from "block by scanners" to "passes", for example GET https://www.example.com/ with agent nikto',
    ]);
  });

  it("is about the entry point of an account, too", async () => {
    const account = (rules: object[]) => args(rules, { zoneId: undefined, accountId: platform.accountId });
    const ofBusiness = (rule: typeof FILES) => ({
      ...rule,
      expression: `(${rule.expression}) and cf.zone.plan eq "ENT"`,
    });
    const [line = ""] = await dynamicLines(
      account([ofBusiness(SCANNERS), ofBusiness(FILES)]),
      account([ofBusiness(FILES)]),
      "AccountEntrypointRuleset",
    );
    expect(line).toMatch(
      /^account [0-9a-f]{32}, http_request_firewall_custom: opens: requests change from "block by scanners"/,
    );
  });

  it("names the zone in front of what is equal for zones with equal rules", async () => {
    await platform.control("POST", "/seed", {
      zones: [{ id: FREE, name: "free.example", plan: "enterprise" }],
    });
    const next = testEngine(platform);
    for (const zoneId of [EXAMPLE_COM, FREE])
      await next.preview(KIND, { ...args([SCANNERS], { zoneId }), __preview: true });
    const [first = "", second = ""] = next.log.filter(isAboutRequests);
    expect(second).toBe(first.replaceAll("example.com", "free.example"));
  });
});
