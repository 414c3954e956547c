import { judgeListed, placeText, zoneIdHint } from "../../../provider/lifecycle/foresight/place-text";

const SHOP = { id: "1".repeat(32), name: "Shop" };
const OTHER = { id: "2".repeat(32), name: "Other" };
const zone = (digit: string, name: string, account = SHOP) => ({ id: digit.repeat(32), name, account });
const ZONES = [
  zone("a", "a.example"),
  zone("b", "b.example"),
  zone("c", "c.example"),
  zone("d", "d.example", OTHER),
];

describe("placeText", () => {
  it("lists three of the zones that the credential may use, and counts the others", () => {
    expect(placeText("zone", "0".repeat(32), ZONES, "EDGE_API_TOKEN")).toBe(
      `names no zone that the credential from EDGE_API_TOKEN may use, found "${"0".repeat(32)}"; it may use ` +
        `${"a".repeat(32)} (a.example), ${"b".repeat(32)} (b.example), ${"c".repeat(32)} (c.example) and 1 more: correct the id, or ` +
        "use another credential",
    );
  });

  it("asks for another credential if nothing may be read", () => {
    expect(placeText("account", "0".repeat(32), [], "EDGE_API_TOKEN")).toBe(
      `names no account that the credential from EDGE_API_TOKEN may use, found "${"0".repeat(32)}": correct the id, or use another ` +
        "credential",
    );
  });
});

describe("judgeListed", () => {
  it.each([
    ["a zone", { type: "zone", id: ZONES[0]!.id }, {}],
    ["a zone in its account", { type: "zone", id: ZONES[0]!.id, within: SHOP.id }, {}],
    ["a zone in any account", { type: "zone", id: ZONES[0]!.id, within: "*" }, {}],
    ["an account with zones", { type: "account", id: OTHER.id }, {}],
    ["what the list does not have", { type: "account", id: "9".repeat(32) }, undefined],
    ["a user", { type: "user", id: ZONES[0]!.id }, undefined],
  ] as const)("finds nothing wrong with %s", (_, place, verdict) => {
    expect(judgeListed(place, ZONES)).toEqual(verdict);
  });

  it("reports a zone in another account", () => {
    expect(judgeListed({ type: "zone", id: ZONES[3]!.id, within: SHOP.id }, ZONES)).toEqual({
      message:
        `names the zone d.example (${"d".repeat(32)}) in the account ${"1".repeat(32)}, and the zone lies in the account ` +
        `${"2".repeat(32)}: correct one of them`,
    });
  });
});

it("zoneIdHint names the id of a zone, and nothing for other texts", () => {
  expect(zoneIdHint("b.example", ZONES)).toBe(`; the id of the zone b.example is ${"b".repeat(32)}`);
  expect([zoneIdHint("e.example", ZONES), zoneIdHint(undefined, ZONES)]).toEqual(["", ""]);
});
