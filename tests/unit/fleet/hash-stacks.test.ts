import type { Fleet } from "../../../fleet/fleet";
import { hashStacks } from "../../../fleet/hash-stacks";

const FLEET: Fleet = {
  zones: [
    { name: "a.example", stack: "edge-1", config: { level: 2 } },
    { name: "b.example", stack: "edge-2" },
  ],
  removed: [],
};
const INPUTS = { program: "1", settingsOf: () => "settings" };
/** Returns the stacks whose hashes differ from those of `FLEET`. */
const changed = (fleet: Fleet, inputs: Parameters<typeof hashStacks>[1] = INPUTS) => {
  const before = hashStacks(FLEET, INPUTS);
  return [...hashStacks(fleet, inputs)]
    .filter(([stack, hash]) => before.get(stack) !== hash)
    .map(([stack]) => stack);
};

describe("the hash of a stack", () => {
  it("is the same for equal inputs", () => {
    expect(changed(structuredClone(FLEET))).toEqual([]);
  });

  it("changes with the zones of the stack, their configuration, and removed zones, and no other stack's hash does", () => {
    const [a, b] = FLEET.zones;
    if (!a || !b) throw new Error("the fleet has two zones");
    expect(changed({ ...FLEET, zones: [{ ...a, config: { level: 3 } }, b] })).toEqual(["edge-1"]);
    expect(changed({ ...FLEET, zones: [a, b, { name: "c.example", stack: "edge-2" }] })).toEqual(["edge-2"]);
    expect(changed({ ...FLEET, removed: [{ name: "c.example", stack: "edge-2" }] })).toEqual(["edge-2"]);
  });

  it("changes with the program for all stacks, and with the settings for one", () => {
    expect(changed(FLEET, { ...INPUTS, program: "2" })).toEqual(["edge-1", "edge-2"]);
    const settingsOf = (stack: string) => (stack === "edge-1" ? undefined : "settings");
    expect(changed(FLEET, { ...INPUTS, settingsOf })).toEqual(["edge-1"]);
  });
});
