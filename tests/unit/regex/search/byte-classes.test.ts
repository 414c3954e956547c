import { compileRegex } from "../../../../provider/regex/search/compile-regex";

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const WORD_ENDS = ["/", "0", "9", ":", "@", "A", "Z", "[", "^", "_", "`", "a", "z", "{"];

/** Classes and JavaScript classes with the same ASCII members. */
const CLASSES: readonly (readonly [pattern: string, meaning: string])[] = [
  ["[a-f&&d-z]", "[def]"],
  ["[a-f--d-z]", "[abc]"],
  ["[a-d~~c-f]", "[abef]"],
  ["[a-f&&[^bd]--f]", "[ace]"],
  ["[a&&]", "[]"],
  ["[&&a]", "[]"],
  ["[^a&&b]", "[^]"],
  ["[--a]", "[\\-a]"],
  ["[]a]", "[\\]a]"],
  ["[^]a]", "[^\\]a]"],
  ["[a-]", "[a\\-]"],
  ["[\\d_x-z]", "[0-9_x-z]"],
  ["[^\\w\\s]", "[^0-9A-Za-z_\\t-\\r ]"],
  ["[\\D]", "[^0-9]"],
  ["[[:alpha:]0]", "[A-Za-z0]"],
  ["[[:^alnum:]]", "[^0-9A-Za-z]"],
  ["[[:upper:][:digit:]]", "[A-Z0-9]"],
  ["(?i)[b-d]", "[b-dB-D]"],
  ["(?i)[^b-d]", "[^b-dB-D]"],
  ["(?i)[a-c&&B-D]", "[bcBC]"],
  ["(?i)(?-i:B)", "[B]"],
  ["[\\x7f]", "\\x7f"],
  ["[\\x{41}-\\u0043]", "[ABC]"],
  ["(?u)[\\pL--\\p{Lu}]", "[a-z]"],
  ["(?x)[ a - c # z\n ] ", "[abc]"],
  ["(?s).", "[^]"],
  [".", "[^\\n]"],
  ["(?R).", "[^\\r\\n]"],
];

describe("classes of bytes", () => {
  it.each(CLASSES)("%s contains what %s contains in JavaScript", (pattern, meaning) => {
    const inClass = compileRegex(`\\A(?:${pattern})\\z`);
    const expected = ASCII.filter((character) => new RegExp(`^(?:${meaning})$`).test(character));
    expect(ASCII.filter((character) => inClass(Buffer.from(character)))).toEqual(expected);
  });

  it("word boundaries are at the ends of digits, letters and underscores", () => {
    const isWord = compileRegex("\\A\\b");
    expect(WORD_ENDS.filter((character) => isWord(Buffer.from(character)))).toEqual([
      "0",
      "9",
      "A",
      "Z",
      "_",
      "a",
      "z",
    ]);
  });
});
