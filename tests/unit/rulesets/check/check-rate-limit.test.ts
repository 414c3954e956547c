import { UNKNOWN } from "../../../../provider/api";
import { checkRateLimit } from "../../../../provider/rulebook/shape/check-program-rules";

const good = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requestsPerPeriod: 5 };

describe("checkRateLimit", () => {
  it.each([undefined, UNKNOWN, good, { ...good, characteristics: [UNKNOWN] }])("accepts %j", (ratelimit) => {
    expect(checkRateLimit(ratelimit, "ratelimit")).toEqual([]);
  });

  it.each<[string, unknown, string, RegExp]>([
    ["a period of 0", { characteristics: ["cf.colo.id"], period: 0 }, ".period", /at least 1, found 0/],
    [
      "no characteristics",
      { ...good, characteristics: [] },
      ".characteristics",
      /^must not be empty, found an empty list; write \["cf\.colo\.id", "ip\.src"\] to count the requests of each address$/,
    ],
    [
      "missing characteristics",
      { period: 60, requestsPerPeriod: 5 },
      ".characteristics",
      /^is missing; .*; write \["cf\./,
    ],
    [
      "a name of the wire in ratelimit",
      { characteristics: ["cf.colo.id"], period: 10, requests_per_period: 5 },
      ".requests_per_period",
      /must be written in camelCase: requestsPerPeriod/,
    ],
    [
      "an unknown member of ratelimit",
      { ...good, requestPerPeriod: 1 },
      ".requestPerPeriod",
      /did you mean "requestsPerPeriod"/,
    ],
  ])("reports %s", (_, ratelimit, path, message) => {
    expect(checkRateLimit(ratelimit, "ratelimit")).toEqual([
      { path: `ratelimit${path}`, message: expect.stringMatching(message) as string },
    ]);
  });
});
