import { parseFilter } from "../../../../provider/filter";

const MOST = 128;

describe("nesting", () => {
  it.each([
    ["parentheses", "(", "ssl", ")"],
    ["negations", "not ", "ssl", ""],
    ["signs of negation", "!", "ssl", ""],
    ["calls", "lower(", "http.host", ")", ' eq "a"'],
    ["parentheses and negations together", "(!", "ssl", ")"],
  ])("of %s may be 128 levels deep, and not one more", (_, before, inner, behind, tail = "") => {
    const levels = before === "(!" ? MOST / 2 : MOST;
    const nested = (text: string) => before.repeat(levels) + text + behind.repeat(levels) + tail;
    expect(parseFilter(nested(inner)).valid).toBe(true);
    const parsed = parseFilter(`(${nested(inner)})`);
    expect(parsed.valid ? undefined : parsed.diagnostics[0]).toMatchObject({
      causeClass: "NestingLimitExceeded",
      cause: "maximum nesting depth exceeded (limit: 128)",
      expected: "at most 128 levels of parentheses, not, any, all and function calls",
    });
  });

  it("counts quantifiers and the calls in them", () => {
    const nested = (levels: number) =>
      `any(${"lower(".repeat(levels)}http.request.headers.names[*]${")[*]".repeat(levels)} eq "a")`;
    expect(parseFilter(nested(MOST - 1)).valid).toBe(true);
    expect(parseFilter(nested(MOST)).valid).toBe(false);
  });

  it("decreases at the end of a level: many conditions side by side are as deep as one", () => {
    const condition = '(not any(lower(http.request.headers.names[*])[*] eq "a"))';
    expect(parseFilter(Array(MOST).fill(condition).join(" and ")).valid).toBe(true);
  });

  it("is reported at the first level that is too deep", () => {
    const expression = `${"(".repeat(200)}ssl`;
    const parsed = parseFilter(expression);
    expect(parsed.valid ? undefined : parsed.diagnostics[0].word).toEqual({ start: MOST, length: 1 });
  });
});
