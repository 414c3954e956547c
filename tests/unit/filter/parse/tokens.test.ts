import { Reader } from "../../../../provider/filter/parse/reader";
import { Tokens } from "../../../../provider/filter/parse/tokens";

const TOKENS = new Tokens([
  ["in", "membership"],
  ["i", "letter"],
  ["==", "equality"],
]);

function accept(text: string, end = text.length): [meaning: string | undefined, position: number] {
  const reader = new Reader(text, { start: 0, end });
  return [TOKENS.accept(reader), reader.position];
}

describe("Tokens", () => {
  it("consumes the first token of the list that matches", () => {
    expect(accept("inside")).toEqual(["membership", 2]);
    expect(accept("is")).toEqual(["letter", 1]);
    expect(accept("== 1")).toEqual(["equality", 2]);
  });

  it.each(["", "=", "= =", "\0", "é", "\ud800", "日本"])(
    "reads nothing of %j, which begins with none",
    (text) => {
      expect(accept(text)).toEqual([undefined, 0]);
    },
  );

  it("does not match a token that continues past the end", () => {
    expect(accept("in", 1)).toEqual(["letter", 1]);
    expect(accept("==", 1)).toEqual([undefined, 0]);
  });
});
