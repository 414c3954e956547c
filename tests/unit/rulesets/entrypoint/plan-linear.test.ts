// This import must be first: it counts steps only in modules that are loaded after it.
import { countSteps } from "../../../support/count-steps";
import type { EntrypointInput } from "../../../../provider/rulesets";
import { live, plan, rule } from "./plan-fixture";

const SIZE = 100;
/** The allowed ratio of steps for twice as many rules: two, and a little more for the longest increasing sequence. */
const MOST = 2.3;

const refs = (count: number, prefix = "r") =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const INPUTS: readonly (readonly [what: string, input: (count: number) => Partial<EntrypointInput>])[] = [
  [
    "that do not change",
    (n) => ({
      live: live(refs(n).map((ref) => ({ ref }))),
      rules: refs(n).map((ref) => rule(ref)),
      ours: new Set(refs(n)),
    }),
  ],
  [
    "that all change",
    (n) => ({
      live: live(refs(n).map((ref) => ({ ref }))),
      rules: refs(n).map((ref) => rule(ref, { expression: "not ssl" })),
      ours: new Set(refs(n)),
    }),
  ],
  [
    "in the reverse order",
    (n) => ({
      live: live(refs(n).map((ref) => ({ ref }))),
      rules: refs(n)
        .reverse()
        .map((ref) => rule(ref)),
      ours: new Set(refs(n)),
    }),
  ],
  [
    "beside as many foreign rules",
    (n) => ({
      live: live(refs(n, "other").map((ref) => ({ ref }))),
      rules: refs(n).map((ref) => rule(ref)),
    }),
  ],
  [
    "that deploy rulesets",
    (n) => ({
      phase: "http_request_firewall_managed",
      live: live(
        refs(n).map((ref) => ({ ref, action: "execute", action_parameters: { id: ref } })),
        { phase: "http_request_firewall_managed" },
      ),
      rules: refs(n).map((ref) => rule(`new-${ref}`, { action: "execute", actionParameters: { id: ref } })),
      ours: new Set(refs(n)),
    }),
  ],
  [
    "that are all removed",
    (n) => ({ live: live(refs(n).map((ref) => ({ ref }))), rules: [], ours: new Set(refs(n)) }),
  ],
];

describe("the work for twice as many rules", () => {
  it.each(INPUTS)("is twice as much to plan: rules %s", (_, inputOf) => {
    const stepsFor = (count: number) => {
      const input = inputOf(count);
      return countSteps(() => plan(input));
    };
    const steps = stepsFor(SIZE);
    expect(steps).toBeGreaterThan(SIZE);
    expect(stepsFor(2 * SIZE) / steps).toBeLessThan(MOST);
  });
});
