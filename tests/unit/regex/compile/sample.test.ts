import { sampleOfPattern } from "../../../../provider/regex";

const textOf = (pattern: string) => {
  const sample = sampleOfPattern(pattern);
  return sample && Buffer.from(sample).toString();
};

describe("the sample of a pattern", () => {
  it.each([
    ["/[.](env|git)(/|$)", "/.env/"],
    ["(?i)^/WP-", "/wp-"],
    ["^/api/v[0-9]+/x*", "/api/v0/"],
    ["a{3}\\d?", "aaa"],
    ["()*", ""],
  ])("of %s is %j: the first branch, as few repetitions as possible, readable bytes", (pattern, sample) => {
    expect(textOf(pattern)).toBe(sample);
  });

  it.each(["[a&&b]", "a{500}"])("of %s does not exist: no byte is possible, or it is too long", (pattern) => {
    expect(textOf(pattern)).toBeUndefined();
  });
});
