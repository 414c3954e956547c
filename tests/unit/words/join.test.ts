import { firstWords, joinAnd, joinFirst, joinOr, joinQuotedOr } from "../../../provider/words";

describe("joinAnd and joinOr", () => {
  it.each([
    { words: [], and: "", or: "" },
    { words: ["a"], and: "a", or: "a" },
    { words: ["a", "b"], and: "a and b", or: "a or b" },
    { words: ["a", "b", "c"], and: "a, b and c", or: "a, b or c" },
  ])("join $words.length words as a sentence does", ({ words, and, or }) => {
    expect([joinAnd(words), joinOr(words)]).toEqual([and, or]);
  });

  it("write words in quotation marks on request", () => {
    expect(joinQuotedOr(["a", 'b"', "c"])).toBe('"a", "b\\"" or "c"');
  });
});

describe("joinFirst", () => {
  it("counts the words that it leaves out", () => {
    expect(joinFirst(["a", "b", "c", "d"], 2)).toBe("a, b and 2 more");
    expect(joinFirst(["a", "b", "c"], 1, (count) => `${count} others`)).toBe("a and 2 others");
  });

  it("separates words by commas if it leaves out none", () => {
    expect(joinFirst(["a", "b"], 2)).toBe("a, b");
  });
});

describe("firstWords", () => {
  it("ends with a word that counts the rest", () => {
    expect(firstWords(["a", "b", "c"], 2)).toEqual(["a", "b", "1 more"]);
    expect(firstWords(["a", "b"], 2)).toEqual(["a", "b"]);
  });
});
