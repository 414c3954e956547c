import fc from "fast-check";
import type { Ruleset } from "../../../../provider/api";
import { type Placement, planEntrypoint, type RuleState, ruleToWire } from "../../../../provider/rulesets";
import { liveOrders } from "../../../../review/changes/live-orders";
import { entrypoint } from "../../../support/reviewed";
import { RulesetModel } from "../../../support/ruleset-model";

const OWN = ["a", "b", "c", "d", "e"];
const FOREIGN = ["x", "y", "z"];
const PHASE = "http_request_firewall_custom";

const rule = (ref: string): RuleState => ({ ref, action: "block", expression: `http.host eq "${ref}"` });
const subset = (refs: readonly string[]) => fc.shuffledSubarray([...refs]);
const placement = fc.constantFrom<Placement | undefined>(
  undefined,
  "first",
  "last",
  { before: "x" },
  { after: "y" },
);

/** The refs of own rules in the state, and a live entry point that has them and foreign rules. */
const before = fc
  .tuple(subset(OWN), subset(FOREIGN))
  .chain(([own, foreign]) =>
    fc
      .shuffledSubarray([...own, ...foreign], { minLength: own.length + foreign.length })
      .map((refs) => ({ own: refs.filter((ref) => own.includes(ref)), refs })),
  );

describe("the order of a live entry point after a change", () => {
  it("is the one that the plan of the update leads to", () => {
    fc.assert(
      fc.property(before, subset(OWN), placement, ({ own, refs }, wanted, position) => {
        const live: Ruleset = {
          id: "ruleset",
          name: "default",
          kind: "zone",
          version: "7",
          phase: PHASE,
          rules: refs.map((ref) => ({ ...ruleToWire(rule(ref)), id: `id-${ref}` })),
        };
        const { steps, conflicts } = planEntrypoint({
          live,
          phase: PHASE,
          kind: "zone",
          ownership: "shared",
          placement: position,
          rules: wanted.map(rule),
          ours: new Set(own),
        });
        const orders = liveOrders(live, [
          {
            before: entrypoint(own.map(rule), { position }),
            after: entrypoint(wanted.map(rule), { position }),
          },
        ]);
        if (conflicts.length > 0) {
          expect(orders.doubts).not.toEqual([]);
          return;
        }
        const model = new RulesetModel(live);
        for (const step of steps) model.execute(step);
        expect(orders.doubts).toEqual([]);
        expect(orders.after.map(({ ref }) => ref)).toEqual(model.refs);
      }),
    );
  });
});
