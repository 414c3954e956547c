import fc from "fast-check";
import { ipAllowed } from "../../../../provider/tokens";
import { excludesAllClients } from "../../../../provider/tokens/check/check-condition";

/** Networks within 192.0.2.0/28, all addresses there, and the two addresses next to it. */
const network = fc
  .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 28, max: 32 }))
  .map(([last, bits]) => `192.0.2.${last}/${bits}`);
const networks = fc.array(network, { maxLength: 5 });
const ADDRESSES = Array.from({ length: 16 }, (_, last) => `192.0.2.${last}`);

describe("excludesAllClients", () => {
  it("is true only if no address is allowed", () => {
    fc.assert(
      fc.property(fc.array(network, { minLength: 1, maxLength: 3 }), networks, (inside, outside) => {
        const condition = { "request.ip": { in: inside, not_in: outside } };
        const anybody = ADDRESSES.some((address) => ipAllowed(condition, address));
        expect(excludesAllClients(inside, outside)).toBe(!anybody);
      }),
      { numRuns: 1000 },
    );
  });

  it("is false without networks, which is no restriction", () => {
    expect(excludesAllClients([], [])).toBe(false);
  });

  it.each([
    [[], ["0.0.0.0/0"], false],
    [[], ["::/0", "0.0.0.0/1", "128.0.0.0/1"], true],
    [["2001:db8::/32"], ["0.0.0.0/0"], false],
    [["2001:db8::/32"], ["2001:db8::/33", "2001:db8:8000::/33"], true],
    [["192.0.2.0/24", "2001:db8::1/128"], ["::/0"], false],
  ])("separates the address families: in %j, notIn %j", (inside, outside, expected) => {
    expect(excludesAllClients(inside, outside)).toBe(expected);
  });
});
