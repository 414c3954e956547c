import type { RulesetReview } from "../../../../review/changes/review";
import { reviewChange } from "../../../../review/changes/review-change";
import { requestsNotes, requestsSummary } from "../../../../review/changes/requests-texts";
import { printMarkdown } from "../../../../review/print/print-markdown";
import type { RuleState } from "../../../../provider/rulesets";
import { edgeResource, entrypoint } from "../../../support/reviewed";

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const ACCOUNT_ID = "01a7362d577a6c3019a474fd6f485823";
const CUSTOM_ID = "2f2feab2026849078ba485f918791bdc";

const OFFICE: RuleState = {
  ref: "office-skip",
  action: "skip",
  actionParameters: { phases: ["http_request_firewall_managed"] },
  expression: 'http.request.uri.path matches "^/admin(/|$)" and ip.src in {192.0.2.0/24}',
};
const ADMIN: RuleState = {
  ref: "block-admin",
  action: "block",
  expression: 'starts_with(lower(http.request.uri.path), "/admin") and not ip.src in {192.0.2.0/24}',
};
const PARTNERS: RuleState = {
  ref: "partners",
  action: "skip",
  actionParameters: { ruleset: "current" },
  expression: 'ip.src in {198.51.100.0/24} and http.host eq "api.example.com"',
};
const DOTFILES: RuleState = {
  ref: "no-dotfiles",
  action: "block",
  expression: 'http.request.uri.path matches "(?i)/\\.(env|git)(/|$)"',
};
const SCANNERS: RuleState = {
  ref: "scanners",
  action: "block",
  expression: 'http.user_agent contains "nikto"',
};
const RULES = [OFFICE, ADMIN, DOTFILES, PARTNERS, SCANNERS];

const withRule = (ref: string, more: Partial<RuleState>) =>
  RULES.map((rule) => (rule.ref === ref ? { ...rule, ...more } : rule));

function reviewOf(
  before: readonly RuleState[],
  after: readonly RuleState[],
  more: object = { ownership: "exclusive" },
) {
  const steps = [
    { operation: "update" as const, before: entrypoint(before, more), after: entrypoint(after, more) },
  ];
  return reviewChange({ source: "pulumi-preview", stack: "shop/dev", steps, others: 0 }, { policies: [] });
}

function requestsOf(...args: Parameters<typeof reviewOf>): NonNullable<RulesetReview["requests"]> {
  const [place] = reviewOf(...args).places;
  const requests = place?.rulesets[0]?.requests;
  if (!requests) throw new Error("the review says nothing about requests");
  return requests;
}

const pairs = ({ rows }: ReturnType<typeof requestsOf>) =>
  rows.map(({ direction, before, now }) => `${direction}: ${before} → ${now}`);

describe("what a change means for requests", () => {
  it("shows who passes a widened skip rule, and that nobody is stopped", () => {
    const requests = requestsOf(
      RULES,
      withRule("partners", { expression: PARTNERS.expression.replace(" and ", " or ") }),
    );
    expect(requests.direction).toBe("opens");
    expect(pairs(requests)).toEqual([
      "opens: block by scanners → passes, later rules are skipped (partners)",
    ]);
    expect(requests.rows[0]?.example).toMatch(/^GET https:\/\/.* from .*nikto/);
    expect(requestsNotes(requests)).toContain(
      "No other request is let through, spared a challenge, stopped or treated otherwise (proved).",
    );
  });

  it.each([
    ["partners", PARTNERS.expression.replace(" and ", " or "), "and"],
    ["partners", PARTNERS.expression.replace(" and ", " || "), "and"],
    [
      "block-admin",
      ADMIN.expression.replace("lower(http.request.uri.path)", "http.request.uri.path"),
      "lower",
    ],
  ])(
    "asks whether rule %s was meant otherwise, if %s would then match as before",
    (ref, expression, meant) => {
      expect(requestsOf(RULES, withRule(ref, { expression })).hints).toEqual([
        `Did you mean ${meant} in rule ${ref}? With it, the rule matches the same requests as before (proved).`,
      ]);
    },
  );

  it.each([
    ["and would not match as before", `${PARTNERS.expression.replace(" and ", " or ")} or ssl`],
    ["the condition has no such operator", "ssl"],
  ])("suggests nothing if %s", (_, expression) => {
    expect(requestsOf(RULES, withRule("partners", { expression })).hints).toEqual([]);
  });

  it("shows what a skip rule skips that moves in front of rules that block", () => {
    const requests = requestsOf(RULES, [OFFICE, PARTNERS, ADMIN, DOTFILES, SCANNERS]);
    expect(pairs(requests).sort()).toEqual([
      "opens: block by block-admin → passes, later rules are skipped (partners)",
      "opens: block by no-dotfiles → passes, later rules are skipped (partners)",
    ]);
    for (const { example } of requests.rows)
      expect(example).toMatch(/api\.example\.com.* from 198\.51\.100\./);
  });

  it("shows the hole that a regular expression gets", () => {
    const requests = requestsOf(
      RULES,
      withRule("no-dotfiles", { expression: 'http.request.uri.path matches "(?i)^/\\.(env|git)$"' }),
    );
    expect(requests.direction).toBe("opens");
    expect(pairs(requests)).toContain("opens: block by no-dotfiles → passes");
    expect(requests.proved).toContain("blocks more");
  });

  it("proves that no request changes if a rule is only written otherwise, and makes the change low", () => {
    const admin =
      'not ip.src in {192.0.2.0/25 192.0.2.128/25} and lower(http.request.uri.path) wildcard "/admin*"';
    const review = reviewOf(RULES, withRule("block-admin", { expression: admin }));
    const requests = requestsOf(RULES, withRule("block-admin", { expression: admin }));
    expect(requestsSummary(requests)).toBe("none. No request changes (proved).");
    expect(review.reasons.map(({ id, severity }) => [id, severity])).toEqual([["rule-changed", "low"]]);
  });

  it("makes the change low beside rules of other owners only if each rule does the same by itself", () => {
    const shared = { ownership: "shared" };
    const severityOf = (after: readonly RuleState[]) => reviewOf([ADMIN, SCANNERS], after, shared).severity;
    const same = { ...SCANNERS, expression: '(http.user_agent contains "nikto")' };
    expect(severityOf([ADMIN, same])).toBe("low");
    // Together, the rules do the same; a skip rule of another owner between them would make a difference.
    const moved = { ...SCANNERS, expression: `${SCANNERS.expression} or (${ADMIN.expression})` };
    expect(
      severityOf([
        { ...ADMIN, expression: `${ADMIN.expression} and not http.user_agent contains "nikto"` },
        moved,
      ]),
    ).toBe("review");
  });

  it("says that requests pass which nothing else stops, if a skip rule is new beside rules of other owners", () => {
    const requests = requestsOf([ADMIN], [ADMIN, PARTNERS], { ownership: "shared" });
    expect(pairs(requests)).toEqual(["opens: passes → passes, later rules are skipped (partners)"]);
    expect(requestsNotes(requests)).toContain("Rules of other owners in the same entry point are not known.");
  });

  it("leaves undecided what depends on an unknown condition, and decides the rest", () => {
    const requests = requestsOf([ADMIN], [ADMIN, { ...SCANNERS, expression: UNKNOWN }]);
    expect(requests.direction).toBe("undecided");
    expect(requestsNotes(requests)[0]).toBe(
      "Not decided, whether more requests are stopped: a condition is not known, or contains what cannot be analysed.",
    );
    expect(requests.proved).toEqual(["opens", "challenges less", "other"]);
  });

  it("names only the fields of a request if a condition is secret", () => {
    const secret = (rules: readonly RuleState[]) => ({
      ...entrypoint(rules, { ownership: "exclusive" }),
      isSecret: (path: string) => path === 'rules["scanners"].expression',
    });
    const steps = [{ operation: "update" as const, before: secret([SCANNERS]), after: secret([]) }];
    const review = reviewChange(
      { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 },
      { policies: [] },
    );
    const [row] = review.places[0]?.rulesets[0]?.requests?.rows ?? [];
    expect(row?.example).toBe(
      "a request with certain values of http.user_agent (not shown: the expression is secret)",
    );
    expect(JSON.stringify(review)).not.toContain("nikto");
  });

  it("names only the settings of a request if a value is secret, or not known yet", () => {
    const header = (value: string): RuleState => ({
      ref: "key",
      action: "rewrite",
      expression: "ssl",
      actionParameters: { headers: { "x-key": { operation: "set", value } } },
    });
    const requests = (isSecret: (path: string) => boolean) => {
      const versions = ["first-key", UNKNOWN].map((value) => ({
        ...entrypoint([header(value)], { ownership: "exclusive", phase: "http_request_late_transform" }),
        isSecret,
      }));
      const steps = [{ operation: "update" as const, before: versions[0], after: versions[1] }].flatMap(
        ({ operation, before, after }) => (before && after ? [{ operation, before, after }] : []),
      );
      const review = reviewChange(
        { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 },
        { policies: [] },
      );
      return review.places[0]?.rulesets[0]?.requests?.rows.map(({ before, now }) => `${before} → ${now}`);
    };
    expect(requests(() => false)).toEqual([
      'passes, sets header x-key to "first-key" → passes, sets header x-key to "(unknown)"',
    ]);
    expect(requests((path) => path.endsWith("value"))).toEqual([
      "passes, sets header x-key → passes, sets header x-key",
    ]);
  });

  it("follows the rules of a custom ruleset that the change contains", () => {
    const custom = (rules: readonly RuleState[]) =>
      edgeResource(
        "ruleset",
        "Ruleset",
        "shared",
        {
          accountId: ACCOUNT_ID,
          name: "shared",
          phase: "http_request_firewall_custom",
          rules: Object.fromEntries(rules.map(({ ref, ...rule }) => [ref, rule])),
        },
        `account/${ACCOUNT_ID}/${CUSTOM_ID}`,
      );
    const run = entrypoint(
      [{ ref: "run", action: "execute", expression: "true", actionParameters: { id: CUSTOM_ID } }],
      { ownership: "exclusive" },
    );
    const inside = entrypoint([SCANNERS], { ownership: "exclusive" });
    const review = reviewChange(
      {
        source: "pulumi-preview",
        stack: "shop/dev",
        steps: [
          { operation: "same", before: custom([SCANNERS]), after: custom([SCANNERS]) },
          { operation: "update", before: run, after: inside },
        ],
        others: 0,
      },
      { policies: [] },
    );
    expect(review.places[0]?.rulesets[0]?.requests?.direction).toBe("equal");
  });

  describe("a custom ruleset with a secret condition", () => {
    const NESTED_ID = "3f2feab2026849078ba485f918791bdd";
    const custom = (id: string, rules: readonly RuleState[], secret: boolean) =>
      edgeResource(
        "ruleset",
        "Ruleset",
        id,
        {
          accountId: ACCOUNT_ID,
          name: id,
          phase: "http_request_firewall_custom",
          rules: Object.fromEntries(rules.map(({ ref, ...rule }) => [ref, rule])),
          ...(secret && { secretInputs: ["rules"] }),
        },
        `account/${ACCOUNT_ID}/${id}`,
      );
    const run = (id: string, expression = "true"): RuleState => ({
      ref: "run",
      action: "execute",
      expression,
      actionParameters: { id },
    });
    const reviewed = (executed: string, skip: string) => {
      const before = entrypoint([PARTNERS, run(executed)], { ownership: "exclusive" });
      const after = entrypoint([{ ...PARTNERS, expression: skip }, run(executed)], {
        ownership: "exclusive",
      });
      const rulesets = [
        custom(CUSTOM_ID, [SCANNERS], true),
        custom(NESTED_ID, [run(CUSTOM_ID)], false),
        custom("4".repeat(32), [DOTFILES], false),
      ].map((one) => ({ operation: "same" as const, before: one, after: one }));
      return reviewChange(
        {
          source: "pulumi-preview",
          stack: "shop/dev",
          others: 0,
          steps: [...rulesets, { operation: "update", before, after }],
        },
        { policies: [] },
      );
    };

    it.each([
      ["directly", CUSTOM_ID],
      ["by another custom ruleset", NESTED_ID],
    ])("is not shown by what an entry point does that executes it %s", (_, executed) => {
      const review = reviewed(executed, "ssl");
      expect(review.places[0]?.rulesets[0]?.requests?.direction).toBe("opens");
      expect(JSON.stringify(review)).not.toContain("nikto");
      expect(JSON.stringify(review)).toContain("(not shown: the expression is secret)");
    });

    it("takes no example away from an entry point that does not execute it", () => {
      const [row] = reviewed("4".repeat(32), "ssl").places[0]?.rulesets[0]?.requests?.rows ?? [];
      expect(row?.example).toMatch(/^GET https:/);
    });
  });

  it("differs between a ruleset that ends and an equal one that begins", () => {
    const ruleset = (zoneId: string) => entrypoint([DOTFILES], { ownership: "exclusive", zoneId });
    const { places } = reviewChange(
      {
        source: "pulumi-preview",
        stack: "shop/dev",
        steps: [{ operation: "replace", before: ruleset("1".repeat(32)), after: ruleset("2".repeat(32)) }],
        others: 0,
      },
      { policies: [] },
    );
    expect(places.map(({ id, rulesets }) => [id, rulesets[0]?.requests?.direction])).toEqual([
      [{ text: "1".repeat(32) }, "opens"],
      [{ text: "2".repeat(32) }, "blocks more"],
    ]);
  });

  it("is a table in Markdown, whose texts are escaped", () => {
    const text = printMarkdown(
      reviewOf(RULES, [...withRule("scanners", { expression: 'http.user_agent contains "a|b"' })]),
    );
    expect(text).toContain(
      "**What changes for requests**: opens. Requests that were stopped pass, or are checked less.",
    );
    expect(text).toContain("| before | now | for example |");
    expect(text).toMatch(/\| block by scanners \| passes \| <code>GET https/);
  });
});

describe("an example in a zone whose name is known", () => {
  const ZONES = ["a.example", "b.example"].map((name, index) => ({ name, id: String(index + 1).repeat(32) }));
  const reviewIn = (rule: RuleState) => {
    const steps = ZONES.map(({ id, name }) => {
      const version = (rules: readonly RuleState[]) => ({
        ...entrypoint(rules, { ownership: "exclusive", zoneId: id }),
        urn: `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset::${name}`,
        label: `ZoneEntrypointRuleset "${name}"`,
      });
      return { operation: "update" as const, before: version([]), after: version([rule]) };
    });
    return reviewChange(
      { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 },
      { policies: [], zoneNames: new Map(ZONES.map(({ id, name }) => [id, name])) },
    );
  };
  const examplesOf = (review: ReturnType<typeof reviewIn>) =>
    review.places.flatMap(({ rulesets }) => rulesets.map(({ requests }) => requests?.rows[0]?.example));

  it("is a request to a host of that zone, and equal changes are still one block", () => {
    const review = reviewIn(DOTFILES);
    expect(examplesOf(review)).toEqual(["GET https://www.a.example/.env", "GET https://www.b.example/.env"]);
    const markdown = printMarkdown(review);
    expect(markdown).toContain("In 2 zones");
    expect(markdown).not.toContain("b.example/.env");
  });

  it("is a request that the rule matches, also if the rule reads the host", () => {
    const api = { ...DOTFILES, expression: 'http.host contains "api"' };
    expect(examplesOf(reviewIn(api))).toEqual(["GET https://api.a.example/", "GET https://api.b.example/"]);
  });
});
