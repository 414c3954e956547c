import { compileAutomaton, compileRegex } from "../../../../provider/regex";

/** Returns the steps and the memory that an automaton of the pattern takes for some texts. */
function costOf(pattern: string, texts: readonly string[]) {
  const cost = { bytes: 0, steps: 0 };
  const automaton = compileAutomaton(pattern, (bytes, steps = 0) => {
    cost.bytes += bytes;
    cost.steps += steps;
  });
  for (const text of texts) automaton?.run(Buffer.from(text));
  return cost;
}

describe("what automata of one pattern share", () => {
  it.each(["/\\.(env|git)(/|$)", "(?m)^a\\b|b$", "(a|b)*a(a|b){3}"])(
    "does not change what a question about %s costs",
    (pattern) => {
      const texts = ["/.env", "/a/.git/b", "abab", "b", "a-a\nb"];
      const first = costOf(pattern, texts);
      expect(costOf(pattern, texts)).toEqual(first);
      // In another order, the states are found by other bytes.
      const others = [...texts].reverse();
      expect(costOf(pattern, others)).toEqual(costOf(pattern, others));
      expect(first.steps).toBeGreaterThan(0);
    },
  );

  it("has room for a pattern whose states are too many to be kept", () => {
    const matches = compileRegex("(a|b)*a(a|b){14}$");
    const text = (index: number) =>
      (index % 2 ** 15).toString(2).padStart(15, "0").replaceAll("0", "b").replaceAll("1", "a");
    const texts = Array.from({ length: 3000 }, (_, index) => text(index * 7919));
    expect(texts.filter((one) => matches(Buffer.from(one)))).toEqual(
      texts.filter((one) => one.startsWith("a")),
    );
  });
});
