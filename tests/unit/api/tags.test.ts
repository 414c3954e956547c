import fc from "fast-check";
import { fitsTagFilter, isTagKey, parseTagFilter } from "../../../provider/api";

const fits = (condition: string, tags: Record<string, string>) => {
  const filter = parseTagFilter(condition);
  return filter && fitsTagFilter(tags, filter);
};

const PRODUCTION = { environment: "production", region: "us", empty: "" };

describe("a condition on tags", () => {
  it.each([
    ["environment", true],
    ["Environment", false],
    ["toString", false],
    ["empty", true],
    ["environment=production", true],
    ["environment=Production", false],
    ["environment=staging,production", true],
    ["environment=staging,test", false],
    ["environment=", false],
    ["empty=", true],
    ["!archived", true],
    ["!environment", false],
    ["region!=us", false],
    ["region!=eu", true],
    ["region!=eu,us", false],
    ["archived!=yes", true],
  ])("%s", (condition, expected) => {
    expect(fits(condition, PRODUCTION)).toBe(expected);
  });

  it.each(["", "!", "=production", "a key", "team@work=x", "!region=eu", "!region!=eu", "a b=c"])(
    "cannot be %j",
    (condition) => {
      expect(parseTagFilter(condition)).toBeUndefined();
    },
  );

  const key = fc.string({ unit: fc.constantFrom("a", "ü", "7", "_", ".", "-"), minLength: 1, maxLength: 3 });
  const value = fc.string({ maxLength: 3 }).filter((text) => !text.includes(","));

  it("is the opposite of its negation, for all tags", () => {
    fc.assert(
      fc.property(key, value, fc.dictionary(key, value), (name, wanted, tags) => {
        expect(isTagKey(name)).toBe(true);
        expect(fits(`!${name}`, tags)).toBe(!fits(name, tags));
        expect(fits(`${name}!=${wanted}`, tags)).toBe(!fits(`${name}=${wanted}`, tags));
      }),
    );
  });
});
