import { ipAllowed } from "../../../../provider/tokens";

const ALLOWED: [{ in?: string[]; not_in?: string[] }, string, boolean][] = [
  [{ in: ["192.0.2.0/24"] }, "192.0.2.7", true],
  [{ in: ["192.0.2.0/24"] }, "192.0.3.7", false],
  [{ in: ["192.0.2.0/24", "2001:db8::/32"] }, "2001:db8:1::7", true],
  [{ in: ["192.0.2.0/24"] }, "2001:db8:1::7", false],
  [{ in: ["192.0.2.0/24"] }, "::ffff:192.0.2.7", true],
  [{ not_in: ["192.0.2.7/32"] }, "192.0.2.7", false],
  [{ not_in: ["192.0.2.7/32"] }, "192.0.2.8", true],
  [{ not_in: ["::ffff:192.0.2.0/120"] }, "192.0.2.8", false],
  [{ in: ["10.0.0.0/8"], not_in: ["10.1.1.1/32"] }, "10.1.1.1", false],
  [{ in: ["10.0.0.0/8"], not_in: ["10.1.1.1/32"] }, "10.1.1.2", true],
  [{ in: ["0.0.0.0/0"] }, "1", false],
  [{ in: ["0.0.0.0/0"] }, "", false],
];

describe("ipAllowed", () => {
  it.each(ALLOWED)("with %j and the client %s answers %s", (networks, address, allowed) => {
    expect(ipAllowed({ "request.ip": networks }, address)).toBe(allowed);
    expect(ipAllowed({ request_ip: networks }, address)).toBe(allowed);
  });

  it("allows every client without a condition", () => {
    expect(ipAllowed(undefined, "192.0.2.7")).toBe(true);
    expect(ipAllowed(null, "2001:db8::1")).toBe(true);
  });

  it.each([{}, { "request.ip": {} }, { request_ip: { in: [], not_in: null } }])(
    "allows no client if a condition lists no network: %j",
    (condition) => expect(ipAllowed(condition, "192.0.2.7")).toBe(false),
  );
});
