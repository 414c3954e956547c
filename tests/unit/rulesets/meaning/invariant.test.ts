import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";

import { UNKNOWN } from "../../../../provider/api";
import { compileFilter, type Expression, parseFilter, type RequestFields } from "../../../../provider/filter";
import { judgedRules } from "../../../../provider/rulebook/hazards/judged-rule";
import {
  decideInvariant,
  type Invariant,
  INVARIANT_OUTCOMES,
  type InvariantAnswer,
  type ZoneRules,
} from "../../../../provider/rulesets/meaning/invariant";
import { type Clearance, clearanceFor } from "../../../../provider/rulesets/meaning/clearance";
import { isEarlier, type ZonePhase } from "../../../../provider/rulesets/meaning/run-zone";
import {
  executesTwice,
  expressions,
  INNER,
  limitingPhases,
  lists,
  matchesIn,
  nestedPhases,
  OUTER,
  phaseOf,
  type PlainRun,
  redirectLists,
  rewriteLists,
  rewritten,
  runPlainly,
  tries,
  urlLists,
  WORLD,
  type Written,
  type WrittenPhase,
} from "./small-world";

const CUSTOM = "http_request_firewall_custom";

function parsed(text: string): Expression {
  const result = parseFilter(text);
  if (!result.valid) throw new Error(`${text} is not valid`);
  return result.ast;
}

function entrypoint(
  phase: ZonePhase["phase"],
  rules: readonly Written[],
  more?: Partial<ZonePhase>,
): ZonePhase {
  return { ...phaseOf(rules), phase, foreign: "none", ...more };
}

function zoneOf(...phases: readonly ZonePhase[]): ZoneRules {
  return { phases, isWhole: true };
}

const invariant = (
  requests: string,
  outcome: Invariant["outcome"],
  phase?: Invariant["phase"],
): Invariant => ({
  name: "office only",
  requests: parsed(requests),
  outcome,
  ...(phase && { phase }),
});

const decide = (one: Invariant, now: ZoneRules, before?: ZoneRules): InvariantAnswer =>
  decideInvariant(one, { before, now });

const OUTSIDE = 'starts_with(http.request.uri.path, "/admin") and not ip.src in {192.0.2.0/24}';
const admin: Written = { ref: "admin", action: "block", expression: OUTSIDE };
const skip = (expression: string, action_parameters: object = { ruleset: "current" }): Written => ({
  ref: "skip",
  action: "skip",
  expression,
  action_parameters,
});
const EVERYTHING: Written = { ref: "everything", action: "block", expression: "true" };

describe("an invariant", () => {
  it("proves that nobody outside a network reaches a path, and names what the proof assumes", () => {
    const answer = decide(invariant(OUTSIDE, "blocked"), zoneOf(entrypoint(CUSTOM, [admin])));
    expect(answer).toEqual({ kind: "proved", assumptions: [] });
  });

  it("is refuted with one request when a skip rule comes in front", () => {
    const rules = [skip('http.user_agent contains "monitor"'), admin];
    const answer = decide(invariant(OUTSIDE, "blocked"), zoneOf(entrypoint(CUSTOM, rules)));
    if (answer.kind !== "broken") throw new Error(`it is ${answer.kind}`);
    const { fields } = answer.witness;
    expect(
      compileFilter(parsed(`${OUTSIDE} and http.user_agent contains "monitor"`)).run(fields, new Map()),
    ).toBe(true);
    expect(answer.rule?.path).toBe("skip");
  });

  it("names the rule that stops what must not be blocked", () => {
    const answer = decide(
      invariant('http.request.uri.path eq "/health"', "not blocked", CUSTOM),
      zoneOf(
        entrypoint(CUSTOM, [{ ref: "bots", action: "block", expression: 'http.user_agent contains "bot"' }]),
      ),
    );
    expect(answer).toMatchObject({ kind: "broken", rule: { path: "bots" } });
  });

  it("takes a visitor who has solved a challenge as challenged, but not as blocked", () => {
    const zone = zoneOf(entrypoint(CUSTOM, [{ ...admin, action: "managed_challenge" }]));
    expect(decide(invariant(OUTSIDE, "challenged or blocked"), zone).kind).toBe("proved");
    expect(decide(invariant(OUTSIDE, "blocked"), zone)).toMatchObject({
      kind: "broken",
      rule: { path: "admin" },
    });
  });

  describe("that no request is challenged", () => {
    const notChallenged = invariant('http.request.uri.path eq "/health"', "not challenged");
    const monitor = 'http.user_agent contains "monitor"';
    const limit = (action: string): ZonePhase => ({
      ...entrypoint("http_ratelimit", []),
      ...phaseOf([
        { ref: "limit", action, expression: "true", ratelimit: { period: 10, requests_per_period: 1 } },
      ]),
    });

    it("is refuted by a request and the rule that challenges it", () => {
      const rules = [{ ref: "bots", action: "js_challenge", expression: monitor }];
      expect(decide(notChallenged, zoneOf(entrypoint(CUSTOM, rules)))).toMatchObject({
        kind: "broken",
        rule: { path: "bots" },
        solved: undefined,
      });
      const blocking = [{ ref: "bots", action: "block", expression: monitor }];
      expect(decide(notChallenged, zoneOf(entrypoint(CUSTOM, blocking)))).toEqual({
        kind: "proved",
        assumptions: [],
      });
    });

    it("is undecided where a limit, a managed ruleset or an unknown rule may challenge", () => {
      expect(decide(notChallenged, zoneOf(limit("managed_challenge")))).toEqual({
        kind: "undecided",
        why: "limit may challenge after further requests",
      });
      expect(decide(notChallenged, zoneOf(limit("block"))).kind).toBe("proved");
      const owasp = { ref: "owasp", action: "execute", expression: "true", action_parameters: { id: OUTER } };
      expect(decide(notChallenged, zoneOf(entrypoint("http_request_firewall_managed", [owasp])))).toEqual({
        kind: "undecided",
        why: `the managed ruleset ${OUTER} may challenge`,
      });
      const shared = { phases: [entrypoint(CUSTOM, [], { foreign: "anywhere" })], isWhole: false };
      expect(decide(notChallenged, shared)).toEqual({
        kind: "undecided",
        why: "rules of other owners, which may challenge, are not known",
      });
    });

    it("does not hold for certain if an account has rules that challenge, and does if they only block", () => {
      const zoneWith = (action: string): ZoneRules => ({
        ...zoneOf(),
        accounts: [
          { phase: CUSTOM, ...phaseOf([{ ref: "of the account", action, expression: monitor }]) } as const,
        ],
      });
      expect(decide(notChallenged, zoneWith("challenge")).kind).toBe("undecided");
      expect(decide(notChallenged, zoneWith("block")).kind).toBe("proved");
    });

    it("says that all requests are blocked before they could be challenged", () => {
      const challenging = { ref: "later", action: "challenge", expression: "true" };
      expect(decide(notChallenged, zoneOf(entrypoint(CUSTOM, [EVERYTHING, challenging])))).toMatchObject({
        kind: "proved",
        endedBy: [{ phase: CUSTOM, rule: { path: "everything" } }],
      });
    });
  });

  it("takes a limit whose action is not known as one that may block", () => {
    const [unknown] = judgedRules([
      { path: "later", rule: { expression: "true", ratelimit: { period: 10, requests_per_period: 1 } } },
    ]);
    const zone = zoneOf({ ...entrypoint("http_ratelimit", []), rules: unknown ? [unknown] : [] });
    expect(decide(invariant(OUTSIDE, "not blocked"), zone)).toEqual({
      kind: "undecided",
      why: "later may block after further requests",
    });
  });

  it("lets no rate limit prove that requests are blocked, or that they are not", () => {
    const limit = judgedRules([
      {
        path: "limit",
        rule: { action: "block", expression: "true", ratelimit: { period: 10, requests_per_period: 1 } },
      },
    ]);
    const zone = zoneOf({ phase: "http_ratelimit", rules: limit, rulesets: new Map(), foreign: "none" });
    expect(decide(invariant(OUTSIDE, "blocked"), zone).kind).toBe("broken");
    expect(decide(invariant(OUTSIDE, "not blocked"), zone)).toEqual({
      kind: "undecided",
      why: "limit may block after further requests",
    });
  });

  describe("of a ruleset that two rules of an entry point execute", () => {
    const run = (host: string): Written => ({
      ref: `run on ${host}`,
      action: "execute",
      action_parameters: { id: OUTER },
      expression: `http.host eq "${host}.example.com"`,
    });
    const login = 'http.request.uri.path eq "/login"';
    const requests = `http.host eq "www.example.com" and ${login}`;
    const decideWith = (own: Omit<Written, "ref" | "expression">, rules = [run("www"), run("api")]) => {
      const rulesets = { [OUTER]: [{ ref: "login", expression: login, ...own }] };
      const entry = { ...entrypoint(CUSTOM, []), ...phaseOf(rules, rulesets) };
      return decide(invariant(requests, "not blocked"), zoneOf(entry));
    };

    it("is undecided if a rate limit there blocks requests that the first rule sends there", () => {
      const limit = { action: "block", ratelimit: { period: 10, requests_per_period: 1 } };
      const undecided = { kind: "undecided", why: "login may block after further requests" };
      expect(decideWith(limit)).toEqual(undecided);
      expect(decideWith(limit, [run("api"), run("www")])).toEqual(undecided);
      expect(decideWith(limit, [run("api")]).kind).toBe("proved");
    });

    it("names a skip rule there that lets requests of the first rule pass", () => {
      const skipping = { action: "skip", action_parameters: { phase: "current" as const } };
      const rulesets = { [OUTER]: [{ ref: "login", expression: login, ...skipping }] };
      const entry = phaseOf([run("www"), run("api"), EVERYTHING], rulesets);
      expect(
        decide(invariant(requests, "blocked"), zoneOf({ ...entrypoint(CUSTOM, []), ...entry })),
      ).toMatchObject({ kind: "broken", rule: { path: "login" } });
    });
  });

  it("does not call requests the same as before if an inner ruleset of the account has other rules now", () => {
    const execute = (ref: string, id: string): Written => ({
      ref,
      action: "execute",
      action_parameters: { id },
      expression: "true",
    });
    const zoneWith = (inner: readonly Written[]): ZoneRules => {
      const rulesets = { [OUTER]: [execute("inner", INNER)], [INNER]: inner };
      const account = { phase: CUSTOM, ...phaseOf([execute("outer", OUTER)], rulesets) } as const;
      return { ...zoneOf(entrypoint(CUSTOM, [admin])), accounts: [account] };
    };
    const same = invariant(OUTSIDE, "same as before");
    expect(decide(same, zoneWith([EVERYTHING]), zoneWith([EVERYTHING])).kind).toBe("proved");
    expect(decide(same, zoneWith([]), zoneWith([EVERYTHING])).kind).toBe("undecided");
  });

  it("is undecided if the id of the ruleset that a rule executes is not known yet", () => {
    const run = {
      ref: "run",
      action: "execute",
      action_parameters: { id: UNKNOWN },
      expression: "true",
    };
    expect(decide(invariant(OUTSIDE, "not blocked"), zoneOf(entrypoint(CUSTOM, [run])))).toMatchObject({
      kind: "undecided",
    });
    expect(decide(invariant(OUTSIDE, "blocked"), zoneOf(entrypoint(CUSTOM, [run, admin])))).toMatchObject({
      kind: "undecided",
    });
  });

  it("follows what a phase skips in later phases", () => {
    const managed = entrypoint("http_request_firewall_managed", [
      {
        ref: "waf",
        action: "execute",
        expression: "true",
        action_parameters: { id: "efb7b8c949ac4650a09736fc376e9aee" },
      },
    ]);
    const office = invariant("ip.src in {192.0.2.0/24}", "not blocked");
    expect(decide(office, zoneOf(managed))).toEqual({
      kind: "undecided",
      why: "the managed ruleset efb7b8c949ac4650a09736fc376e9aee may block",
    });
    const skipping = skip("ip.src in {192.0.2.0/24}", { phases: ["http_request_firewall_managed"] });
    expect(decide(office, zoneOf(managed, entrypoint(CUSTOM, [skipping]))).kind).toBe("proved");
  });

  describe("behind rules that rewrite the URL", () => {
    const rewrite = (expression: string, uri: object = { path: { value: "/new" } }) =>
      entrypoint("http_request_transform", [
        { ref: "old", action: "rewrite", expression, action_parameters: { uri } },
      ]);
    const computed = { path: { expression: 'concat("/new", http.request.uri.path)' } };
    const blocking = entrypoint(CUSTOM, [admin]);
    const isOld = 'http.request.uri.path contains "old"';
    const one = invariant(OUTSIDE, "blocked");

    it("follows a constant to the rules behind", () => {
      const answer = decide(one, zoneOf(blocking, rewrite(isOld)));
      if (answer.kind !== "broken") throw new Error(`it is ${answer.kind}`);
      expect(matchesIn(`${OUTSIDE} and ${isOld}`, answer.witness.fields)).toBe(true);
      const toAdmin = rewrite(isOld, { path: { value: "/admin/new" } });
      expect(decide(one, zoneOf(blocking, toAdmin))).toEqual({ kind: "proved", assumptions: [] });
      expect(decide(one, zoneOf(blocking, rewrite('http.request.uri.path eq "/old"'))).kind).toBe("proved");
      expect(decide(invariant(OUTSIDE, "blocked", CUSTOM), zoneOf(blocking, rewrite(isOld))).kind).toBe(
        "proved",
      );
    });

    it("follows a constant query, a removed one, and both parts together", () => {
      const debug = { ref: "debug", action: "block", expression: 'http.request.uri.query eq "debug=1"' };
      const zone = (uri: object) => zoneOf(entrypoint(CUSTOM, [debug]), rewrite("true", uri));
      const asked = (outcome: Invariant["outcome"]) => invariant('http.host eq "a.example.com"', outcome);
      expect(decide(asked("blocked"), zone({ query: { value: "debug=1" } })).kind).toBe("proved");
      expect(decide(asked("not blocked"), zone({ query: { value: "" } })).kind).toBe("proved");
      const uri = { ...debug, expression: 'http.request.uri eq "/new?debug=1"' };
      const both = { path: { value: "/new" }, query: { value: "debug=1" } };
      const whole = zoneOf(entrypoint(CUSTOM, [uri]), rewrite("true", both));
      expect(decide(asked("blocked"), whole).kind).toBe("proved");
    });

    it("does not affect rules that read no rewritten field, whatever the target is", () => {
      const office = { ...admin, expression: "not ip.src in {192.0.2.0/24}" };
      const zone = zoneOf(entrypoint(CUSTOM, [office]), rewrite("true", computed));
      expect(decide(one, zone)).toEqual({ kind: "proved", assumptions: [] });
      const raw = { ...admin, expression: 'starts_with(raw.http.request.uri.path, "/admin")' };
      const asked = invariant(raw.expression, "blocked");
      expect(decide(asked, zoneOf(entrypoint(CUSTOM, [raw]), rewrite("true", computed))).kind).toBe("proved");
    });

    it("is undecided where a rule reads what cannot be followed", () => {
      const why = "old rewrites the URL before admin reads it";
      const undecided = { kind: "undecided", why };
      const moved = rewrite(isOld, computed);
      expect(decide(one, zoneOf(blocking, moved))).toEqual(undecided);
      const whole = { ...admin, expression: 'http.request.full_uri contains "/admin"' };
      expect(decide(one, zoneOf(entrypoint(CUSTOM, [whole]), rewrite(isOld)))).toEqual(undecided);
      // Nothing is known of what encoded texts become.
      expect(decide(one, zoneOf(blocking, rewrite(isOld, { path: { value: "/a%20b" } })))).toEqual(undecided);
      expect(decide(one, zoneOf(blocking, rewrite(isOld, { path: { value: UNKNOWN } })))).toEqual(undecided);
      const score = { ...admin, expression: "cf.waf.score lt 20" };
      const bad = invariant(score.expression, "blocked");
      expect(decide(bad, zoneOf(entrypoint(CUSTOM, [score]), rewrite("true"))).kind).toBe("undecided");
    });

    it("follows rules of an account, too, which see the rewritten URL", () => {
      const asked = invariant('http.request.uri.path eq "/health"', "not blocked");
      const ofAccount = { ...admin, expression: 'http.request.uri.path eq "/new"' };
      const account = { phase: CUSTOM, ...phaseOf([ofAccount]) } as const;
      const zone = (...phases: ZonePhase[]) => ({ ...zoneOf(...phases), accounts: [account] });
      expect(decide(asked, zone()).kind).toBe("proved");
      expect(decide(asked, zone(rewrite("true")))).toEqual({
        kind: "undecided",
        why: "admin may block before the rules of the zone",
      });
    });

    it("compares versions of what reads nothing that is written", () => {
      const same = invariant(isOld, "same as before");
      const rules = { rules: [{ ...admin, expression: "not ip.src in {192.0.2.0/24}" }] };
      const [before, now] = [computed, computed].map((uri) =>
        zoneOf(entrypoint(CUSTOM, rules.rules), rewrite("true", uri)),
      );
      if (before === undefined || now === undefined) throw new Error("two versions");
      expect(decide(same, now, before).kind).toBe("proved");
      const reading = zoneOf(blocking, rewrite("true", computed));
      expect(decide(same, reading, reading)).toEqual({
        kind: "undecided",
        why: "old rewrites the URL before admin reads it",
      });
    });
  });

  it("says nothing about requests that are redirected before they reach the rules", () => {
    const redirect = entrypoint("http_request_dynamic_redirect", [
      { ref: "www", action: "redirect", expression: 'http.request.uri.path contains "admin"' },
    ]);
    const answer = decide(invariant(OUTSIDE, "blocked"), zoneOf(redirect));
    // Nothing blocks them: the proof says so.
    expect(answer).toMatchObject({
      kind: "proved",
      endedBy: [{ phase: "http_request_dynamic_redirect", rule: { path: "www" } }],
    });
    const some = entrypoint("http_request_dynamic_redirect", [
      { ref: "www", action: "redirect", expression: 'http.request.uri.path contains "admin/"' },
    ]);
    expect(decide(invariant(OUTSIDE, "blocked"), zoneOf(some, entrypoint(CUSTOM, [admin])))).toEqual({
      kind: "proved",
      assumptions: [],
    });
  });

  it("is undecided if a custom ruleset, an action or the rules of a phase are not known", () => {
    const one = invariant(OUTSIDE, "blocked");
    const id = "0b9b8c949ac4650a09736fc376e9aee1";
    const execute: Written = {
      ref: "ours",
      action: "execute",
      expression: "true",
      action_parameters: { id },
    };
    expect(decide(one, zoneOf(entrypoint(CUSTOM, [execute, admin])))).toEqual({
      kind: "undecided",
      why: `the rules of the custom ruleset ${id} are not known`,
    });
    expect(decide(one, zoneOf(entrypoint(CUSTOM, [admin, execute]))).kind).toBe("proved");
    const [unknown] = judgedRules([{ path: "later", rule: { expression: "true" } }]);
    const rules = [...(unknown ? [unknown] : []), ...phaseOf([admin]).rules];
    expect(decide(one, zoneOf({ ...entrypoint(CUSTOM, []), rules }))).toEqual({
      kind: "undecided",
      why: "what later does is not known",
    });
    expect(decide(one, zoneOf(entrypoint(CUSTOM, [admin], { unclear: "the order is not known" })))).toEqual({
      kind: "undecided",
      why: "the order is not known",
    });
  });

  it("names what must be true of rules of other owners, and proves nothing that they can break alone", () => {
    const shared = { phases: [entrypoint(CUSTOM, [admin], { foreign: "anywhere" })], isWhole: false };
    expect(decide(invariant(OUTSIDE, "blocked", CUSTOM), shared)).toEqual({
      kind: "proved",
      assumptions: ["no rule of another owner in front of these lets such requests skip them"],
    });
    expect(decide(invariant('http.request.uri.path eq "/health"', "not blocked", CUSTOM), shared)).toEqual({
      kind: "undecided",
      why: "rules of other owners, which may block, are not known",
    });
    expect(decide(invariant(OUTSIDE, "blocked"), { phases: [], isWhole: false }).kind).toBe("undecided");
    expect(decide(invariant(OUTSIDE, "blocked"), { phases: [], isWhole: true }).kind).toBe("broken");
  });

  it("compares two versions for the requests that it is about", () => {
    const [before, now] = [zoneOf(entrypoint(CUSTOM, [admin])), zoneOf(entrypoint(CUSTOM, [EVERYTHING]))];
    const inside = 'starts_with(http.request.uri.path, "/admin")';
    expect(decide(invariant(OUTSIDE, "same as before"), now, before).kind).toBe("proved");
    expect(decide(invariant(inside, "same as before"), now, before)).toMatchObject({
      kind: "broken",
      rule: { path: "everything" },
      changed: { before: { result: "pass" }, now: { result: "block" } },
    });
    expect(decide(invariant(inside, "same as before"), now)).toEqual({
      kind: "undecided",
      why: "the version before is not known",
    });
  });

  it("claims nothing that a request of a small world refutes", () => {
    const counts = { proved: 0, broken: 0, undecided: 0 };
    let twice = 0;
    let rewrites = 0;
    // Many rules leave little that can be proved.
    const flat = (some: typeof lists) =>
      fc.oneof(fc.constant([]), some).map((rules): WrittenPhase => ({ rules, rulesets: {} }));
    const urls = urlLists.map((rules): WrittenPhase => ({ rules, rulesets: {} }));
    const phases = fc
      .tuple(
        flat(redirectLists),
        flat(rewriteLists),
        fc.oneof(nestedPhases, limitingPhases, urls),
        flat(lists),
        flat(urlLists),
      )
      .map(([redirects, rewrites, custom, limits, managed]): Chain => [
        ["http_request_dynamic_redirect", redirects],
        ["http_request_transform", rewrites],
        ["http_request_firewall_custom", custom],
        ["http_ratelimit", limits],
        ["http_request_firewall_managed", managed],
      ]);
    fc.assert(
      fc.property(
        phases,
        phases,
        fc.option(expressions, { freq: 2 }),
        fc.constantFrom(...INVARIANT_OUTCOMES),
        (was, is, other, outcome) => {
          const [, [, { rules: rewriting }], [, { rules: asked }]] = is;
          const text = other ?? asked[0]?.expression ?? "true";
          const one = invariant(text, outcome);
          const answer = decide(one, zoneOf(...entrypointsOf(is)), zoneOf(...entrypointsOf(was)));
          counts[answer.kind] += 1;
          if (answer.kind === "broken") {
            const { fields } = answer.witness;
            const clearance = answer.solved === undefined ? 0 : clearanceFor(answer.solved);
            expect(compileFilter(one.requests).run(fields, new Map())).toBe(true);
            const holds = holdsFor(outcome, fields, clearance, was, is);
            // A limit that counts other requests now treats a sequence otherwise, which one request does not show.
            const isOfSequence = outcome === "same as before" && !isCountedAlike(fields, clearance, was, is);
            expect(holds && !isOfSequence).toBe(false);
          }
          if (answer.kind !== "proved") return;
          if (is.some(([, written]) => executesTwice(written))) twice += 1;
          for (const request of WORLD) {
            if (!matchesIn(text, request)) continue;
            if (rewriting.some(({ expression }) => matchesIn(expression, request))) rewrites += 1;
            for (const clearance of CLEARANCES) {
              expect(holdsFor(outcome, request, clearance, was, is)).toBe(true);
              if (outcome === "same as before")
                expect(phasesSeen(request, clearance, is)).toEqual(phasesSeen(request, clearance, was));
            }
            if (answer.endedBy !== undefined)
              expect(runChain(is, request, 3)).toMatchObject({
                result: expect.stringMatching(/^(redirect|block)$/) as string,
              });
          }
        },
      ),
      { seed: 7, ...tries(120) },
    );
    // Otherwise the test would show nothing.
    expect(counts.proved).toBeGreaterThan(5);
    expect(counts.broken).toBeGreaterThan(20);
    expect(twice).toBeGreaterThan(2);
    expect(rewrites).toBeGreaterThan(5);
  });
});

const CLEARANCES: readonly Clearance[] = [0, 1, 2, 3];

type Chain = readonly [Entry, Entry, Entry, Entry, Entry];
type Entry = readonly [phase: ZonePhase["phase"], written: WrittenPhase];

function entrypointsOf(chain: Chain): ZonePhase[] {
  return chain.map(([phase, { rules, rulesets }]) => ({
    ...entrypoint(phase, []),
    ...phaseOf(rules, rulesets),
  }));
}

/** Runs one request by plain loops over phases and rules. What happens before a rule ends a phase is visible only in logs. */
function runChain(chain: readonly Entry[], request: RequestFields, clearance: Clearance) {
  const skipped = new Set<string>();
  const limits = new Set<string>();
  const limitActions = new Set<string>();
  let logs = false;
  const writes: PlainRun["writes"][number][] = [];
  let seen = request;
  for (const [phase, written] of chain) {
    if (skipped.has(phase)) continue;
    const run = runPlainly(written, seen, clearance);
    seen = rewritten(seen, run.writes);
    writes.push(...run.writes);
    logs ||= run.logs;
    for (const action of run.limitActions) limitActions.add(action);
    const found = { result: run.result, logs, limits: [...limits], limitActions: [...limitActions] };
    if (run.result !== "pass") return { ...found, skipped: [], isEarly: isEarlier(phase), seen };
    for (const name of run.skippedPhases) skipped.add(name);
    for (const limit of run.limits) limits.add(limit);
  }
  const counted = { limits: [...limits], limitActions: [...limitActions] };
  return {
    result: "pass",
    logs,
    ...counted,
    skipped: [...skipped],
    written: last(writes),
    isEarly: false,
    seen,
  };
}

/** Returns what is written last into each part of the URL. */
function last(writes: PlainRun["writes"]) {
  return [writes.findLast(({ path }) => path)?.path, writes.findLast(({ query }) => query)?.query];
}

function withoutUrl(run: ReturnType<typeof runChain>) {
  return { ...run, seen: undefined };
}

/** Returns what each phase does with a request as it sees the request, behind the rewrites. */
function phasesSeen(request: RequestFields, clearance: Clearance, chain: Chain) {
  const { seen } = runChain(chain.slice(1, 2), request, clearance);
  return chain.map((phase, index) => withoutUrl(runChain([phase], index < 2 ? request : seen, clearance)));
}

/** Whether each phase counts a request by the same limits, which count by the same conditions. */
function isCountedAlike(request: RequestFields, clearance: Clearance, was: Chain, is: Chain): boolean {
  const counted = (chain: Chain) =>
    chain.map(([, written]) => [...runPlainly(written, request, clearance).counted]);
  return isDeepStrictEqual(counted(was), counted(is));
}

function holdsFor(
  outcome: Invariant["outcome"],
  request: RequestFields,
  clearance: Clearance,
  was: Chain,
  is: Chain,
): boolean {
  const { result, limitActions, isEarly } = runChain(is, request, clearance);
  switch (outcome) {
    case "blocked":
      return isEarly || result === "block";
    case "not blocked":
      // A rate limit blocks after further requests.
      return result !== "block" && !limitActions.includes("block");
    case "not challenged":
      return ![result, ...limitActions].some((action) => action.endsWith("challenge"));
    case "challenged or blocked":
      return isEarly || /^block$|challenge$/.test(runChain(is, request, 0).result);
    case "same as before":
      // Each phase by itself.
      return was.every((phase, index) =>
        isDeepStrictEqual(
          withoutUrl(runChain([phase], request, clearance)),
          withoutUrl(runChain(is.slice(index, index + 1), request, clearance)),
        ),
      );
  }
}
