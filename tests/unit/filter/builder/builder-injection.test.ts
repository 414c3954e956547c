import fc from "fast-check";
import { field, list, parseFilter } from "../../../../provider/filter";

describe("values in the builder", () => {
  it("are parsed as exactly the given text, or are rejected", () => {
    const unit = fc.oneof(
      fc.constantFrom('"', "\\", "\0", "\ud800", "\udfff", "\n", "#", " or ssl"),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const text = parts.join("");
        const build = () => field("http.host").eq(text).toString();
        if (/\p{Cs}/u.test(text)) {
          expect(build).toThrow("lone surrogate");
          return;
        }
        const parsed = parseFilter(build());
        expect(parsed.valid && parsed.ast).toMatchObject({
          kind: "comparison",
          test: { kind: "ordering", literal: { bytes: new TextEncoder().encode(text) } },
        });
      }),
    );
  });

  it("become one key of a map, whatever their text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', "\\", "]", "[", "*", " ", "a") }), (key) => {
        const parsed = parseFilter(field("http.request.headers").key(key).at(0).eq("x").toString());
        expect(parsed.valid && parsed.ast).toMatchObject({ left: { indexes: [{ key }, { index: 0 }] } });
      }),
    );
  });

  it.each(["192.0.2.1 or ssl", "192.0.2.1||ssl", "192.0.2.1} or ssl or ip.src in {192.0.2.2", "$office", ""])(
    "cannot inject operators with an address such as %j",
    (address) => {
      expect(() => field("ip.src").eq(address)).toThrow(/is not an IP address/);
      expect(() => field("ip.src").in([address])).toThrow(/is not an IP address/);
    },
  );

  it.each(["office or ssl", "office||ssl", "", "office} "])(
    "cannot inject operators with a list name such as %j",
    (name) => {
      expect(() => field("ip.src").in(list(name))).toThrow(/is not a list name/);
    },
  );

  it("cannot inject operators as a string in place of an integer", () => {
    const value = JSON.parse('"1 or ssl"') as number;
    expect(() => field("cf.waf.score").eq(value)).toThrow(/is not an exact integer/);
    expect(() => field("cf.waf.score").in([{ from: 1, to: value }])).toThrow(/is not an exact integer/);
  });

  it("turn an empty list into an empty set", () => {
    expect(field("http.host").in([]).toString()).toBe("http.host in {}");
  });

  it("have the type of the field, in the editor too", () => {
    const mistakes = [
      // @ts-expect-error a string is not an integer
      () => field("cf.waf.score").eq("10"),
      // @ts-expect-error an integer is not a string
      () => field("http.host").eq(10),
      // @ts-expect-error there is no such field
      () => field("http.hots"),
    ];
    for (const mistake of mistakes) expect(mistake).toThrow();
    // @ts-expect-error addresses have no string operators
    const ofAddress: keyof ReturnType<typeof field<"ip.src">> = "startsWith";
    expect(ofAddress in field("ip.src")).toBe(false);
  });
});
