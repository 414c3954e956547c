import fc from "fast-check";
import { ByteWriter, decodeUtf8, encodeUtf8 } from "../../../../provider/filter/parse/utf8";

const ascii = fc.string({ unit: "binary-ascii", minLength: 28, maxLength: 36 });
const text = fc.oneof(ascii, fc.string({ unit: "binary", maxLength: 70 }));

describe("encodeUtf8", () => {
  it("returns the same bytes as Node, for the whole text and for a part", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, a, b) => {
        const [start, end] = [a % (whole.length + 1), b % (whole.length + 1)].sort((x, y) => x - y);
        expect(Buffer.from(encodeUtf8(whole))).toEqual(Buffer.from(whole));
        expect(Buffer.from(encodeUtf8(whole, start, end))).toEqual(Buffer.from(whole.slice(start, end)));
      }),
    );
  });

  it.each(["\u007f", "\u0080", "a\u0080", "\ud800"])("encodes %j", (whole) => {
    expect(Buffer.from(encodeUtf8(whole))).toEqual(Buffer.from(whole));
  });
});

describe("decodeUtf8", () => {
  it("returns the text, including a byte order mark at its beginning", () => {
    expect(decodeUtf8(Buffer.from("\ufeffé😀"))).toBe("\ufeffé😀");
  });

  it("reports bytes that are not UTF-8", () => {
    expect(decodeUtf8(Uint8Array.of(0x61, 0xff))).toBeUndefined();
  });
});

describe("ByteWriter", () => {
  it("returns the bytes of everything that was written, in order", () => {
    const pieces = fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), text), { maxLength: 40 });
    fc.assert(
      fc.property(pieces, (written) => {
        const writer = new ByteWriter();
        for (const piece of written)
          if (typeof piece === "number") writer.writeByte(piece);
          else writer.writeText(piece);
        const expected = written.map((piece) =>
          typeof piece === "number" ? Buffer.of(piece) : Buffer.from(piece),
        );
        expect(Buffer.from(writer.toBytes())).toEqual(Buffer.concat(expected));
      }),
    );
  });
});
