import { UNKNOWN } from "../../../../provider/api";
import { judgedRules } from "../../../../provider/rulebook/hazards/judged-rule";
import { difference } from "../../../../provider/rulesets/meaning/difference";
import { differenceLine } from "../../../../provider/rulesets/meaning/difference-line";
import type { PhaseRules } from "../../../../provider/rulesets/meaning/run-phase";

interface Written {
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
  readonly action_parameters?: object;
  readonly ratelimit?: object;
}

const phaseOf = (rules: readonly Written[]): PhaseRules => ({
  rules: judgedRules(rules.map(({ ref, ...rule }) => ({ path: ref, rule }))),
  rulesets: new Map(),
});
const lineOf = (before: readonly Written[], now: readonly Written[], hiddenBecause?: string) =>
  differenceLine(difference(phaseOf(before), phaseOf(now), { isFirstEnough: true }), hiddenBecause);

const SCANNERS = { ref: "scanners", action: "block", expression: 'http.user_agent contains "nikto"' };
const ADMIN = {
  ref: "admin",
  action: "managed_challenge",
  expression: 'http.request.uri.path eq "/admin"',
};
const CAUSE = "a condition is not known, or contains what cannot be analysed";

describe("the line about a difference", () => {
  it("begins with the worst direction, and shows one request", () => {
    expect(lineOf([SCANNERS], [ADMIN])).toBe(
      'opens: requests change from "block by scanners" to "passes", for example GET https://www.example.com/ with agent nikto',
    );
    expect(lineOf([ADMIN], [SCANNERS])).toBe(
      'challenges less: requests change from "managed_challenge by admin (if solved: passes)" to "passes", for example GET https://www.example.com/admin',
    );
    expect(lineOf([], [ADMIN])).toBe(
      'blocks more: requests change from "passes" to "managed_challenge by admin (if solved: passes)", for example GET https://www.example.com/admin',
    );
    expect(lineOf([], [{ ...ADMIN, action: "log" }])).toBe(
      'treats requests otherwise: requests change from "passes" to "passes, logs", for example GET https://www.example.com/admin',
    );
  });

  it("names an outcome once that is the same in words", () => {
    const answer = (end: string) => ({ status_code: 403, content: `${"long ".repeat(20)}${end}` });
    const answering = (end: string) => ({ ...SCANNERS, action_parameters: { response: answer(end) } });
    expect(lineOf([answering("a")], [answering("b")])).toMatch(
      /^treats requests otherwise: requests with the outcome "block by scanners with 403 and "long [^"]*…"" change, for example GET https:\/\/www\.example\.com\/ with agent nikto$/,
    );
  });

  it("says what a block answers, before and after", () => {
    const answering = (status_code: number, content: string) => ({
      ...SCANNERS,
      action_parameters: { response: { status_code, content, content_type: "text/plain" } },
    });
    expect(lineOf([answering(403, "Forbidden")], [answering(404, "Not found")])).toBe(
      'treats requests otherwise: requests change from "block by scanners with 403 and "Forbidden" (text/plain)" to "block by scanners with 404 and "Not found" (text/plain)", for example GET https://www.example.com/ with agent nikto',
    );
    expect(lineOf([SCANNERS], [answering(404, "Not found")])).toContain(
      'from "block by scanners" to "block by scanners with 404 and "Not found" (text/plain)"',
    );
  });

  it("says that a query is removed", () => {
    const rewrite = {
      ref: "clean",
      action: "rewrite",
      expression: 'http.request.uri.path eq "/app"',
      action_parameters: { uri: { query: { value: "" } } },
    };
    expect(lineOf([], [rewrite])).toContain('from "passes" to "passes, removes the query"');
  });

  it("names the visitor for whom only later rules decide", () => {
    const later = { ...SCANNERS, expression: ADMIN.expression };
    expect(lineOf([ADMIN, later], [ADMIN])).toMatch(
      /^opens: .*, for example GET https:\/\/www\.example\.com\/admin by a visitor who has solved a managed_challenge$/,
    );
  });

  it("says what who solves a challenge gets, and that a challenge in front of a block opens nothing", () => {
    const everybody = { ...ADMIN, ref: "everybody", expression: "true" };
    const later = { ...SCANNERS, expression: "true" };
    expect(lineOf([later], [everybody, later])).toMatch(
      /^treats requests otherwise: requests change from "block by scanners" to "managed_challenge by everybody \(if solved: block by scanners\)", /,
    );
    const challenged = { ...ADMIN, action: "challenge" };
    expect(lineOf([everybody, challenged], [everybody])).toMatch(
      /^challenges less: requests change from "challenge by admin \(if solved: passes\)" to "passes", .* by a visitor who has solved a managed_challenge$/,
    );
  });

  it("says that it is proved if no request changes", () => {
    const same = { ...SCANNERS, expression: 'http.user_agent matches "nikto"' };
    expect(lineOf([SCANNERS], [same])).toBe("no request changes (proved)");
  });

  it("says what is undecided, alone and behind a change in another direction", () => {
    const unknown = { ...SCANNERS, ref: "unknown", expression: UNKNOWN };
    expect(lineOf([], [unknown])).toBe(`undecided: whether more requests are stopped (${CAUSE})`);
    const skip = { ...unknown, action: "skip", action_parameters: { phases: ["http_ratelimit"] } };
    expect(lineOf([], [skip, SCANNERS])).toBe(
      'blocks more: requests change from "passes" to "block by scanners", for example GET https://www.example.com/ with agent nikto; ' +
        `undecided: whether more requests are let through (${CAUSE})`,
    );
    expect(lineOf([SCANNERS], [{ ...SCANNERS, action: UNKNOWN }])).toBe(
      `undecided: whether requests change (${CAUSE})`,
    );
  });

  it("shows no value that can be secret", () => {
    const sets = (value: string) => ({
      ref: "header",
      action: "rewrite",
      expression: 'http.user_agent eq "s3cr3t"',
      action_parameters: { headers: { "x-key": { operation: "set", value } } },
    });
    const line = lineOf([sets("s3cr3t-1")], [sets("s3cr3t-2")], "a rule is secret");
    expect(line).toMatch(/^treats requests otherwise: .* \(no example: a rule is secret\)$/);
    expect(line).not.toContain("s3cr3t");
  });

  it("cuts long outcomes", () => {
    const limit = (more: string) => ({
      ...ADMIN,
      action: "block",
      ratelimit: { characteristics: ["ip.src", "cf.colo.id", more], period: 10, requests_per_period: 5 },
    });
    const line = lineOf([limit("x".repeat(300))], [limit("y".repeat(300))]);
    expect(line).toContain(
      "passes, block by admin from the 6th request within 10 s, by ip.src, cf.colo.id, xx",
    );
    expect(line.length).toBeLessThan(400);
  });
});

describe("a rule whose action is not known", () => {
  it("leaves undecided only the requests that it matches", () => {
    const unknown = { ...ADMIN, action: UNKNOWN };
    expect(lineOf([], [unknown, SCANNERS])).toBe(
      'blocks more: requests change from "passes" to "block by scanners", for example GET https://www.example.com/ with agent nikto; ' +
        `undecided: whether more requests are let through or fewer requests are challenged (${CAUSE})`,
    );
    const nothing = { ...unknown, expression: 'http.host eq "a" and http.host eq "b"' };
    expect(lineOf([SCANNERS], [SCANNERS, nothing])).toBe("no request changes (proved)");
  });
});
