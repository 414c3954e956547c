import { zoneName } from "../../../fleet/zone-name";

describe("the name of a zone", () => {
  it.each([
    ["example.com", "example.com"],
    ["Example.COM", "example.com"],
    ["xn--mnchen-3ya.example", "münchen.example"],
    ["MÜNCHEN.example", "münchen.example"],
    ["a_b.example", "a_b.example"],
  ])("has one spelling: %s is %s", (text, name) => {
    expect(zoneName(text)).toBe(name);
    expect(zoneName(name)).toBe(name);
  });

  it.each([
    "",
    "example",
    "example.com.",
    "a b.example",
    "192.0.2.1",
    "*.example",
    "a\n.example",
    `${"a".repeat(64)}.example`,
  ])("is not %j", (text) => {
    expect(zoneName(text)).toBeUndefined();
  });
});
