import fc from "fast-check";

import { compileFilter, type RequestFields } from "../../../../provider/filter";
import { judgedRules, type JudgedRule } from "../../../../provider/rulebook/hazards/judged-rule";
import { difference, type Difference } from "../../../../provider/rulesets/meaning/difference";
import {
  bestOf,
  type Direction,
  directionsOf,
  logicOfRequest,
  type Outcomes,
  outcomesFor,
  stagesOf,
} from "../../../../provider/rulesets/meaning/outcome";
import { reachability } from "../../../../provider/rulesets/meaning/reachability";
import { PhaseEncoder } from "../../../../provider/rulesets/meaning/phase-encoder";
import { Protections } from "../../../../provider/rulesets/meaning/protections";
import { clearanceFor, type Clearance } from "../../../../provider/rulesets/meaning/clearance";
import { type PhaseRules, runPhase } from "../../../../provider/rulesets/meaning/run-phase";
import {
  ACTIONS,
  expressions,
  limitedPhases,
  matchesRule,
  MOVING,
  movingLists,
  nestedPhases,
  OUTER,
  phaseOf,
  type PlainRun,
  runPlainly,
  tries,
  WORLD,
  type Written,
  type WrittenPhase,
} from "./small-world";

const CLEARANCES: readonly Clearance[] = [0, 1, 2, 3];

/** Returns what both versions do with a request, for visitors of all clearances. */
function outcomesOf(
  [from, to]: readonly [PhaseRules, PhaseRules],
  protections: Protections,
  matches: (rule: JudgedRule) => boolean,
): [Outcomes, Outcomes] {
  const ran = CLEARANCES.map((clearance) => {
    const logic = logicOfRequest(matches, clearance);
    return [clearance, protections.compared(runPhase(from, logic), runPhase(to, logic), logic)] as const;
  });
  const effectsOf = (version: 0 | 1) =>
    new Map(ran.map(([clearance, effects]) => [clearance, effects[version]]));
  const [was, is] = [outcomesFor(from, effectsOf(0)), outcomesFor(to, effectsOf(1))];
  if (!was || !is) throw new Error("every rule of the world is known");
  return [was, is];
}

/** One edit of a list: another expression or action, a rule moved, removed or added. */
const editsOf = (before: readonly Written[]): fc.Arbitrary<readonly Written[]> =>
  fc
    .record({
      place: fc.nat(before.length - 1),
      to: fc.nat(before.length - 1),
      act: fc.constantFrom(...ACTIONS, ...MOVING),
      expression: expressions,
      kind: fc.constantFrom("expression", "action", "move", "remove", "add"),
    })
    .map(({ place, to, act, expression, kind }) => {
      const now: Written[] = [...before];
      const [old] = now.splice(place, kind === "add" ? 0 : 1);
      if (kind === "expression" && old) now.splice(place, 0, { ...old, expression });
      if (kind === "action" && old)
        now.splice(place, 0, { ref: old.ref, expression: old.expression, ...act });
      if (kind === "move" && old) now.splice(to, 0, old);
      if (kind === "add") now.splice(place, 0, { ref: "new", expression, ...act });
      return now;
    });

const flatPhases = movingLists.map((all): WrittenPhase => ({ rules: all, rulesets: {} }));

const editedFlat = flatPhases.chain((before) =>
  editsOf(before.rules).map((now): { before: WrittenPhase; now: WrittenPhase } => ({
    before,
    now: { rules: now, rulesets: {} },
  })),
);

const LATER_PHASES = ["http_ratelimit", "http_request_firewall_managed"];

/**
 * Says by plain runs how a request is treated now, compared with before: what opens shows at a visitor whom no challenge stops, what is
 * challenged at some visitor. Written apart from the product's directions.
 */
function plainDirections(was: WrittenPhase, is: WrittenPhase, request: RequestFields): Direction[] {
  const [before, now] = [was, is].map((phase) =>
    CLEARANCES.map((clearance) => runPlainly(phase, request, clearance)),
  );
  const [from, to] = [before?.at(-1), now?.at(-1)];
  if (!before || !now || !from || !to) throw new Error("there is a visitor whom no challenge stops");
  const [wasBlocked, isBlocked] = [from.result === "block", to.result === "block"];
  const isSame = wasBlocked === isBlocked;
  // What later phases and managed rules do shows only if this phase lets the request go on.
  const guardsOf = ({ result, skippedPhases, executed }: PlainRun): string[] =>
    result === "pass"
      ? [...LATER_PHASES.filter((phase) => !skippedPhases.has(phase)), ...executed]
      : [...LATER_PHASES];
  const isGuardedLess = isSame && guardsOf(from).some((guard) => !guardsOf(to).includes(guard));
  const isGuardedMore = isSame && guardsOf(to).some((guard) => !guardsOf(from).includes(guard));
  const isChallenged = ({ result }: PlainRun | undefined = to): boolean => result.endsWith("challenge");
  const isOpen = !wasBlocked && !isBlocked;
  const challengedLess = before.some((one, visitor) => isChallenged(one) && !isChallenged(now[visitor]));
  const challengedMore = now.some((one, visitor) => isChallenged(one) && !isChallenged(before[visitor]));
  const opens = (wasBlocked && !isBlocked) || isGuardedLess;
  return [
    ...(opens ? ["opens" as const] : []),
    ...(isOpen && !opens && challengedLess ? ["challenges less" as const] : []),
    ...((!wasBlocked && isBlocked) || (isOpen && challengedMore) || (isGuardedMore && !isGuardedLess)
      ? ["blocks more" as const]
      : []),
  ];
}

/** One edit of the entry point, or of a custom ruleset that its rules execute. */
const edited = fc.oneof(flatPhases, nestedPhases, limitedPhases).chain((before) => {
  const { rules: all, rulesets } = before;
  const ofEntrypoint = editsOf(all).map((now): WrittenPhase => ({ rules: now, rulesets }));
  const ofRulesets = Object.entries(rulesets).map(([id, own]) =>
    editsOf(own).map((now): WrittenPhase => ({ rules: all, rulesets: { ...rulesets, [id]: now } })),
  );
  return fc.oneof(ofEntrypoint, ...ofRulesets).map((now) => ({ before, now }));
});

const LISTS = tries(60);

describe("the difference of two versions of a phase", () => {
  const refs = ({ changes }: Difference) =>
    changes.map(({ direction, before, now }) => [
      direction,
      before.rule?.path ?? before.result,
      now.rule?.path ?? now.result,
    ]);

  it("is nothing, proved, for a rule that is written otherwise", () => {
    const found = difference(
      phaseOf([
        {
          ref: "admin",
          action: "block",
          expression: 'starts_with(http.request.uri.path, "/admin") and not ip.src in {192.0.2.0/24}',
        },
      ]),
      phaseOf([
        {
          ref: "admin",
          action: "block",
          expression:
            'not (ip.src in {192.0.2.0/25 192.0.2.128/25} or not http.request.uri.path matches "^/admin")',
        },
      ]),
    );
    expect(found.changes).toEqual([]);
    expect(found.answers.map(({ rest }) => rest.kind)).toEqual(["no", "no", "no", "no"]);
  });

  it("shows a request that a widened skip rule lets through", () => {
    const partners = (operator: string): Written => ({
      ref: "partners",
      action: "skip",
      action_parameters: { ruleset: "current" },
      expression: `ip.src in {198.51.100.0/24} ${operator} http.host eq "api.example.com"`,
    });
    const scanners: Written = {
      ref: "scanners",
      action: "block",
      expression: 'http.user_agent contains "nikto"',
    };
    const found = difference(phaseOf([partners("and"), scanners]), phaseOf([partners("or"), scanners]));
    expect(refs(found)).toEqual([["opens", "scanners", "pass"]]);
    expect(found.answers.map(({ direction, rest }) => [direction, rest.kind])).toEqual([
      ["opens", "no"],
      ["challenges less", "no"],
      ["blocks more", "no"],
      ["other", "no"],
    ]);
    expect(
      Buffer.from(found.changes[0]?.witness.fields.get("http.user_agent") as Uint8Array).toString(),
    ).toContain("nikto");
  });

  it("leaves a changed rule with an unknown condition undecided, and decides the rest", () => {
    const admin: Written = { ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' };
    const [unknown] = judgedRules([{ path: "later", rule: { action: "block" } }]);
    const before = phaseOf([admin]);
    const now = { ...before, rules: [...before.rules, ...(unknown ? [unknown] : [])] };
    const found = difference(before, now);
    expect(found.changes).toEqual([]);
    expect(found.answers.map(({ direction, rest }) => [direction, rest.kind])).toEqual([
      ["opens", "no"],
      ["challenges less", "no"],
      ["blocks more", "undecided"],
      ["other", "no"],
    ]);
  });

  it("finds each change of a rule that two rules of the entry point run, and no more", () => {
    const run = (host: string): Written => ({
      ref: host,
      action: "execute",
      action_parameters: { id: OUTER },
      expression: `http.host eq "${host}.example.com"`,
    });
    const login = (action: string): WrittenPhase["rulesets"] => ({
      [OUTER]: [{ ref: "login", action, expression: 'http.request.uri.path eq "/login"' }],
    });
    const rules = [run("www"), run("api")];
    const found = difference(phaseOf(rules, login("block")), phaseOf(rules, login("log")));
    expect(refs(found)).toEqual([["opens", "login", "pass"]]);
    expect(found.answers.map(({ rest }) => rest.kind)).toEqual(["no", "no", "no", "no"]);
  });

  it("names the skip rule of a custom ruleset behind which a request sees no rule of the phase", () => {
    const run: Written = {
      ref: "run",
      action: "execute",
      action_parameters: { id: OUTER },
      expression: "true",
    };
    const admin: Written = { ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' };
    const skips: Written = {
      ref: "office",
      action: "skip",
      action_parameters: { phase: "current" },
      expression: "ip.src in {192.0.2.0/24}",
    };
    const [before, now] = [
      phaseOf([run, admin], { [OUTER]: [] }),
      phaseOf([run, admin], { [OUTER]: [skips] }),
    ];
    expect(difference(before, now).changes).toMatchObject([
      { direction: "opens", before: { rule: { path: "admin" } }, now: { skippedBy: { path: "office" } } },
    ]);
  });

  const everybody: Written = { ref: "everybody", action: "managed_challenge", expression: "true" };
  const login: Written = { ref: "login", action: "block", expression: 'http.request.uri.path eq "/login"' };
  const kinds = ({ answers }: Difference) => answers.map(({ rest }) => rest.kind);

  it("opens nothing if a new challenge precedes a block", () => {
    const found = difference(phaseOf([login]), phaseOf([everybody, login]));
    expect(refs(found)).toEqual([
      ["blocks more", "pass", "everybody"],
      ["other", "login", "everybody"],
    ]);
    expect(found.changes[1]?.now.ifSolved).toMatchObject({ rule: { path: "login" } });
    expect(kinds(found)).toEqual(["no", "no", "no", "no"]);
  });

  it("opens what a challenge stops in place of a block, and says what who solves it gets", () => {
    const found = difference(phaseOf([login]), phaseOf([{ ...login, action: "managed_challenge" }]));
    expect(refs(found)).toEqual([["opens", "login", "login"]]);
    expect(found.changes[0]?.now.ifSolved).toMatchObject({ rule: undefined, result: "pass" });
    expect(kinds(found)).toEqual(["no", "no", "no", "no"]);
  });

  it("challenges less if a harder challenge behind one of everybody is dropped", () => {
    const admin: Written = {
      ref: "admin",
      action: "challenge",
      expression: 'http.request.uri.path eq "/admin"',
    };
    const found = difference(phaseOf([everybody, admin]), phaseOf([everybody]));
    expect(refs(found)).toEqual([["challenges less", "admin", "pass"]]);
    expect(found.changes[0]).toMatchObject({ solved: "managed_challenge" });
    expect(kinds(found)).toEqual(["no", "no", "no", "no"]);
    const easier = { ...admin, action: "js_challenge" };
    expect(difference(phaseOf([everybody, easier]), phaseOf([everybody])).changes).toEqual([]);
  });

  it("opens what a rule behind a challenge blocked, for visitors who have solved the challenge", () => {
    const found = difference(phaseOf([everybody, login]), phaseOf([everybody]));
    expect(refs(found)).toEqual([["opens", "login", "pass"]]);
    expect(found.changes[0]).toMatchObject({ solved: "managed_challenge" });
    expect(kinds(found)).toEqual(["no", "no", "no", "no"]);
  });

  it("blocks more and opens if a request skips a phase and is challenged now", () => {
    const skips: Written = {
      ref: "skips",
      action: "skip",
      action_parameters: { phases: ["http_ratelimit"] },
      expression: "true",
    };
    const found = difference(phaseOf([]), phaseOf([everybody, skips]));
    expect(refs(found)).toEqual([
      ["opens", "pass", "everybody"],
      ["blocks more", "pass", "everybody"],
    ]);
    expect(kinds(found)).toEqual(["no", "no", "no", "no"]);
  });

  const hosts = ["a", "b"].map((name) => `http.host eq "${name}.example.com"`);
  it.each<[string, Omit<Written, "expression">, readonly string[]]>([
    [
      "a skip of a phase that moves to another host",
      { ref: "moved", action: "skip", action_parameters: { phases: ["http_ratelimit"] } },
      hosts,
    ],
    [
      "an office whose range changes",
      { ref: "moved", action: "skip", action_parameters: { phases: ["http_request_firewall_managed"] } },
      ["ip.src in {192.0.2.0/25}", "ip.src in {192.0.2.64/26 198.51.100.0/24}"],
    ],
    [
      "a managed ruleset that is executed for another host",
      { ref: "moved", action: "execute", action_parameters: { id: "efb7b8c949ac4650a09736fc376e9aee" } },
      hosts,
    ],
  ])("opens, blocks more and proves the rest for %s", (_, rule, expressions) => {
    const [before, now] = expressions.map((expression) => phaseOf([{ ...rule, expression }]));
    if (!before || !now) throw new Error("there are two versions");
    const found = difference(before, now);
    expect(refs(found)).toEqual([
      ["opens", "pass", "pass"],
      ["blocks more", "pass", "pass"],
    ]);
    expect(kinds(found)).toEqual(["no", "no", "no", "no"]);
  });

  it("shows both requests of a setting that moves to another host", () => {
    const set = (expression: string): Written => ({
      ref: "ssl",
      action: "set_config",
      action_parameters: { ssl: "off" },
      expression,
    });
    const [before, now] = hosts.map((expression) => phaseOf([set(expression)]));
    if (!before || !now) throw new Error("there are two versions");
    const found = difference(before, now);
    expect(found.changes.map(({ before: was, now: is }) => [was.others, is.others]).sort()).toEqual([
      [[], ['sets set_config.ssl to "off"']],
      [['sets set_config.ssl to "off"'], []],
    ]);
    expect(kinds(found)).toEqual(["no", "no", "no", "no"]);
  });

  it("agrees with plain runs of every request of a small world on what opens, and on what blocks more, both ways", () => {
    fc.assert(
      fc.property(editedFlat, fc.boolean(), ({ before, now }, isBack) => {
        const [was, is] = isBack ? [now, before] : [before, now];
        const { changes, answers } = difference(phaseOf(was.rules), phaseOf(is.rules));
        for (const { direction, witness } of changes)
          if (direction !== "other") expect(plainDirections(was, is, witness.fields)).toContain(direction);
        const found = new Set(WORLD.flatMap((request) => plainDirections(was, is, request)));
        for (const { direction, rest } of answers)
          if (rest.kind === "no" && changes.every((change) => change.direction !== direction))
            expect([...found]).not.toContain(direction);
      }),
      LISTS,
    );
  });

  it("claims nothing that a request of a small world refutes, for lists with one edit", () => {
    fc.assert(
      fc.property(edited, ({ before, now }) => {
        const [from, to] = [phaseOf(before.rules, before.rulesets), phaseOf(now.rules, now.rulesets)];
        const { changes, answers } = difference(from, to);
        const phases = [from, to] as const;
        const protections = new Protections(new PhaseEncoder(), from, to);
        for (const { direction, before: was, now: is, witness, solved } of changes) {
          const matches = ({ condition }: JudgedRule): boolean =>
            condition !== undefined && compileFilter(condition).run(witness.fields, new Map());
          const outcomes = outcomesOf(phases, protections, matches);
          const visitor = solved === undefined ? 0 : clearanceFor(solved);
          expect(outcomes.map((one) => one[visitor])).toMatchObject(
            [was, is].map(({ rule, result, others }) => ({ rule, result, others })),
          );
          expect(directionsOf(...outcomes)).toContain(direction);
        }
        for (const request of WORLD) {
          const matches = (rule: JudgedRule): boolean => matchesRule(rule, request);
          const [was, is] = outcomesOf(phases, protections, matches);
          for (const direction of directionsOf(was, is)) {
            const isKnown = changes.some(
              (change) =>
                change.direction === direction &&
                stagesOf(change.before).at(-1)?.rule === bestOf(was).rule &&
                stagesOf(change.now).at(-1)?.rule === bestOf(is).rule,
            );
            expect(
              isKnown || answers.some((one) => one.direction === direction && one.rest.kind !== "no"),
            ).toBe(true);
          }
        }
      }),
      LISTS,
    );
  });
});

describe("reachability", () => {
  it("names the rules that together cover a rule", () => {
    const found = reachability(
      phaseOf([
        { ref: "slashes", action: "block", expression: 'http.request.uri.path contains "//"' },
        { ref: "anywhere", action: "block", expression: 'http.request.uri.path contains "/wp-admin"' },
        { ref: "start", action: "block", expression: 'starts_with(http.request.uri.path, "/wp-")' },
        {
          ref: "covered",
          action: "block",
          expression:
            'http.request.uri.path contains "/wp-admin" or starts_with(http.request.uri.path, "/wp-content")',
        },
        {
          ref: "never",
          action: "block",
          expression: 'http.request.method eq "GET" and http.request.method eq "POST"',
        },
      ]),
    );
    expect(
      found.map(({ rule, answer, coveredBy }) => [rule.path, answer.kind, coveredBy.map(({ path }) => path)]),
    ).toEqual([
      ["slashes", "yes", []],
      ["anywhere", "yes", []],
      ["start", "yes", []],
      ["covered", "no", ["anywhere", "start"]],
      ["never", "no", []],
    ]);
  });

  it("tells that nothing reaches the rules of a ruleset which is executed behind a rule that ends every request", () => {
    const id = "0b9b8c949ac4650a09736fc376e9aee1";
    const { rules: own } = phaseOf([{ ref: "inner", action: "block", expression: "ssl" }]);
    const { rules: all } = phaseOf([
      { ref: "all", action: "block", expression: "true" },
      { ref: "run", action: "execute", action_parameters: { id }, expression: "true" },
    ]);
    const found = reachability({ rules: all, rulesets: new Map([[id, own]]) });
    expect(found.map(({ rule, answer }) => [rule.path, answer.kind])).toEqual([
      ["all", "yes"],
      ["run", "no"],
      ["inner", "no"],
    ]);
  });

  it("tells that a request reaches a rule if only one of the rules that execute its ruleset lets it", () => {
    const run = (ref: string, expression: string): Written => ({
      ref,
      expression,
      action: "execute",
      action_parameters: { id: OUTER },
    });
    const [www, never] = [run("www", 'http.host eq "www.example.com"'), run("never", "not ssl and ssl")];
    const login: Written = { ref: "login", action: "block", expression: 'http.request.uri.path eq "/login"' };
    const isReached = (rules: readonly Written[]) =>
      reachability(phaseOf(rules, { [OUTER]: [login] })).find(({ rule }) => rule.path === "login")?.answer
        .kind;
    expect(isReached([www, never])).toBe("yes");
    expect(isReached([never, www])).toBe("yes");
    expect(isReached([never, never])).toBe("no");
  });

  it("names what covers a rule wherever the ruleset of the rule is executed", () => {
    const run = (host: string): Written => ({
      ref: host,
      action: "execute",
      action_parameters: { id: OUTER },
      expression: `http.host eq "${host}.example.com"`,
    });
    const path = 'http.request.uri.path eq "/login"';
    const block = (host: string): Written => ({
      ref: `block ${host}`,
      action: "block",
      expression: `${path} and http.host eq "${host}.example.com"`,
    });
    const login: Written = { ref: "login", action: "block", expression: path };
    const rules = [block("www"), run("www"), block("api"), run("api")];
    const found = reachability(phaseOf(rules, { [OUTER]: [login] })).find(
      ({ rule }) => rule.path === "login",
    );
    expect(found?.answer.kind).toBe("no");
    expect(found?.coveredBy.map(({ path: covering }) => covering)).toEqual(["block www", "block api"]);
  });

  it("does not claim that a rule of a small world is never reached if a request reaches it", () => {
    fc.assert(
      fc.property(fc.oneof(flatPhases, nestedPhases, limitedPhases), (written) => {
        const reached = new Set<string>();
        for (const request of WORLD) {
          for (const clearance of CLEARANCES)
            for (const ref of runPlainly(written, request, clearance).reached) reached.add(ref);
        }
        for (const { rule, answer } of reachability(phaseOf(written.rules, written.rulesets))) {
          if (answer.kind === "no") expect(reached.has(rule.path)).toBe(false);
          expect(answer.kind).not.toBe("undecided");
        }
      }),
      LISTS,
    );
  });
});
