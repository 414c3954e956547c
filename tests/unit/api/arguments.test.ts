import {
  UNKNOWN,
  containsUnknown,
  didYouMean,
  found,
  isUnknown,
  kindOf,
  nearest,
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

describe("nearest", () => {
  const phases = ["http_ratelimit", "http_request_origin", "ddos_l4"];

  it("returns similar candidates, nearest first", () => {
    expect(nearest("http_ratelimt", phases)).toEqual(["http_ratelimit"]);
    expect(nearest("HTTP rate-limit", phases)).toEqual(["http_ratelimit"]);
    expect(nearest("l3", ["l4", "l3x", "l33"])).toEqual(["l4", "l3x", "l33"]);
  });

  it("returns nothing if no candidate is similar, for words of any length", () => {
    expect(nearest("banana", phases)).toEqual([]);
    expect(nearest("x".repeat(1_000_000), phases)).toEqual([]);
    expect(didYouMean("banana", phases)).toBe("");
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
