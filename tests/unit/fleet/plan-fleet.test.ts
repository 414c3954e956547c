import fc from "fast-check";
import { forgetRemoved, moveZone, NO_FLEET, shardsOf, type Fleet, type Shard } from "../../../fleet/fleet";
import { planFleet, type StackRules } from "../../../fleet/plan-fleet";
import { printLock } from "../../../fleet/print-lock";
import { waveOfZone } from "../../../fleet/waves";

const textOf = (fleet: Fleet) => printLock(fleet, new Map());
const RULES: StackRules = { name: "edge-{number}", size: 2 };
const named = (...names: readonly string[]) => names.map((name) => ({ name: `${name}.example` }));
const stacksOf = ({ zones, removed }: Fleet) =>
  new Map([...zones, ...removed].map(({ name, stack }) => [name, stack]));

describe("the plan of a fleet", () => {
  const first = planFleet(NO_FLEET, named("b", "a", "c"), RULES).fleet;

  it("opens as few stacks as the size allows, and fills them evenly, in the order of names", () => {
    expect(Object.fromEntries(stacksOf(first))).toEqual({
      "a.example": "edge-0001",
      "b.example": "edge-0002",
      "c.example": "edge-0001",
    });
  });

  it("puts a new zone into the stack with the fewest zones, and opens one for zones that have no place", () => {
    const { fleet, added } = planFleet(first, named("a", "aa", "ab", "b", "c"), RULES);
    expect(added).toEqual([
      { name: "aa.example", stack: "edge-0003" },
      { name: "ab.example", stack: "edge-0002" },
    ]);
    expect(fleet.zones.map(({ name }) => name)).toEqual(
      named("a", "aa", "ab", "b", "c").map(({ name }) => name),
    );
  });

  it("keeps the place of a removed zone until it is forgotten, and returns the zone to its stack", () => {
    const { fleet, removed } = planFleet(first, named("b", "c", "d"), RULES);
    expect(removed).toEqual([{ name: "a.example", stack: "edge-0001" }]);
    expect(fleet.removed).toEqual(removed);
    // The one free place was in the second stack.
    expect(stacksOf(fleet).get("d.example")).toBe("edge-0002");
    const back = planFleet(fleet, named("a", "b", "c", "d"), RULES);
    expect([back.returned, back.fleet.removed]).toEqual([removed, []]);

    const forgotten = forgetRemoved(fleet, new Set(["a.example"]));
    expect(planFleet(forgotten, named("b", "c", "d", "e"), RULES).added).toEqual([
      { name: "e.example", stack: "edge-0001" },
    ]);
  });

  it("leaves zones in a stack that a smaller size makes too large", () => {
    const { fleet, added } = planFleet(first, named("a", "b", "c", "d"), { ...RULES, size: 1 });
    expect(added).toEqual([{ name: "d.example", stack: "edge-0003" }]);
    expect(stacksOf(fleet).get("c.example")).toBe("edge-0001");
  });

  it("gives new stacks the names of a new pattern, and numbers that no stack has", () => {
    const { added } = planFleet(first, named("a", "b", "c", "d", "e", "f"), {
      name: "waf-{number}",
      size: 2,
    });
    expect(added.map(({ stack }) => stack)).toEqual(["waf-0001", "edge-0002", "waf-0001"]);
  });

  it("keeps zones that a wave names in stacks without other zones", () => {
    const groupOf = waveOfZone([{ name: "canary", zones: ["c.example", "d.example", "e.example"] }]);
    const rules = { ...RULES, groupOf };
    const { fleet } = planFleet(NO_FLEET, named("a", "b", "c", "d", "e"), rules);
    expect(Object.fromEntries(stacksOf(fleet))).toEqual({
      "a.example": "edge-0001",
      "b.example": "edge-0001",
      "c.example": "edge-0002",
      "d.example": "edge-0003",
      "e.example": "edge-0002",
    });
    // There is a place beside d.example, and f.example does not get it.
    expect(planFleet(fleet, named("a", "b", "c", "d", "e", "f"), rules).added).toEqual([
      { name: "f.example", stack: "edge-0004" },
    ]);
    // A zone that a wave names later stays in its stack, as every zone.
    const later = { ...RULES, groupOf: waveOfZone([{ name: "canary", zones: ["a.example"] }]) };
    expect(planFleet(first, named("a", "b", "c"), later).fleet).toEqual(first);
  });

  it("replaces the configuration of each zone, and lists the zones whose configuration differs", () => {
    const wanted = named("a", "b", "c").map((zone) => ({ ...zone, config: { level: 3 } }));
    const { fleet, configured } = planFleet(first, wanted, RULES);
    expect(configured).toHaveLength(3);
    expect(fleet.zones[0]).toEqual({ name: "a.example", stack: "edge-0001", config: { level: 3 } });
    expect(planFleet(fleet, wanted, RULES).configured).toEqual([]);
    expect(planFleet(fleet, named("a", "b", "c"), RULES).fleet).toEqual(first);
  });
});

/** What happens to a fleet between two plans. Names and stacks are drawn from what is there. */
type Change =
  | { readonly kind: "want"; readonly names: readonly string[] }
  | { readonly kind: "move"; readonly pick: number; readonly to: number }
  | { readonly kind: "prune" }
  | { readonly kind: "resize"; readonly size: number };

const name = fc.integer({ min: 0, max: 40 }).map((number) => `z${number}.example`);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("want" as const), names: fc.uniqueArray(name) }) },
  fc.record({ kind: fc.constant("move" as const), pick: fc.nat(40), to: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant("prune" as const) }),
  fc.record({ kind: fc.constant("resize" as const), size: fc.integer({ min: 1, max: 9 }) }),
);

const occupied = ({ zones, removed }: Shard) => zones.length + removed.length;

describe("under any sequence of changes, the plan of a fleet", () => {
  it("loses no zone, has none twice, moves none unasked, and stays balanced and within the size", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let fleet = NO_FLEET;
        let size = 3;
        for (const one of changes) {
          if (one.kind === "prune")
            fleet = forgetRemoved(fleet, new Set(fleet.removed.map((zone) => zone.name)));
          else if (one.kind === "resize") size = one.size;
          else if (one.kind === "move") {
            const zone = fleet.zones[one.pick % Math.max(1, fleet.zones.length)];
            if (zone) fleet = moveZone(fleet, zone.name, `edge-000${one.to}`);
          } else {
            const rules = { ...RULES, size, groupOf };
            const wanted = one.names.map((wish) => ({ name: wish }));
            const planned = planFleet(fleet, wanted, rules);
            expectSound(fleet, planned.fleet, one.names, rules);
            // Equal input, equal bytes, in whatever order the zones are named.
            const again = planFleet(fleet, wanted.toReversed(), rules);
            expect(textOf(again.fleet)).toBe(textOf(planned.fleet));
            // A second plan has nothing to do.
            expect(textOf(planFleet(planned.fleet, wanted, rules).fleet)).toBe(textOf(planned.fleet));
            fleet = planned.fleet;
          }
        }
      }),
    );
  });
});

/** Some zones belong to a group with separate stacks. */
const groupOf = waveOfZone([
  { name: "canary", zones: ["z1.example", "z2.example", "z3.example", "z4.example"] },
]);

function expectSound(
  before: Fleet,
  after: Fleet,
  wanted: readonly string[],
  { size }: { readonly size: number },
): void {
  const [old, now] = [stacksOf(before), stacksOf(after)];
  expect(after.zones.map((zone) => zone.name)).toEqual([...wanted].sort());
  expect([...now.keys()].sort()).toEqual([...new Set([...old.keys(), ...wanted])].sort());
  expect(after.zones.length + after.removed.length).toBe(now.size);
  for (const [known, stack] of old) expect(now.get(known)).toBe(stack);

  const zonesOf = ({ zones, removed }: Shard) => [...zones, ...removed].map((zone) => zone.name);
  const fresh = after.zones.filter((zone) => !old.has(zone.name));
  for (const group of [undefined, "canary"]) {
    const filled = new Set(fresh.filter((zone) => groupOf(zone.name) === group).map(({ stack }) => stack));
    const isOfGroup = (shard: Shard) => {
      const groups = new Set(zonesOf(shard).map(groupOf));
      return groups.size === 1 ? groups.has(group) : group === undefined;
    };
    const shards = shardsOf(after).filter(isOfGroup);
    const least = Math.min(...shards.map(occupied));
    for (const stack of filled) {
      const shard = shards.find((one) => one.stack === stack);
      // New zones are beside zones of their group only.
      expect(shard).toBeDefined();
      if (!shard) continue;
      expect(occupied(shard)).toBeLessThanOrEqual(size);
      expect(occupied(shard)).toBeLessThanOrEqual(least + 1);
    }
    // New stacks only for zones that had no place: without one of them, the new zones would not fit.
    const known = new Set(old.values());
    const opened = shards.filter(({ stack }) => !known.has(stack));
    const room = shards.reduce((sum, shard) => sum + Math.max(0, size - occupied(shard)), 0);
    if (opened.length > 0) expect(room).toBeLessThan(size);
  }
}
