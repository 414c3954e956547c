import fc from "fast-check";
import type { Rule, Ruleset } from "../../../../provider/api";
import {
  planEntrypoint,
  ruleToWire,
  sameRule,
  type EntrypointInput,
  type Placement,
  type RuleState,
} from "../../../../provider/rulesets";
import { RulesetModel } from "../../../support/ruleset-model";

const REFS = ["a", "b", "c", "d", "e", "f"];
const FOREIGN = ["x", "y", "z"];
const PHASE = "http_request_firewall_custom";

const ruleOf = (ref: string) =>
  fc
    .record({
      action: fc.constantFrom("block", "log"),
      expression: fc.constantFrom("true", "ssl"),
      enabled: fc.boolean(),
    })
    .map((rest): RuleState => ({ ref, ...rest }));
const rulesOf = (refs: readonly string[]) =>
  fc.shuffledSubarray([...refs]).chain((chosen) => fc.tuple(...chosen.map(ruleOf)));
const live = fc
  .tuple(rulesOf(REFS), rulesOf(FOREIGN))
  .chain(([ours, foreign]) =>
    fc.shuffledSubarray([...ours, ...foreign], { minLength: ours.length + foreign.length }),
  )
  .map((rules): Ruleset => ({
    id: "ruleset",
    name: "default",
    kind: "zone",
    version: "7",
    phase: PHASE,
    rules: rules.map((rule): Rule => ({ ...ruleToWire(rule), id: `id-${rule.ref}` })),
  }));
const placement = fc.constantFrom<Placement | undefined>(
  undefined,
  "first",
  "last",
  { before: "x" },
  { after: "y" },
);

const input = (over: Partial<EntrypointInput>): EntrypointInput => ({
  live: undefined,
  phase: PHASE,
  rules: [],
  ours: new Set(REFS),
  ownership: "shared",
  kind: "zone",
  ...over,
});
const foreignOf = (rules: readonly Rule[]) => rules.filter((rule) => FOREIGN.includes(rule.ref ?? ""));
const keeps = (
  order: readonly string[],
  ours: ReadonlySet<string>,
  where: Placement | undefined,
): boolean => {
  const mine = order.flatMap((ref, index) => (ours.has(ref) ? [index] : []));
  const others = order.flatMap((ref, index) => (ours.has(ref) ? [] : [index]));
  if (where === undefined) return true;
  const anchors =
    typeof where === "string" ? others : [order.indexOf("before" in where ? where.before : where.after)];
  const ahead = where === "first" || (typeof where === "object" && "before" in where);
  return mine.every((m) => anchors.every((a) => (ahead ? m < a : m > a)));
};

describe("planEntrypoint", () => {
  it("results in the declared rules, in order and in place, and in an empty second plan", () => {
    fc.assert(
      fc.property(live, rulesOf(REFS), placement, (before, rules, where) => {
        const plan = planEntrypoint(input({ live: before, rules, placement: where }));
        const model = new RulesetModel(before);
        if (plan.conflicts.length > 0) {
          expect(typeof where === "object" && plan.steps.length === 0).toBe(true);
          return;
        }
        plan.steps.forEach((step) => model.execute(step));
        const ours = model.rules.filter((rule) => REFS.includes(rule.ref ?? ""));
        expect(ours.map((rule) => rule.ref)).toEqual(rules.map((rule) => rule.ref));
        ours.forEach((rule, index) => expect(sameRule(rule, ruleToWire(rules[index]!))).toBe(true));
        expect(keeps(model.refs, new Set(REFS), where)).toBe(true);
        expect(foreignOf(model.rules)).toEqual(foreignOf(before.rules ?? []));
        for (const rule of before.rules ?? []) {
          const now = model.rules.find((one) => one.ref === rule.ref);
          if (now) expect(now.id).toBe(rule.id);
        }
        expect(planEntrypoint(input({ live: model.live, rules, placement: where })).steps).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("leaves only the rules of an exclusive owner, with at most one request", () => {
    fc.assert(
      fc.property(live, rulesOf(REFS), (before, rules) => {
        const exclusive = { rules, ownership: "exclusive", takeOver: true } as const;
        const plan = planEntrypoint(input({ live: before, ...exclusive }));
        const model = new RulesetModel(before);
        plan.steps.forEach((step) => model.execute(step));
        expect(plan.steps.length).toBeLessThanOrEqual(1);
        expect(model.refs).toEqual(rules.map((rule) => rule.ref));
        expect(planEntrypoint(input({ live: model.live, ...exclusive })).steps).toEqual([]);
      }),
    );
  });

  const change = fc.record({
    kind: fc.constantFrom("patch", "add", "remove", "move"),
    index: fc.nat(),
    to: fc.nat(),
  });

  it.each(["shared", "exclusive"] as const)(
    "makes one change one request, whatever it is, for a %s owner",
    (ownership) => {
      fc.assert(
        fc.property(
          fc.shuffledSubarray(REFS, { minLength: 2 }),
          live,
          change,
          (order, foreign, { kind, index, to }) => {
            const rules = order.map((ref): RuleState => ({ ref, action: "log", expression: "true" }));
            const around = {
              ...foreign,
              rules: ownership === "shared" ? foreignOf(foreign.rules ?? []) : [],
            };
            const model = new RulesetModel(around);
            planEntrypoint(input({ live: around, rules, ownership })).steps.forEach((step) =>
              model.execute(step),
            );
            const at = index % rules.length;
            const rest = rules.toSpliced(at, 1);
            const changed = {
              patch: rules.with(at, { ...rules[at]!, action: "block" }),
              add: rules.toSpliced(at, 0, { ref: "new", action: "log", expression: "true" }),
              remove: rest,
              move: rest.toSpliced(to % rules.length, 0, rules[at]!),
            }[kind];
            const steps = planEntrypoint(input({ live: model.live, rules: changed, ownership })).steps;
            const same = kind === "move" && changed.every((rule, place) => rule === rules[place]);
            expect(steps.map((step) => step.kind)).toEqual(same ? [] : [kind]);
          },
        ),
      );
    },
  );
});
