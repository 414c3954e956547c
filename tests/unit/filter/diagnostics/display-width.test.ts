import { displayWidth, showControls } from "../../../../provider/filter/diagnostics/display-width";

describe("displayWidth", () => {
  it.each([
    ["letters", "ssl", 3],
    ["letters with accents, composed or not", "é\u0065\u0301", 2],
    ["wide characters", "日本", 4],
    ["an emoji of several", "👨‍👩‍👧", 2],
    ["a sign in the style of an emoji", "❤\uFE0F", 2],
    ["an accent without a letter", "\u0301", 0],
    ["nothing", "", 0],
  ])("counts the columns of %s", (_, text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe("showControls", () => {
  it.each([
    ["controls by their pictures", "\0\t\n\u001f\u007f", "␀␉␊␟␡"],
    ["what turns or hides text by its number", "\u202ea\u200bb\u0085", "<U+202E>a<U+200B>b<U+0085>"],
    ["spaces as they are, other white space by its number", "a b\u00a0c\u3000", "a b<U+00A0>c<U+3000>"],
    ["half of a surrogate pair by its number", "\ud83d", "<U+D83D>"],
    ["a joiner within an emoji as it is", "👨‍👩‍👧", "👨‍👩‍👧"],
    ["a joiner behind a skin colour or a style as it is", "👩🏽‍🚀❤\uFE0F‍🔥", "👩🏽‍🚀❤\uFE0F‍🔥"],
    ["a joiner behind a letter by its number, whatever comes later", "a\u200Db👍", "a<U+200D>b👍"],
    ["a control behind an emoji by its picture", "👍\t", "👍␉"],
  ])("shows %s", (_, text, shown) => {
    expect(showControls(text)).toBe(shown);
  });
});
