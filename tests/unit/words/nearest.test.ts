import { didYouMean, nearestWithin, nearestWords } from "../../../provider/words";

describe("nearestWords", () => {
  const phases = ["http_ratelimit", "http_request_origin", "ddos_l4"];

  it("returns similar candidates, nearest first", () => {
    expect(nearestWords("http_ratelimt", phases)).toEqual(["http_ratelimit"]);
    expect(nearestWords("HTTP rate-limit", phases)).toEqual(["http_ratelimit"]);
    expect(nearestWords("l3", ["l4", "l3x", "l33"])).toEqual(["l4", "l3x", "l33"]);
  });

  it("counts two letters in the wrong order as two mistakes, so that a long word does not resemble many others", () => {
    expect(nearestWords("exmaple.org", ["example.com", "example.org"])).toEqual(["example.org"]);
  });

  it("returns nothing if no candidate is similar, for words of any length", () => {
    expect(nearestWords("banana", phases)).toEqual([]);
    expect(nearestWords("x".repeat(1_000_000), phases)).toEqual([]);
    expect(didYouMean("banana", phases)).toBe("");
  });
});

describe("nearestWithin", () => {
  it("counts two letters in the wrong order as one mistake", () => {
    expect(nearestWithin("lgo", ["lag", "log"], 1)).toBe("log");
  });

  it("returns the first of the nearest names, if that is near enough", () => {
    expect(nearestWithin("Hsot", ["lost", "host", "hose"], 1)).toBe("host");
    expect(nearestWithin("hsot", ["lost", "hosts"], 1)).toBeUndefined();
  });
});
