import { compileAutomaton, compileRegex, LazyAutomaton } from "../../../../provider/regex";

/** Accepts texts with an even number of `a`, and nothing once there was an `x`. */
const EVEN = {
  start: 0,
  classes: Uint8Array.from({ length: 256 }, (_, byte) => ["a", "x"].indexOf(String.fromCharCode(byte)) + 1),
  keyOf: (odd: number) => odd,
  next: (odd: number, byte: number) => (byte === 0x78 ? "dead" : byte === 0x61 ? 1 - odd : odd),
  accepts: (odd: number) => odd === 0,
} as const;

describe("a lazy automaton", () => {
  it("accepts what its rules accept", () => {
    const automaton = new LazyAutomaton(EVEN);
    const accepted = ["", "a", "aa", "baba", "bab", "x", "xaa", "aax"].filter((text) =>
      automaton.run(Buffer.from(text)),
    );
    expect(accepted).toEqual(["", "aa", "baba"]);
  });

  it("asks for the memory of each state once", () => {
    let spent = 0;
    const automaton = new LazyAutomaton(EVEN, (bytes) => {
      spent += bytes;
    });
    const before = spent;
    automaton.run(Buffer.from("aaaa"));
    const after = spent;
    automaton.run(Buffer.from("abababab"));
    expect([before > 0, after > before, spent]).toEqual([true, true, after]);
  });

  it("can go on after memory was refused", () => {
    let refuses = false;
    const automaton = new LazyAutomaton(EVEN, () => {
      if (refuses) throw new RangeError("no memory");
    });
    refuses = true;
    expect(() => automaton.run(Buffer.from("a"))).toThrow("no memory");
    refuses = false;
    expect(automaton.run(Buffer.from("aa"))).toBe(true);
  });
});

describe("the automaton of a pattern", () => {
  it.each([
    ["^/a(/|$)", ["/a", "/a/b"], ["/ab", "x/a"]],
    ["(?i)\\bbot\\b", ["a Bot", "bot"], ["robot", "bots"]],
    ["(?m)^b$", ["a\nb\nc"], ["ab"]],
    ["", [""], []],
  ])("accepts the texts in which %s matches", (pattern, matching, others) => {
    const automaton = compileAutomaton(pattern, () => undefined);
    const results = [...matching, ...others].map((text) => automaton?.run(Buffer.from(text)));
    expect(results).toEqual([...matching.map(() => true), ...others.map(() => false)]);
  });

  it("does not exist for looks at characters", () => {
    expect(compileAutomaton("(?u)\\bé", () => undefined)).toBeUndefined();
  });
});

describe("a search that needs more states than the cache has room for", () => {
  it("still finds what matches", () => {
    const matches = compileRegex("(a|b)*a(a|b){20}$");
    let seed = 1;
    const texts = Array.from({ length: 60 }, () =>
      Array.from({ length: 3000 }, () => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return seed < 1073741824 ? "a" : "b";
      }).join(""),
    );
    expect(texts.map((text) => matches(Buffer.from(text)))).toEqual(
      texts.map((text) => text.at(-21) === "a"),
    );
  });
});
