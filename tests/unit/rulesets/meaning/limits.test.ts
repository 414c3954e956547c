import { UNKNOWN } from "../../../../provider/api";
import { judgedRules } from "../../../../provider/rulebook/hazards/judged-rule";
import { changesNoRequest, describeChange } from "../../../../provider/rulesets/meaning/describe-difference";
import { difference } from "../../../../provider/rulesets/meaning/difference";
import { differenceLine } from "../../../../provider/rulesets/meaning/difference-line";
import type { PhaseRules } from "../../../../provider/rulesets/meaning/run-phase";

interface Written {
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
  readonly enabled?: boolean;
  readonly action_parameters?: object;
  readonly ratelimit?: Readonly<Record<string, unknown>>;
}

const phaseOf = (rules: readonly Written[]): PhaseRules => ({
  rules: judgedRules(rules.map(({ ref, ...rule }) => ({ path: ref, rule }))),
  rulesets: new Map(),
});
const differenceOf = (before: readonly Written[], now: readonly Written[]) =>
  difference(phaseOf(before), phaseOf(now));
const lineOf = (before: readonly Written[], now: readonly Written[], hiddenBecause?: string) =>
  differenceLine(differenceOf(before, now), hiddenBecause);
const directionsOf = (before: readonly Written[], now: readonly Written[]) =>
  differenceOf(before, now).changes.map(({ direction }) => direction);
const restsOf = (before: readonly Written[], now: readonly Written[]) =>
  Object.fromEntries(differenceOf(before, now).answers.map(({ direction, rest }) => [direction, rest.kind]));

const LOGIN: Written = {
  ref: "login",
  action: "block",
  expression: 'http.request.uri.path eq "/login"',
  ratelimit: {
    characteristics: ["ip.src", "cf.colo.id"],
    period: 60,
    requests_per_period: 10,
    mitigation_timeout: 600,
  },
};
const login = (ratelimit: Readonly<Record<string, unknown>>, more: Partial<Written> = {}): Written => ({
  ...LOGIN,
  ...more,
  ratelimit: { ...LOGIN.ratelimit, ...ratelimit },
});
const BEFORE = "passes, block by login from the 11th request within 60 s";

describe("a rate limit that changes", () => {
  it.each<[string, Written[], string]>([
    [
      "is raised",
      [login({ requests_per_period: 1000 })],
      "passes, block by login from the 1,001st request within 60 s (weaker: the 11th request within 60 s passes)",
    ],
    ["is removed", [], "passes (weaker: the 11th request within 60 s passes)"],
    [
      "is switched off",
      [{ ...LOGIN, enabled: false }],
      "passes (weaker: the 11th request within 60 s passes)",
    ],
    [
      "counts in a shorter period",
      [login({ period: 10 })],
      "passes, block by login from the 11th request within 10 s " +
        "(weaker: the 11th request within 60 s passes, if no 10 s have more than 10)",
    ],
    [
      "stops for a shorter time",
      [login({ mitigation_timeout: 60 })],
      "passes, block by login from the 11th request within 60 s, for 60 s " +
        "(weaker: who was stopped passes after 60 s, not after 600 s)",
    ],
    [
      "stops only what is above it",
      [login({ mitigation_timeout: 0 })],
      "passes, block by login from the 11th request within 60 s, only above the limit " +
        "(weaker: who was stopped passes as soon as there are fewer requests, not after 600 s)",
    ],
    [
      "counts by more characteristics",
      [login({ characteristics: ["ip.src", "cf.colo.id", 'http.request.headers["x-api-key"]'] })],
      "passes, block by login from the 11th request within 60 s, by ip.src, cf.colo.id, " +
        'http.request.headers["x-api-key"] ' +
        '(weaker: the 11th request within 60 s passes, if the requests differ in http.request.headers["x-api-key"])',
    ],
    [
      "counts fewer requests",
      [login({ counting_expression: 'http.request.uri.path eq "/login" and http.response.code eq 401' })],
      "passes, block by login from the 12th request within 60 s, " +
        'counting http.request.uri.path eq "/login" and http.response.code eq 401 ' +
        "(weaker: the 11th request within 60 s passes; the 11th request within 60 s passes, if fewer of them count)",
    ],
    [
      "counts only what reaches the origin",
      [login({ requests_to_origin: true })],
      "passes, block by login from the 12th request within 60 s, to the origin " +
        "(weaker: the 11th request within 60 s passes; the 11th request within 60 s passes, if some are answered from the cache)",
    ],
    [
      "only challenges",
      [{ ...LOGIN, action: "managed_challenge" }],
      "passes, managed_challenge by login from the 11th request within 60 s " +
        "(weaker: the 11th request within 60 s passes, if its visitor solves a managed_challenge)",
    ],
  ])("opens if it %s, and says which request passes now", (_, now, text) => {
    const [change, ...more] = differenceOf([LOGIN], now).changes;
    expect([change?.direction, more]).toEqual(["opens", []]);
    const described = change && describeChange(change, { hides: false, conditions: [] });
    expect(described?.now).toBe(text);
    expect(described?.before.startsWith(BEFORE)).toBe(true);
    const line = lineOf([LOGIN], now);
    expect(line.startsWith(`opens: requests change from "${BEFORE}`)).toBe(true);
    expect(line.endsWith(", for example GET https://www.example.com/login")).toBe(true);
  });

  it("opens if it is turned to log", () => {
    expect(directionsOf([LOGIN], [{ ...LOGIN, action: "log" }])).toEqual(["opens"]);
  });

  it("challenges less if a limit that challenges is raised or removed", () => {
    const challenge = { ...LOGIN, action: "managed_challenge" };
    expect(directionsOf([challenge], [])).toEqual(["challenges less"]);
    expect(
      directionsOf([challenge], [login({ requests_per_period: 100 }, { action: "managed_challenge" })]),
    ).toEqual(["challenges less"]);
  });

  it.each<[string, Written[]]>([
    ["is lowered", [login({ requests_per_period: 5 })]],
    ["counts in a longer period", [login({ period: 600 })]],
    ["stops for a longer time", [login({ mitigation_timeout: 3600 })]],
    ["counts by fewer characteristics", [login({ characteristics: ["cf.colo.id"] })]],
    ["counts more requests", [login({ counting_expression: "true" })]],
  ])("blocks more if it %s, and nothing is let through, proved under a printed assumption", (_, now) => {
    expect(directionsOf([LOGIN], now)).toEqual(["blocks more"]);
    expect(restsOf([LOGIN], now)).toEqual({
      opens: "no",
      "challenges less": "no",
      "blocks more": "no",
      other: "no",
    });
    expect(differenceOf([LOGIN], now).assumptions.map(({ says }) => says)).toEqual([
      expect.stringContaining("rate limits are compared"),
    ]);
    expect(lineOf([LOGIN], now)).toMatch(/\(stricter: .*$/);
  });

  it("opens, and is another one, if some sequences pass now and others are stopped", () => {
    const now = [login({ characteristics: ["cf.unique_visitor_id", "cf.colo.id"] })];
    expect(directionsOf([LOGIN], now)).toEqual(["opens"]);
    const text = differenceOf([LOGIN], now).changes[0]?.limits;
    expect(text?.verdict).toBe("other");
    expect(text?.says).toEqual([
      "the 11th request within 60 s passes, if the requests differ in cf.unique_visitor_id",
      "the 11th request within 60 s is stopped, if the requests differ in ip.src",
    ]);
  });

  it("changes nothing if it is written otherwise", () => {
    const same = [
      login(
        { counting_expression: "", requests_to_origin: false, characteristics: ["cf.colo.id", "ip.src"] },
        { expression: 'http.request.uri.path in {"/login"}' },
      ),
    ];
    expect(changesNoRequest(differenceOf([LOGIN], same))).toBe(true);
  });

  it("shows also a request for which it is stricter, if it is only weaker for others", () => {
    const www = 'http.request.uri.path eq "/login" and http.host eq "www.example.com"';
    const now = login({ requests_per_period: 5 }, { action: "managed_challenge", expression: www });
    const verdicts = differenceOf([LOGIN], [now]).changes.map(({ limits }) => limits?.verdict);
    expect(verdicts.sort()).toEqual(["other", "weaker"]);
  });

  it("names what a proof about the order of limits assumes of requests that one of them stops", () => {
    const signin = { ...login({ period: 10 }), ref: "signin" };
    const { assumptions } = differenceOf([LOGIN, signin], [signin, LOGIN]);
    expect(assumptions.map(({ says }) => says)).toEqual([
      "a rate limit counts a request that another rate limit stops, too",
    ]);
    expect(differenceOf([LOGIN, signin], [LOGIN, signin]).assumptions).toEqual([]);
  });

  it("changes nothing if another limit is as strict", () => {
    const strict = { ...login({ requests_per_period: 5 }), ref: "strict" };
    expect(changesNoRequest(differenceOf([LOGIN, strict], [strict]))).toBe(true);
  });

  it("opens for all its requests if two rules replace it, since each of them counts separately", () => {
    const both = { ...LOGIN, expression: 'http.request.uri.path in {"/login" "/signin"}' };
    const signin = { ...LOGIN, ref: "signin", expression: 'http.request.uri.path eq "/signin"' };
    expect(new Set(directionsOf([both], [LOGIN, signin]))).toEqual(new Set(["opens"]));
  });

  it("does not prove that nothing is let through if its numbers are not known", () => {
    const now = [login({ requests_per_period: UNKNOWN })];
    expect(directionsOf([LOGIN], now)).toEqual([]);
    expect(restsOf([LOGIN], now)).toMatchObject({ opens: "undecided", "blocks more": "undecided" });
  });

  it("shows no number of a secret rule", () => {
    const line = lineOf([LOGIN], [login({ requests_per_period: 1000 })], "a rule is secret");
    expect(line).toBe(
      'opens: requests change from "passes, block by login after further requests" to ' +
        '"passes, block by login after further requests (weaker)" (no example: a rule is secret)',
    );
  });
});

describe("a managed ruleset whose overrides change", () => {
  const ID = "efb7b8c949ac4650a09736fc376e9aee";
  const managed = (overrides?: object): Written => ({
    ref: "managed",
    action: "execute",
    expression: "true",
    action_parameters: overrides === undefined ? { id: ID } : { id: ID, overrides },
  });

  it.each<[string, Written, Written, string]>([
    ["log everything", managed(), managed({ action: "log" }), "its rules only log"],
    [
      "turn everything off",
      managed({ action: "block" }),
      managed({ action: "block", enabled: false }),
      "its rules are off",
    ],
    [
      "log a category",
      managed({ action: "block" }),
      managed({ action: "block", categories: [{ category: "wordpress", action: "log" }] }),
      "category wordpress: its rules only log",
    ],
    [
      "turn a rule off",
      managed(),
      managed({ rules: [{ id: "5de7edfa648c4d6891dc3e7f84534ffa", enabled: false }] }),
      "rule 5de7edfa648c4d6891dc3e7f84534ffa is off",
    ],
    [
      "raise a threshold",
      managed({ rules: [{ id: "6179ae15870a4bb7b2d480d4843b323c", score_threshold: 25 }] }),
      managed({ rules: [{ id: "6179ae15870a4bb7b2d480d4843b323c", score_threshold: 60 }] }),
      "rule 6179ae15870a4bb7b2d480d4843b323c has the score threshold 60, not 25",
    ],
  ])("opens if they %s", (_, before, now, says) => {
    const [change] = differenceOf([before], [now]).changes;
    expect([change?.direction, change?.limits?.says]).toEqual(["opens", [says]]);
    expect(directionsOf([now], [before])).toEqual(["blocks more"]);
    expect(restsOf([now], [before])).toMatchObject({ opens: "no" });
  });

  it("was weaker in one category, and is weaker now in the others", () => {
    const off = managed({ categories: [{ category: "wordpress", enabled: false }] });
    const wordpress = { category: "wordpress", enabled: true, action: "block" };
    expect(lineOf([off], [managed({ action: "log", categories: [wordpress] })])).toContain(
      "(partly weaker, partly stricter: its rules only log; category wordpress: its rules were off)",
    );
  });

  it("is not proved to let nothing through if it is not known what the managed rules did before", () => {
    expect(restsOf([managed()], [managed({ action: "managed_challenge" })])).toMatchObject({
      opens: "undecided",
      "blocks more": "undecided",
    });
  });
});

describe("a redirect", () => {
  it("names both targets if it leads to another host", () => {
    const to = (value: string): Written => ({
      ref: "home",
      action: "redirect",
      expression: 'http.request.uri.path eq "/"',
      action_parameters: { from_value: { status_code: 301, target_url: { value } } },
    });
    expect(lineOf([to("https://a.example/")], [to("https://b.example/")])).toMatch(
      /^treats requests otherwise: requests change from "redirect by home to https:\/\/a\.example\/ with 301" to "redirect by home to https:\/\/b\.example\/ with 301", for/,
    );
  });
});
