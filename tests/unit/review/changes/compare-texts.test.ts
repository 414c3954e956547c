import fc from "fast-check";
import { compareTexts } from "../../../../review/changes/compare-texts";
import type { Segment } from "../../../../review/changes/review";

const same = (text: string): Segment => ({ kind: "same", text });
const added = (text: string): Segment => ({ kind: "added", text });
const removed = (text: string): Segment => ({ kind: "removed", text });

describe("the difference of two expressions", () => {
  it("marks an added address inside its list", () => {
    expect(compareTexts("ip.src in {192.0.2.0/24}", "ip.src in {192.0.2.0/24 198.51.100.7}")).toEqual([
      same("ip.src in {192.0.2.0/24"),
      added(" 198.51.100.7"),
      same("}"),
    ]);
  });

  it("marks a whole literal, operator or field, not single letters", () => {
    expect(compareTexts('http.host eq "shop.example.com"', 'http.host ne "www.example.com"')).toEqual([
      same("http.host "),
      removed('eq "shop.example.com"'),
      added('ne "www.example.com"'),
    ]);
  });

  it("finds two separate changes in one expression", () => {
    const before = '(http.request.uri.path eq "/a") and not ip.src in {192.0.2.1}';
    const after = '(http.request.uri.path eq "/b") and not ip.src in {192.0.2.2}';
    expect(compareTexts(before, after)).toEqual([
      same("(http.request.uri.path eq "),
      removed('"/a"'),
      added('"/b"'),
      same(") and not ip.src in {"),
      removed("192.0.2.1"),
      added("192.0.2.2"),
      same("}"),
    ]);
  });

  it("shows two expressions that have little in common as a whole", () => {
    const before = 'http.host eq "a.example.com" and (ip.src in {192.0.2.0/24} or ssl)';
    const after = '(http.user_agent contains "curl" or cf.client.bot) and not http.request.method in {"GET"}';
    expect(compareTexts(before, after)).toEqual([removed(before), added(after)]);
  });

  it("shows equal expressions as one unchanged part", () => {
    expect(compareTexts("true", "true")).toEqual([same("true")]);
  });

  const word = fc.constantFrom(
    "http.host",
    " ",
    "eq",
    '"a b"',
    "and",
    "{",
    "}",
    "1.1.1.1",
    '"',
    "\\",
    "\u{1F600}",
    "\n",
  );
  const expression = fc.array(word, { maxLength: 40 }).map((words) => words.join(""));

  it("always joins to the text before and to the text after", () => {
    fc.assert(
      fc.property(fc.oneof(expression, fc.string()), fc.oneof(expression, fc.string()), (before, after) => {
        const segments = compareTexts(before, after);
        const joined = (kind: Segment["kind"]) =>
          segments.flatMap((segment) => (segment.kind === kind ? [] : [segment.text])).join("");
        expect(joined("added")).toBe(before);
        expect(joined("removed")).toBe(after);
        expect(segments.every(({ text }) => text !== "")).toBe(true);
      }),
    );
  });

  it("looks for nothing in common between long texts with millions of pairs of equal words", () => {
    const clause = (n: number) => `http.host eq "host-${n}" or `;
    const long = (shift: number) => Array.from({ length: 3000 }, (_, n) => clause(n + shift)).join("");
    const [before, after] = [long(0), `x${long(1500)}`];
    const end = " or ";
    expect(compareTexts(before, after)).toEqual([
      removed(before.slice(0, -end.length)),
      added(after.slice(0, -end.length)),
      same(end),
    ]);
  });
});
