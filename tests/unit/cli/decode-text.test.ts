import { decodeText } from "../../../cli/read-text";

describe("decodeText", () => {
  it.each([
    ["plain text", Buffer.from("a\nb"), "a\nb"],
    ["characters of several bytes", Buffer.from("é日🙂"), "é日🙂"],
    ["U+FFFD, if the text contains it", Buffer.from("a\uFFFDb"), "a\uFFFDb"],
    ["no byte order mark", Buffer.from("\uFEFF{}"), "{}"],
    ["a part of a buffer", Buffer.from("xxab").subarray(2), "ab"],
  ])("returns %s", (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it.each([
    ["a byte of Latin-1", Buffer.from("caf\xe9 ", "latin1"), "0xe9 at line 1, byte 4"],
    ["a character that ends early", Buffer.from([0x61, 0x0a, 0xe6, 0x97]), "0xe6 at line 2, byte 1"],
    ["an encoded surrogate", Buffer.from([0x61, 0xed, 0xa0, 0x80]), "0xed at line 1, byte 2"],
    [
      "a byte after U+FFFD and a byte order mark",
      Buffer.from([0xef, 0xbb, 0xbf, 0xef, 0xbf, 0xbd, 0xff]),
      "0xff at line 1, byte 7",
    ],
    ["UTF-16", Buffer.from("\uFEFFssl", "utf16le"), "0xff at line 1, byte 1"],
  ])("refuses %s, with its position", (_, bytes, place) => {
    expect(() => decodeText(bytes)).toThrow(
      `the text is not UTF-8: found the byte ${place}; save it as UTF-8`,
    );
  });
});
