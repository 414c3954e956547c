import {
  UNKNOWN,
  containsUnknown,
  found,
  isUnknown,
  kindOf,
  pathTo,
  unknownMembers,
} from "../../../provider/api";

describe("containsUnknown", () => {
  it("finds an unknown value at any depth", () => {
    expect(containsUnknown(UNKNOWN)).toBe(true);
    expect(containsUnknown({ a: [{ b: UNKNOWN }] })).toBe(true);
    expect(containsUnknown({ a: [{ b: "x" }], c: null, d: undefined, e: 1 })).toBe(false);
    expect(isUnknown({ a: UNKNOWN })).toBe(false);
  });
});

describe("found", () => {
  it.each<[unknown, string]>([
    ["x", '"x"'],
    ["x".repeat(65), "a string"],
    [2.5, "2.5"],
    [false, "false"],
    [undefined, "nothing"],
    [null, "null"],
    [[], "an empty list"],
    [{}, "an object"],
  ])("describes %j as %s", (value, text) => {
    expect(found(value)).toBe(text);
  });

  it("quotes text, unlike kindOf", () => {
    expect(kindOf("secret")).toBe("a string");
  });
});

describe("pathTo", () => {
  it("formats paths like programs", () => {
    expect(pathTo(pathTo(pathTo("", "policies"), 0), "resources")).toBe("policies[0].resources");
  });
});

describe("unknownMembers", () => {
  it("suggests a similar member, or lists them all", () => {
    expect(unknownMembers({ nam: 1, zzz: 2, name: 3 }, ["name", "status"], "a")).toEqual([
      { path: "a.nam", message: 'is not a known property; did you mean "name"?' },
      { path: "a.zzz", message: "is not a known property; known properties are name, status" },
    ]);
  });
});
