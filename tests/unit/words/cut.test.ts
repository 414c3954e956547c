import { line } from "../../../adopt/names";
import { clipCodePoints, cutText, truncate } from "../../../provider/words";

/** A character of two UTF-16 units: a rare letter of Chinese names, and an emoji. */
const PAIRS = ["\u{20BB7}", "\u{1F600}"];

describe.each(PAIRS)("a text that is cut within %s", (pair) => {
  it("loses the whole character", () => {
    expect(cutText(`ab${pair}c`, 3)).toBe("ab");
    expect(cutText(`ab${pair}c`, 4)).toBe(`ab${pair}`);
  });

  it("has no half of the character in front of its ellipsis", () => {
    expect(truncate(`ab${pair}cd`, 4)).toBe("ab…");
    expect(truncate(`ab${pair}`, 4)).toBe(`ab${pair}`);
  });

  it("counts the character as one where code points are counted", () => {
    expect(clipCodePoints(`ab${pair}c`, 3)).toBe(`ab${pair}…`);
    expect(clipCodePoints(`ab${pair}`, 3)).toBe(`ab${pair}`);
  });

  it("shows no half of the character in a comment of an adopted program", () => {
    expect(line(`${"x".repeat(199)}${pair}`)).toBe("x".repeat(199));
  });
});
