import { movedZones, withLostZones } from "../../../fleet/earlier-places";
import { type Fleet, NO_FLEET } from "../../../fleet/fleet";

const fleetOf = (
  zones: Readonly<Record<string, string>>,
  removed: Readonly<Record<string, string>> = {},
): Fleet => {
  const [placed, gone] = [zones, removed].map((list) =>
    Object.entries(list).map(([name, stack]) => ({ name, stack })),
  );
  return { zones: placed ?? [], removed: gone ?? [] };
};

describe("zones that earlier lock files have in other stacks", () => {
  it("are named with these stacks, each once", () => {
    const now = fleetOf({ "a.example": "two", "b.example": "one", "c.example": "one" });
    const head = fleetOf({ "a.example": "one", "b.example": "one" });
    const branch = fleetOf({ "a.example": "three", "b.example": "one" });
    expect(movedZones(now, [head, branch, head])).toEqual([
      { name: "a.example", stack: "two", before: ["one", "three"] },
    ]);
    expect(movedZones(now, [])).toEqual([]);
  });

  it("are also those that were removed there, and come back in another stack", () => {
    const head = fleetOf({}, { "a.example": "one" });
    expect(movedZones(fleetOf({ "a.example": "two" }), [head])).toEqual([
      { name: "a.example", stack: "two", before: ["one"] },
    ]);
    expect(movedZones(fleetOf({}, { "a.example": "two" }), [head])).toEqual([]);
  });
});

describe("zones that a lock file has lost", () => {
  const head = fleetOf({ "a.example": "one", "b.example": "two" }, { "c.example": "three" });
  const older = fleetOf({ "a.example": "two" });

  it("return to their stacks if they are wanted, and to that of the newest file", () => {
    const wanted = new Set(["a.example", "c.example", "new.example"]);
    expect(withLostZones(NO_FLEET, [head, older], wanted)).toEqual(
      fleetOf({}, { "a.example": "one", "c.example": "three" }),
    );
    expect(withLostZones(NO_FLEET, [older, head], wanted).removed[0]).toEqual({
      name: "a.example",
      stack: "two",
    });
  });

  it("are none that the file has, or that nobody wants", () => {
    const now = fleetOf({ "a.example": "two" }, { "b.example": "one" });
    expect(withLostZones(now, [head], new Set(["a.example", "b.example"]))).toBe(now);
  });
});
