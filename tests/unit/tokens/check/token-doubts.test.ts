import { UNKNOWN } from "../../../../provider/api";
import { tokenDoubts } from "../../../../provider/tokens";

describe("tokenDoubts", () => {
  const networks = (...list: unknown[]) => tokenDoubts({ condition: { requestIp: { notIn: list } } });

  it.each([
    ["192.0.2.1/24", "192.0.2.0/24", "192.0.2.1/32"],
    ["2001:db8::7/64", "2001:db8::/64", "2001:db8::7/128"],
  ])("warns of %s, a network with the address of a client", (network, whole, one) =>
    expect(networks("192.0.2.0/24", network)).toEqual([
      {
        path: "condition.requestIp.notIn[1]",
        message: `is "${network}", the address of a client and not of a network: write ${whole} for the whole network, or ${one} for one client`,
      },
    ]),
  );

  it("passes networks, single addresses, and what is unknown or invalid", () =>
    expect(networks("192.0.2.0/24", "192.0.2.1/32", "2001:DB8:0::/32", "0.0.0.0/0", UNKNOWN, "x", 7)).toEqual(
      [],
    ));

  it("warns of warnBefore without an end", () => {
    expect(tokenDoubts({ warnBefore: "14d" })).toEqual([
      { path: "warnBefore", message: "has no effect without expiresOn: set expiresOn, or remove warnBefore" },
    ]);
    expect(tokenDoubts({ warnBefore: "14d", expiresOn: UNKNOWN })).toEqual([]);
  });
});
