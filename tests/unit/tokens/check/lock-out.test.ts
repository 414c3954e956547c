import fc from "fast-check";
import { ipAllowed } from "../../../../provider/tokens";
import { locksEverybodyOut } from "../../../../provider/tokens/check/lock-out";

/** Networks within 192.0.2.0/28, and all addresses there, and the two outside of it. */
const network = fc
  .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 28, max: 32 }))
  .map(([last, bits]) => `192.0.2.${last}/${bits}`);
const networks = fc.array(network, { maxLength: 5 });
const ADDRESSES = Array.from({ length: 16 }, (_, last) => `192.0.2.${last}`);

describe("locksEverybodyOut", () => {
  it("is true exactly where no address is let in", () => {
    fc.assert(
      fc.property(fc.array(network, { minLength: 1, maxLength: 3 }), networks, (inside, outside) => {
        const condition = { "request.ip": { in: inside, not_in: outside } };
        const anybody = ADDRESSES.some((address) => ipAllowed(condition, address));
        expect(locksEverybodyOut(inside, outside)).toBe(!anybody);
      }),
      { numRuns: 1000 },
    );
  });

  it("is false without any network, which is no restriction", () => {
    expect(locksEverybodyOut([], [])).toBe(false);
  });

  it.each([
    [[], ["0.0.0.0/0"], false],
    [[], ["::/0", "0.0.0.0/1", "128.0.0.0/1"], true],
    [["2001:db8::/32"], ["0.0.0.0/0"], false],
    [["2001:db8::/32"], ["2001:db8::/33", "2001:db8:8000::/33"], true],
    [["192.0.2.0/24", "2001:db8::1/128"], ["::/0"], false],
  ])("keeps the two families apart: in %j, notIn %j", (inside, outside, expected) => {
    expect(locksEverybodyOut(inside, outside)).toBe(expected);
  });
});
