import fc from "fast-check";
import { lint, messages } from "./lint-expression";

describe("lint warnings about sets", () => {
  it.each([
    ['http.host in {"a" "b" "a"}', 'http.host is compared with contains "a" more than once. Remove it'],
    [
      'http.host in {"a" "b" r"a"}',
      'http.host is compared with contains r"a", which is the same as "a". Remove one of them',
    ],
    [
      'http.host in {"ab" 61:62}',
      'http.host is compared with contains 61:62, which is the same as "ab". Remove one of them',
    ],
    [
      "cf.waf.score in {16 2..3 0x10}",
      "cf.waf.score is compared with contains 0x10, which is the same as 16. Remove one of them",
    ],
    [
      "ip.src in {11/8 11.0.0.0/8}",
      "ip.src is compared with contains 11.0.0.0/8, which is the same as 11/8. Remove one of them",
    ],
    [
      "ip.src in {1.1.1.1/32 1.1.1.1}",
      "ip.src is compared with contains 1.1.1.1, which is the same as 1.1.1.1/32. Remove one of them",
    ],
    [
      "ip.src in {11.0.0.0..11.0.0.255 11.0.0.0/24}",
      "ip.src is compared with contains 11.0.0.0/24, which is the same as 11.0.0.0..11.0.0.255. Remove one of them",
    ],
    [
      "ip.src in {2001:db8::1 2001:DB8:0::1}",
      "ip.src is compared with contains 2001:DB8:0::1, which is the same as 2001:db8::1. Remove one of them",
    ],
  ])("finds the duplicate item in %j", (expression, message) => {
    expect(lint(expression).map(({ rule }) => rule)).toEqual(["duplicate-item"]);
    expect(messages(expression)).toEqual([`The set that ${message}, or correct it.`]);
  });

  it.each([
    ["ip.src in {192.0.2.7 192.0.2.0/24}", "192.0.2.7, which is already part of 192.0.2.0/24"],
    ["ip.src in {192.0.2.0/24 192.0.2.128/25}", "192.0.2.128/25, which is already part of 192.0.2.0/24"],
    [
      "ip.src in {192.0.2.1..192.0.2.9 192.0.2.9}",
      "192.0.2.9, which is already part of 192.0.2.1..192.0.2.9",
    ],
    ["ip.src in {2001:db8::1 2001:db8::/32}", "2001:db8::1, which is already part of 2001:db8::/32"],
    ["cf.waf.score in {1..50 7}", "7, which is already part of 1..50"],
    ["cf.waf.score in {1..50 3..5 2..60}", "2..60, which overlaps 1..50"],
    ["ip.src in {11.0.0.0/30 11.0.0.3..11.0.0.9}", "11.0.0.3..11.0.0.9, which overlaps 11.0.0.0/30"],
  ])("finds the overlapping item in %j", (expression, message) => {
    const found = lint(expression);
    expect(found.map(({ rule }) => rule)).toContain("overlapping-item");
    expect(found.map((warning) => warning.message).join()).toContain(message);
  });

  it.each([
    'http.host in {"a" "A" "a " ""}',
    "cf.waf.score in {1 2 3..5 6..9 -1}",
    "ip.src in {192.0.2.0/25 192.0.2.128/25 ::c000:200/120 192.0.3.0}",
    "ip.src in {0.0.0.0 ::}",
    "ip.src in {11.0.0.1..11.0.0.4 11.0.0.5..11.0.0.9}",
    "cf.waf.score in {1} or cf.waf.score in {1}",
  ])("accepts the sets of %j", (expression) => {
    expect(lint(expression)).toEqual([]);
  });

  it("quotes up to 60 characters of an item", () => {
    const item = `"${"a".repeat(58)}"`;
    const longer = `"${"😀".repeat(59)}"`;
    expect(messages(`http.host in {${item} ${item}}`)[0]).toContain(`contains ${item} more than once`);
    expect(messages(`http.host in {${longer} ${longer}}`)[0]).toContain(`contains "${"😀".repeat(59)}… more`);
  });

  it("reports the later of two overlapping ranges, and always a range within another one", () => {
    const doubtful = (expression: string) =>
      lint(expression).map(({ span: { start, end } }) => expression.slice(start, end));
    expect(doubtful("cf.waf.score in {5..9 1..6}")).toEqual(["1..6"]);
    expect(doubtful("cf.waf.score in {1..6 5..9}")).toEqual(["5..9"]);
    expect(doubtful("cf.waf.score in {5..6 1..9}")).toEqual(["5..6"]);
    expect(doubtful("cf.waf.score in {1..5 2..9 8..12}")).toEqual(["2..9", "8..12"]);
    expect(doubtful("cf.waf.score in {1..50 3..5 10..12}")).toEqual(["3..5", "10..12"]);
    expect(doubtful("ip.src in {::/0 1.1.1.1 0.0.0.0/0 ::5}")).toEqual(["1.1.1.1", "::5"]);
  });

  it("agrees with a pairwise comparison of all ranges", () => {
    const end = fc.integer({ min: -20, max: 60 });
    const range = fc.tuple(end, end).map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a]));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        const set = ranges.map(([first, last]) => `${first}..${last}`).join(" ");
        const doubtful = ranges.some(([first, last], index) =>
          ranges.some(([f, l], other) => index !== other && first <= l && f <= last),
        );
        expect(lint(`cf.waf.score in {${set}}`).length > 0).toBe(doubtful);
      }),
    );
  });

  it("reports at most ten warnings per rule", () => {
    expect(lint(`cf.waf.score in {${"1 ".repeat(150_000)}}`).map(({ rule }) => rule)).toEqual([
      ...Array<string>(10).fill("duplicate-item"),
      "length",
    ]);
  });

  it("reports the first ten in the order of the text, not of the values", () => {
    const found = lint("cf.waf.score in {99 99 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10}");
    expect(found.map(({ message }) => /contains (\d+) /.exec(message)?.[1])).toEqual([
      "99",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
    ]);
  });
});
