import { alignColumns, linesForPeople } from "../../../cli/text-layout";

// A line separator, a right-to-left override, an escape and a lone surrogate.
const HOSTILE = "a\u2028b\u202ec\u001bd\ud800";
const SHOWN = "a<U+2028>b<U+202E>c␛d<U+D800>";

describe("what a command prints for people", () => {
  it("shows characters that end a line, reverse text or are invisible", () => {
    expect(linesForPeople([HOSTILE, "two\nlines"])).toBe(`${SHOWN}\ntwo\nlines`);
  });

  it("aligns a table by what is shown", () => {
    expect(
      alignColumns([
        [HOSTILE, "x"],
        ["plain", "y"],
      ]),
    ).toEqual([`${SHOWN}  x`, `${"plain".padEnd(SHOWN.length)}  y`]);
  });
});
