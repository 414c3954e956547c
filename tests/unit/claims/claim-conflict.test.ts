import { claimConflicts, type Claim } from "../../../provider/claims/claim-conflict";

const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";

type RulesClaim = Extract<Claim, { kind: "rules" }>;
type DeploymentClaim = Extract<Claim, { kind: "deployment" }>;

const rules = (name: string, refs: string[], rest: Partial<RulesClaim> = {}): RulesClaim => ({
  kind: "rules",
  name,
  phase: CUSTOM,
  ownership: "shared",
  refs,
  ...rest,
});
const byRule = (name: string, rest: Partial<DeploymentClaim> = {}): DeploymentClaim => ({
  kind: "deployment",
  name,
  phase: MANAGED,
  ruleset: OWASP,
  path: 'rules["waf"].actionParameters.id',
  how: "",
  ...rest,
});
const owasp = (name: string): DeploymentClaim => byRule(name, { path: "zoneId", how: ", an OwaspConfig," });

/** What each claim reports about the others, by name. */
function reported(claims: readonly Claim[]): Record<string, string[]> {
  return Object.fromEntries(
    claims.map((own) => [
      own.name,
      claimConflicts(
        own,
        claims.filter((other) => other !== own),
      ).map(({ path, message }) => `${path}: ${message}`),
    ]),
  );
}

describe("claimConflicts", () => {
  it.each<[string, Claim[]]>([
    ["one owner", [rules("a", ["a1", "a2"], { ownership: "exclusive" })]],
    ["several shared owners", [rules("a", ["a1"]), rules("b", ["b1"]), rules("c", [])]],
    ["one ref in two phases", [rules("a", ["a1"]), rules("b", ["a1"], { phase: "http_ratelimit" })]],
    ["a position beside a rule of somebody else", [rules("a", ["a1"], { placement: { before: "theirs" } })]],
    [
      "positions of both that agree",
      [
        rules("a", ["a1", "a2"], { placement: { before: "b2" } }),
        rules("b", ["b1", "b2"], { placement: { after: "a1" } }),
      ],
    ],
    [
      "an exclusive owner beside a deployment",
      [rules("a", [], { phase: MANAGED, ownership: "exclusive" }), owasp("b")],
    ],
    ["two managed rulesets", [byRule("a", { ruleset: "efb7b8c949ac4650a09736fc376e9aee" }), owasp("b")]],
    ["two custom rulesets", [byRule("a", { ruleset: undefined }), byRule("b", { ruleset: undefined })]],
  ])("accepts %s", (_, claims) => {
    expect(Object.values(reported(claims)).flat()).toEqual([]);
  });

  it("reports an exclusive owner beside another one, at both", () => {
    const text =
      'ownership: "mine" has ownership: "exclusive" and would remove the rules of "other", which declares rules of the same entry ' +
      'point: put all of them into one resource, or use ownership: "shared" for each';
    const two = [rules("mine", ["a1"], { ownership: "exclusive" }), rules("other", ["b1"])];
    expect(reported(two)).toEqual({ mine: [text], other: [text] });
    expect(reported(two.toReversed())).toEqual({ mine: [text], other: [text] });
  });

  it("reports each ref that two resources declare, at the rule", () => {
    expect(reported([rules("a", ["one", "two"]), rules("b", ["two"])])).toEqual({
      a: ['rules["two"].ref: "b" and "a" both declare a rule with ref "two": give one of them another ref'],
      b: ['rules["two"].ref: "a" and "b" both declare a rule with ref "two": give one of them another ref'],
    });
  });

  it.each<[string, Claim[], RegExp]>([
    [
      "each before the other",
      [
        rules("a", ["a1"], { placement: { before: "b1" } }),
        rules("b", ["b1"], { placement: { before: "a1" } }),
        rules("c", ["c1"]),
      ],
      /^position: .* each of the rules "a1", "b1" would have to precede itself; .* of "a" or "b"$/,
    ],
    [
      "between rules of which the order is the other",
      [
        rules("a", ["a1", "a2"], { placement: { after: "b2" } }),
        rules("b", ["b1", "b2"], { placement: { after: "a2" } }),
      ],
      /form a cycle/,
    ],
    [
      "over three",
      [
        rules("a", ["a1"], { placement: { after: "c1" } }),
        rules("b", ["b1"], { placement: { after: "a1" } }),
        rules("c", ["c1"], { placement: { after: "b1" } }),
      ],
      /"a1", "b1", "c1"/,
    ],
    ["beside a rule of its own", [rules("a", ["a1", "a2"], { placement: { before: "a1" } })], /of "a"$/],
  ])("reports positions that form a cycle: %s", (_, claims, message) => {
    const { a, c } = reported(claims);
    expect(a).toEqual([expect.stringMatching(message)]);
    if (claims.length === 3 && claims[2]?.name === "c")
      expect(c).toHaveLength(message.source.includes("c1") ? 1 : 0);
  });

  it("reports a ref that two rules have, and no cycle beside it", () => {
    const [a, b] = [rules("a", ["one", "two"]), rules("b", ["two", "one"])];
    expect(reported([a, b]).a).toEqual([
      expect.stringMatching(/^rules\["one"\]\.ref: /),
      expect.stringMatching(/^rules\["two"\]\.ref: /),
    ]);
    expect(reported([rules("a", ["one", "one"])]).a).toEqual([]);
  });

  it("reports two resources that both want to be first", () => {
    const first = (name: string, refs: string[]) => rules(name, refs, { placement: "first" });
    expect(reported([first("a", ["a1"]), first("b", ["b1"])]).a).toEqual([
      'position: is "first" in both "b" and "a", which declare rules of the same entry point: let one of them name a rule of the ' +
        "other ({ before } or { after }), or put all rules into one resource",
    ]);
    expect(reported([first("a", ["a1"]), rules("b", ["b1"], { placement: "last" }), first("c", [])])).toEqual(
      {
        a: [],
        b: [],
        c: [],
      },
    );
  });

  it("reports a managed ruleset that a rule and an OwaspConfig deploy, at the argument of each", () => {
    expect(reported([byRule("waf"), owasp("owasp")])).toEqual({
      waf: [
        expect.stringMatching(
          /^rules\["waf"\]\.actionParameters\.id: "owasp", an OwaspConfig, deploys the same managed ruleset in the same zone/,
        ),
      ],
      owasp: [
        expect.stringMatching(
          /^zoneId: "waf" deploys the same managed ruleset .* only once: remove one of them/,
        ),
      ],
    });
  });

  it("reports two OwaspConfigs, and two rules of two resources", () => {
    expect(Object.values(reported([owasp("a"), owasp("b")])).flat()).toHaveLength(2);
    expect(Object.values(reported([byRule("a"), byRule("b")])).flat()).toHaveLength(2);
  });
});
