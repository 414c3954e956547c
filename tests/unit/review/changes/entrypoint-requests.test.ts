import { type RuleState, rulesToMap, ruleToWire } from "../../../../provider/rulesets";
import type { LiveRules } from "../../../../review/changes/live-orders";
import { requestsNotes } from "../../../../review/changes/requests-texts";
import type { Review } from "../../../../review/changes/review";
import { reviewChange } from "../../../../review/changes/review-change";
import type { PlannedStep } from "../../../../review/documents/planned-change";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { edgeResource, ZONE_ID } from "../../../support/reviewed";

const OTHERS = "Rules of other owners in the same entry point are not known.";

const block = (ref: string, path: string): RuleState => ({
  ref,
  action: "block",
  expression: `http.request.uri.path eq "${path}"`,
});
const skip = (ref: string, path: string): RuleState => ({
  ...block(ref, path),
  action: "skip",
  actionParameters: { ruleset: "current" },
});

/** One version of a resource in the entry point of the zone. */
const resource = (name: string, rules: readonly RuleState[], more: object = {}) =>
  edgeResource("ruleset", "ZoneEntrypointRuleset", name, {
    zoneId: ZONE_ID,
    phase: "http_request_firewall_custom",
    rules: rulesToMap(rules),
    ...more,
  });

const update = (
  name: string,
  before: readonly RuleState[],
  after: readonly RuleState[],
  more: object = {},
): PlannedStep => {
  const isSame = before === after;
  const versions = { before: resource(name, before, more), after: resource(name, after, more) };
  return { operation: isSame ? "same" : "update", ...versions };
};

const liveWith = (...rules: readonly RuleState[]): LiveRules => ({
  kind: "zone",
  phase: "http_request_firewall_custom",
  rules: rules.map((rule, index) => ({
    ...ruleToWire(rule),
    id: String(index).repeat(32),
    version: "1",
    last_updated: "2030-01-01T00:00:00Z",
  })),
});

const review = (steps: readonly PlannedStep[], live?: LiveRules): Review =>
  reviewChange(
    { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 },
    { policies: [], ...(live && { entrypointOf: () => live }) },
  );

const requestsOf = (steps: readonly PlannedStep[], live?: LiveRules) => {
  const requests = review(steps, live).places[0]?.rulesets[0]?.requests;
  if (!requests) throw new Error("the review says nothing about requests");
  return requests;
};

const pairs = (steps: readonly PlannedStep[], live?: LiveRules) =>
  requestsOf(steps, live).rows.map(({ direction, before, now }) => `${direction}: ${before} → ${now}`);

describe("requests and a resource with exact refs", () => {
  const exact = { refs: "exact", ownership: "exclusive" };
  const rules = [block("a", "/a"), block("b", "/b")];
  const custom = (name: string) => resource(name, rules, exact);

  it.each<[string, readonly PlannedStep[]]>([
    [
      "renamed",
      [
        { operation: "create", after: custom("renamed") },
        { operation: "delete", before: custom("custom") },
      ],
    ],
    ["replaced", [{ operation: "replace", before: custom("custom"), after: custom("custom") }]],
  ])("do not change if it is %s, since its rules are handed over", (_what, steps) => {
    const { places } = review(steps);
    const found = places.flatMap(({ rulesets }) => rulesets.flatMap((one) => one.requests ?? []));
    expect(found.map(({ direction }) => direction).filter((one) => one !== "equal")).toEqual([]);
  });

  it("change if it is deleted, and nothing takes its rules over", () => {
    expect(pairs([{ operation: "delete", before: custom("custom") }]).sort()).toEqual([
      "opens: block by a → passes",
      "opens: block by b → passes",
    ]);
  });
});

describe("requests and a live entry point with foreign rules", () => {
  it("are decided by all its rules, so that nothing is left out", () => {
    const added = update("custom", [block("a", "/a")], [block("a", "/a"), block("b", "/b")]);
    const requests = requestsOf([added], liveWith(block("a", "/a"), block("theirs", "/c")));
    expect(requests).toMatchObject({ direction: "blocks more", isWhole: true, limits: [] });
  });

  it("do not change if a foreign rule already does what a new rule does", () => {
    const added = update("custom", [block("a", "/a")], [block("a", "/a"), block("b", "/b")]);
    const { direction, isWhole } = requestsOf([added], liveWith(block("theirs", "/b"), block("a", "/a")));
    expect({ direction, isWhole }).toEqual({ direction: "equal", isWhole: true });
  });

  it("pass a foreign rule that a new skip rule stands in front of, and not one that stands in front of it", () => {
    const added = update("custom", [block("a", "/a")], [skip("s", "/b"), block("a", "/a")]);
    expect(pairs([added], liveWith(block("a", "/a"), block("theirs", "/b")))).toEqual([
      "opens: block by theirs (foreign) → passes, later rules are skipped (s)",
    ]);
    const behind = requestsOf([added], liveWith(block("theirs", "/b"), block("a", "/a")));
    expect(behind.direction).toBe("equal");
  });

  it.each([
    ["first", "opens: block by theirs (foreign) → passes, later rules are skipped (s)"],
    ["last", undefined],
    [{ before: "theirs" }, "opens: block by theirs (foreign) → passes, later rules are skipped (s)"],
    [{ after: "theirs" }, undefined],
  ])("are decided by the place that the position %j gives new rules", (position, row) => {
    const step: PlannedStep = {
      operation: "create",
      after: resource("custom", [skip("s", "/b")], { position }),
    };
    expect(pairs([step], liveWith(block("theirs", "/b")))).toEqual(row === undefined ? [] : [row]);
  });

  it("pass foreign rules that an exclusive owner removes", () => {
    const step: PlannedStep = {
      operation: "update",
      before: resource("custom", [block("a", "/a")]),
      after: resource("custom", [block("a", "/a")], { ownership: "exclusive" }),
    };
    expect(pairs([step], liveWith(block("theirs", "/b"), block("a", "/a")))).toEqual([
      "opens: block by theirs (foreign) → passes",
    ]);
  });

  it("are whole if the entry point does not exist yet", () => {
    const step: PlannedStep = { operation: "create", after: resource("custom", [block("a", "/a")]) };
    expect(requestsOf([step], liveWith())).toMatchObject({ direction: "blocks more", isWhole: true });
  });

  it.each([
    ["a rule of the state is not live", [block("a", "/a")], {}, 'the rule "a" of the state is not live'],
    [
      "a rule is there twice",
      [block("a", "/a"), block("a", "/x")],
      {},
      'several rules of the entry point have the ref "a"',
    ],
    [
      "the position names no rule",
      [block("a", "/a")],
      { position: { before: "missing" } },
      'position names "missing", which is not in the live entry point',
    ],
  ])("say that the place of the rules is not certain if %s", (_, rules, more, why) => {
    const there = why.includes("is not live") ? liveWith(block("theirs", "/c")) : liveWith(...rules);
    const requests = requestsOf([update("custom", [block("a", "/a")], [], more)], there);
    expect(requests.isWhole).toBe(false);
    expect(requestsNotes(requests)).toContain(
      `The place of these rules in the live entry point is not certain, because ${why}: they are decided alone.`,
    );
  });

  it("are not shown if a rule of the stack in the entry point is secret", () => {
    const secret = resource("secret", [block("hidden", "[secret]")], { secretInputs: ["rules"] });
    const steps: PlannedStep[] = [
      { operation: "same", before: secret, after: secret },
      update("custom", [], [{ ...skip("s", ""), expression: "ssl" }], { position: "first" }),
    ];
    const made = review(steps, liveWith(block("hidden", "/b")));
    expect(made.places[0]?.rulesets[0]?.requests?.rows[0]?.example).toMatch(/^a request with certain values/);
    expect(JSON.stringify(made)).not.toContain("/b");
  });

  it("are shown beside a rule of another stack that they have nothing to do with", () => {
    const theirs = block("theirs~shop/other~0000000000000aaaaaaa", "/s3cr3t");
    const made = review([update("custom", [], [block("b", "/b")])], liveWith(theirs, block("x", "/x")));
    expect(made.places[0]?.rulesets[0]?.requests).toMatchObject({
      rows: [{ before: "passes", now: "block by b", example: "GET https://www.example.com/b" }],
      moreRows: 0,
    });
    expect(JSON.stringify(made)).not.toContain("s3cr3t");
    expect(printMarkdown(made)).not.toContain("s3cr3t");
  });

  it("are not shown if a rule of another stack decides, which may be secret", () => {
    const theirs = block("theirs~shop/other~0000000000000aaaaaaa", "/s3cr3t");
    const made = review(
      [update("custom", [], [{ ...skip("s", ""), expression: "ssl" }], { position: "first" })],
      liveWith(theirs),
    );
    expect(made.places[0]?.rulesets[0]?.requests?.rows).toMatchObject([
      {
        direction: "opens",
        before: "block by theirs (foreign)",
        example: "a request (not shown: rule theirs of another stack may be secret)",
      },
    ]);
    expect(JSON.stringify(made)).not.toContain("s3cr3t");
  });

  it("are shown if the marked rule is one that another resource of the stack declares", () => {
    const sibling = block("b", "/b");
    const same = resource("sibling", [sibling]);
    const steps: PlannedStep[] = [
      { operation: "same", before: same, after: same },
      update("custom", [], [{ ...skip("s", ""), expression: "ssl" }], { position: "first" }),
    ];
    const rows = (path: string) =>
      requestsOf(steps, liveWith(block("b~shop/dev~0000000000000aaaaaaa", path))).rows;
    expect(rows("/b")[0]?.example).toBe("GET https://www.example.com/b");
    // Its owner has changed it since, or it is another rule with the same ref.
    expect(rows("/s3cr3t")[0]?.example).toBe(
      "a request (not shown: rule b of another resource may be secret)",
    );
  });

  it("are decided together for rules that move from one resource to another", () => {
    const [a, b] = [block("a", "/a"), block("b", "/b")];
    const steps = [update("first", [a, b], [a]), update("second", [], [b])];
    const made = review(steps, liveWith(a, skip("theirs", "/c"), b));
    const [first, second] = made.places[0]?.rulesets ?? [];
    expect(first?.requests).toMatchObject({ direction: "equal", isWhole: true });
    expect(second?.requests).toEqual(first?.requests);
    expect(made.severity).toBe("low");
    const text = printMarkdown(made);
    expect(text.match(/No request changes \(proved\)/g)).toHaveLength(1);
    expect(text).toContain("see the other changed resource of the same entry point");
  });

  it("are not decided together if the order depends on which resource is written first", () => {
    const steps = [update("first", [], [skip("s", "/b")]), update("second", [], [block("b", "/b")])];
    expect(requestsOf(steps, liveWith(block("theirs", "/c"))).limits).toEqual([
      expect.stringContaining("it depends on which of several resources is written first"),
    ]);
  });
});

describe("requests and several resources of a stack in one entry point", () => {
  it("are decided by the rules of all, in the order that their positions give", () => {
    const blocks = [block("b", "/b")];
    const others = update("last", blocks, blocks, { position: "last" });
    const added = update("custom", [], [skip("s", "/b")]);
    const requests = requestsOf([others, added]);
    expect(pairs([others, added])).toEqual(["opens: block by b → passes, later rules are skipped (s)"]);
    expect(requests.limits).toEqual([OTHERS]);
    const first = update("last", blocks, blocks, { position: "first" });
    expect(pairs([first, added])).not.toContainEqual(expect.stringContaining("block by b"));
  });

  it("follow a position that names a rule of another resource", () => {
    const blocks = [block("b", "/b"), block("c", "/c")];
    const others = update("others", blocks, blocks);
    const added = (position: object) => update("custom", [], [skip("s", "/c")], { position });
    const passed = expect.stringContaining("opens: block by c → passes") as string;
    expect(pairs([others, added({ before: "b" })])).toContainEqual(passed);
    expect(pairs([others, added({ after: "c" })])).not.toContainEqual(passed);
  });

  it("are decided for each resource alone if their order is not known, and say so", () => {
    const blocks = [block("b", "/b")];
    const steps = [update("others", blocks, blocks), update("custom", [block("a", "/a")], [])];
    const requests = requestsOf(steps);
    expect(pairs(steps)).toEqual(["opens: block by a → passes"]);
    expect(requests.limits).toEqual([
      expect.stringContaining("their order is not known: the rules of this one are decided alone"),
      OTHERS,
    ]);
  });

  it("do not meet rules of another zone or phase", () => {
    const blocks = [block("b", "/b")];
    const elsewhere = [
      update("zone", blocks, blocks, { zoneId: "1".repeat(32), position: "last" }),
      update("phase", blocks, blocks, { phase: "http_ratelimit", position: "last" }),
    ];
    expect(requestsOf([...elsewhere, update("custom", [block("a", "/a")], [])]).limits).toEqual([OTHERS]);
  });

  it("leave nothing out beside an exclusive owner, and name what executes a custom ruleset", () => {
    const exclusive = update("custom", [block("a", "/a")], [], { ownership: "exclusive" });
    expect(requestsOf([exclusive])).toMatchObject({ isWhole: true, limits: [] });
    const custom = (rules: readonly RuleState[]) =>
      edgeResource("ruleset", "Ruleset", "shared", {
        accountId: "2".repeat(32),
        name: "shared",
        phase: "http_request_firewall_custom",
        rules: rulesToMap(rules),
      });
    const step: PlannedStep = { operation: "update", before: custom([block("a", "/a")]), after: custom([]) };
    expect(requestsOf([step]).limits).toEqual([
      "The rules of the entry points that execute this ruleset are left out.",
    ]);
  });
});

describe("requests and other phases of the zone", () => {
  const rewrite: RuleState = {
    ...block("short", "/s"),
    action: "rewrite",
    actionParameters: { uri: { path: { value: "/shop" } } },
  };
  const transform = (...rules: readonly RuleState[]) =>
    update("transform", rules, rules, { phase: "http_request_transform" });
  const limitsBeside = (...steps: readonly PlannedStep[]) => {
    const added = update("custom", [], [block("a", "/a")], { ownership: "exclusive" });
    const places = review([...steps, added]).places;
    return places[0]?.rulesets.find(({ urn }) => urn.endsWith("custom"))?.requests?.limits;
  };

  it("are about rewritten URLs if a rule of the zone rewrites them", () => {
    expect(limitsBeside(transform(rewrite))).toEqual([
      "URLs are those after short of http_request_transform, which rewrites them before this phase.",
    ]);
    expect(limitsBeside(transform({ ...rewrite, enabled: false }))).toEqual([]);
    expect(limitsBeside(transform({ ...rewrite, actionParameters: { headers: {} } }))).toEqual([]);
  });

  it("leave out what later phases do with a rewritten URL", () => {
    const more = { phase: "http_request_transform", ownership: "exclusive" };
    expect(requestsOf([update("transform", [], [rewrite], more)]).limits).toEqual([
      "Later phases see the rewritten URL: what their rules do with it is left out.",
    ]);
  });

  it("leave out what the rules of a skipped phase would do", () => {
    const limiting = { ...skip("office", "/a"), actionParameters: { phases: ["http_ratelimit"] } };
    expect(requestsOf([update("custom", [], [limiting], { ownership: "exclusive" })]).limits).toEqual([
      "For requests that skip http_ratelimit, what the rules there would do is left out.",
    ]);
    const unchanged = [limiting];
    const limits = update("limits", [], [block("b", "/b")], {
      phase: "http_ratelimit",
      ownership: "exclusive",
    });
    expect(requestsOf([update("custom", unchanged, unchanged), limits]).limits).toEqual([
      "Requests that skip this phase, by office, do not change.",
    ]);
  });

  it("are whole if no request changes", () => {
    const rules = [{ ...block("a", "/a"), expression: '(http.request.uri.path eq "/a")' }];
    const written = update("custom", [block("a", "/a")], rules, { ownership: "exclusive" });
    expect(requestsOf([written, transform(rewrite)]).limits).toEqual([]);
  });
});
