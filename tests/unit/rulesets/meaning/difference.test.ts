import fc from "fast-check";

import { compileFilter, type RequestFields } from "../../../../provider/filter";
import { judgedRules, type JudgedRule } from "../../../../provider/rulebook/hazards/judged-rule";
import { difference, type Difference } from "../../../../provider/rulesets/meaning/difference";
import {
  directionOf,
  logicOfRequest,
  type Outcome,
  outcomeOf,
  outcomeOfPhase,
} from "../../../../provider/rulesets/meaning/outcome";
import { reachability } from "../../../../provider/rulesets/meaning/reachability";
import { type PhaseRules, runPhase } from "../../../../provider/rulesets/meaning/run-phase";
import { lists, phaseOf, rules, WORLD, type Written } from "./small-world";

function outcomeIn({ rules, rulesets }: PhaseRules, request: RequestFields, solved: boolean): Outcome {
  const matches = ({ condition }: JudgedRule): boolean =>
    condition !== undefined && compileFilter(condition).run(request, new Map());
  const found = outcomeOf(runPhase({ rules, rulesets }, logicOfRequest(matches, solved)));
  if (!found) throw new Error("every rule of the world is known");
  return found;
}

/** One edit: another expression or action, a rule moved, removed or added. */
const edited = lists.chain((before) =>
  fc
    .record({
      place: fc.nat(before.length - 1),
      to: fc.nat(before.length - 1),
      rule: rules,
      kind: fc.constantFrom("expression", "action", "move", "remove", "add"),
    })
    .map(({ place, to, rule: { act, expression }, kind }) => {
      const now: Written[] = [...before];
      const [old] = now.splice(place, kind === "add" ? 0 : 1);
      if (kind === "expression" && old) now.splice(place, 0, { ...old, expression });
      if (kind === "action" && old)
        now.splice(place, 0, { ref: old.ref, expression: old.expression, ...act });
      if (kind === "move" && old) now.splice(to, 0, old);
      if (kind === "add") now.splice(place, 0, { ref: "new", expression, ...act });
      return { before, now };
    }),
);

/** `npm run claims` tries fifty times as many. */
const LISTS: fc.Parameters<unknown> = { numRuns: Number(process.env["EDGE_TEST_LISTS"] ?? 60) };

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

  it("claims nothing that a request of a small world refutes, for lists with one edit", () => {
    fc.assert(
      fc.property(edited, ({ before, now }) => {
        const [from, to] = [phaseOf(before), phaseOf(now)];
        const { changes, answers } = difference(from, to);
        for (const { direction, before: was, now: is, witness, isSolved } of changes) {
          const matches = ({ condition }: JudgedRule): boolean =>
            condition !== undefined && compileFilter(condition).run(witness.fields, new Map());
          const run = (phase: PhaseRules) =>
            outcomeOfPhase(phase, runPhase(phase, logicOfRequest(matches, isSolved)));
          expect([run(from), run(to)]).toEqual([was, is]);
          expect(directionOf(was, is)).toBe(direction);
        }
        for (const request of WORLD) {
          for (const solved of [false, true]) {
            const [was, is] = [outcomeIn(from, request, solved), outcomeIn(to, request, solved)];
            const direction = directionOf(was, is);
            if (direction === undefined) continue;
            const isKnown = changes.some(
              (change) =>
                change.direction === direction &&
                change.before.rule === was.rule &&
                change.now.rule === is.rule,
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

  it("does not claim that a rule of a small world is never reached if a request reaches it", () => {
    fc.assert(
      fc.property(lists, (written) => {
        const phase = phaseOf(written);
        const reached = new Set<JudgedRule>();
        for (const request of WORLD) {
          for (const solved of [false, true]) {
            const matches = ({ condition }: JudgedRule): boolean =>
              condition !== undefined && compileFilter(condition).run(request, new Map());
            const { fires } = runPhase(phase, logicOfRequest(matches, solved));
            for (const [rule, when] of fires) if (when === true) reached.add(rule);
          }
        }
        for (const { rule, answer } of reachability(phase)) {
          if (answer.kind === "no") expect(reached.has(rule)).toBe(false);
        }
      }),
      LISTS,
    );
  });
});
