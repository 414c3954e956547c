import { keccak256 } from "../../../emulator/gateway/methods";

describe("keccak256", () => {
  it.each([
    ["", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"],
    ["hello world", "47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad"],
    ["testing", "5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02"],
  ])("of '%s'", (text, digest) => {
    expect(keccak256(Buffer.from(text))).toBe(digest);
  });

  it("adds a padding block to a message that fills its last block", () => {
    const digests = [135, 136, 137].map((length) => keccak256(Buffer.alloc(length, 97)));
    expect(digests).toEqual([
      "34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446",
      "a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e",
      "d869f639c7046b4929fc92a4d988a8b22c55fbadb802c0c66ebcd484f1915f39",
    ]);
  });
});
