import { parsePolicies, parseRemaining } from "../../../../provider/client/queue/rate-limiter";

describe("parseRemaining", () => {
  it("reads the documented sample", () =>
    expect(parseRemaining('"default";r=50;t=30')).toEqual([{ name: "default", left: 50, resetMs: 30_000 }]));

  it("reads several items, with spaces and unknown parameters", () =>
    expect(parseRemaining('"burst"; r=0; t=5; pk=:abc:, "daily";r=900;t=3600')).toEqual([
      { name: "burst", left: 0, resetMs: 5_000 },
      { name: "daily", left: 900, resetMs: 3_600_000 },
    ]));

  it.each([undefined, "", "50", '"default"', '"default";r=50', '"default";r=-1;t=30', '"default";r=x;t=30'])(
    "ignores %p",
    (text) => expect(parseRemaining(text)).toEqual([]),
  );
});

describe("parsePolicies", () => {
  it("reads the documented sample", () =>
    expect(parsePolicies('"burst";q=100;w=60')).toEqual([{ name: "burst", quota: 100, windowMs: 60_000 }]));

  it.each([undefined, '"burst";q=0;w=60', '"burst";q=100;w=0', '"burst";q=100'])("ignores %p", (text) =>
    expect(parsePolicies(text)).toEqual([]),
  );
});
