import fc from "fast-check";
import { type Fleet, shardsOf } from "../../../fleet/fleet";
import { type Wave, wavesOf } from "../../../fleet/waves";

/** A fleet of stacks with so many zones each: `edge-1`, … */
function fleetOf(...sizes: readonly number[]): Fleet {
  const zones = sizes.flatMap((size, stack) =>
    Array.from({ length: size }, (_, zone) => ({
      name: `z${stack + 1}-${zone + 1}.example`,
      stack: `edge-${stack + 1}`,
    })),
  );
  return { zones, removed: [] };
}
const stacksOf = (fleet: Fleet, waves: readonly Wave[]) => wavesOf(fleet, waves).map(({ stacks }) => stacks);

describe("the waves of a fleet", () => {
  it("are one with all stacks, if none is written", () => {
    expect(wavesOf(fleetOf(1, 1), [])).toEqual([{ wave: { name: "all" }, stacks: ["edge-1", "edge-2"] }]);
  });

  it("begin with the stacks of named zones, then so many percent of the zones, then the rest", () => {
    const waves: Wave[] = [
      { name: "canary", zones: ["z3-1.example"] },
      { name: "early", percent: 10 },
      { name: "rest" },
    ];
    expect(stacksOf(fleetOf(2, 2, 1, 8, 8), waves)).toEqual([
      ["edge-3"],
      ["edge-1"],
      ["edge-2", "edge-4", "edge-5"],
    ]);
  });

  it("take whole stacks, so that a percentage is reached", () => {
    expect(stacksOf(fleetOf(3, 3, 3, 3), [{ name: "half", percent: 30 }, { name: "rest" }])).toEqual([
      ["edge-1", "edge-2"],
      ["edge-3", "edge-4"],
    ]);
  });

  it("leave nothing out: the last wave has the rest, whatever it says", () => {
    expect(
      stacksOf(fleetOf(1, 1, 1), [
        { name: "a", percent: 1 },
        { name: "b", percent: 1 },
      ]),
    ).toEqual([["edge-1"], ["edge-2", "edge-3"]]);
  });

  it("do not put the stack of a zone that a later wave names into a percentage", () => {
    const waves: Wave[] = [
      { name: "some", percent: 1 },
      { name: "important", zones: ["z1-1.example"] },
    ];
    expect(stacksOf(fleetOf(1, 1), waves)).toEqual([["edge-2"], ["edge-1"]]);
  });

  it("have each stack once, in the same wave whenever they are computed", () => {
    const wave = fc.record(
      {
        zones: fc.uniqueArray(fc.constantFrom("z1-1.example", "z2-1.example", "z9-1.example"), {
          minLength: 1,
        }),
        percent: fc.integer({ min: 1, max: 100 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 })),
        fc.array(wave, { maxLength: 4 }),
        (sizes, drawn) => {
          const fleet = fleetOf(...sizes);
          const waves = drawn.map((one, index) => ({ ...one, name: `wave-${index}` }));
          const stacks = stacksOf(fleet, waves);
          expect(stacks.flat().sort()).toEqual(
            shardsOf(fleet)
              .map(({ stack }) => stack)
              .sort(),
          );
          const shuffled = { ...fleet, zones: fleet.zones.toReversed() };
          expect(stacksOf(shuffled, waves)).toEqual(stacks);
        },
      ),
    );
  });
});
