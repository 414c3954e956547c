import fc from "fast-check";
import { codeOf, parseMark, type Mark } from "../../../../provider/marks";
import {
  derivedTokenName,
  generationName,
  isDerivedName,
  markInTokenName,
  unmarkedTokenName,
} from "../../../../provider/tokens";

const MARK: Mark = {
  owner: "",
  stack: "a1b2c3d4e5f6",
  resource: "0123456789ab",
  nonce: "k3j9x2y7",
};

test("a derived name begins with the resource's and ends with the code of its mark", () => {
  expect(derivedTokenName("ci", MARK)).toBe(`ci-${codeOf(MARK)}`);
  expect(parseMark(`shop/prod~${codeOf(MARK)}`)).toEqual({ ...MARK, owner: "shop/prod" });
});

test("a derived name is at most 120 characters and proves its resource, whatever the base", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (base) => {
      const name = derivedTokenName(base, MARK);
      expect(name.length).toBeLessThanOrEqual(120);
      expect(isDerivedName(name, MARK)).toBe(true);
      expect(isDerivedName(name, { ...MARK, nonce: "00000000" })).toBe(false);
    }),
  );
});

test("the names of later generations carry the mark of the first", () => {
  const name = generationName(derivedTokenName("ci", MARK), "user/1", 2);
  expect(name).toMatch(new RegExp(`^ci-${codeOf(MARK)}-g2-[0-9a-f]{8}$`));
  expect(markInTokenName(name)).toEqual(MARK);
});

test("a name that the program gives carries no mark", () => {
  expect(markInTokenName("deploy")).toBeUndefined();
  expect(isDerivedName("deploy", MARK)).toBe(false);
});

test("a name of a release without marks is known by the digest of the resource", () => {
  // The first 32 of the 60 bits that the mark has, in hexadecimal digits.
  expect(unmarkedTokenName("ci", MARK)).toBe("ci-00443214");
  expect(unmarkedTokenName("x".repeat(200), MARK)).toHaveLength(120);
});
