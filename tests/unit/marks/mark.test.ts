import fc from "fast-check";
import {
  codeOf,
  entrypointName,
  identityText,
  madeByStack,
  markedName,
  markedRef,
  markInName,
  markText,
  newNonce,
  parseMark,
  parseRef,
  relationOf,
  type Identity,
  type Mark,
} from "../../../provider/marks";

const IDENTITY: Identity = {
  organization: "organization",
  project: "shop",
  stack: "prod",
  urn: "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/edge:ApiToken::ci",
};

function markFor(identity: Partial<Identity> = {}, nonce = "k3j9x2"): Mark {
  const mark = parseMark(identityText({ ...IDENTITY, ...identity }) + nonce);
  if (!mark) throw new Error("an identity and a nonce make a mark");
  return mark;
}

test("a mark names its project and stack, and is the same text for the same resource at every run", () => {
  expect(markText(markFor())).toBe(`shop/prod~${codeOf(markFor())}`);
  expect(markText(markFor())).toMatch(/^shop\/prod~[0-9a-f]{14}k3j9x2$/);
  expect(identityText(IDENTITY)).toBe(identityText({ ...IDENTITY }));
});

test("names that could not stand in a ref are written with hyphens, and long ones are cut", () => {
  expect(markFor({ project: "käse & co", stack: "x".repeat(90) }).owner).toBe(`k-se---co/${"x".repeat(40)}`);
});

test("a rule's ref and its mark come apart again, whatever the ref", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (ref) => {
      expect(parseRef(markedRef(ref, markFor()))).toEqual({ ref, mark: markFor() });
    }),
  );
});

test("a ref without a mark is taken as it is", () => {
  for (const ref of ["admin", "admin~v2", "a~b/c~d", "5f2a".repeat(8)])
    expect(parseRef(ref)).toEqual({ ref });
});

test("a derived name fits the length and still carries its mark", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 0, maxLength: 200 }), (base) => {
      const name = markedName(base, markFor(), 120);
      expect(name.length).toBeLessThanOrEqual(120);
      expect(markInName(name)).toEqual({ ...markFor(), owner: "" });
    }),
  );
  expect(markInName("deploy")).toBeUndefined();
});

test("a mark tells the resource itself, its other attempts, its siblings and other stacks apart", () => {
  const own = markFor();
  expect(relationOf(markFor(), own)).toBe("own");
  expect(relationOf(markFor({}, "aaaaaa"), own)).toBe("attempt");
  expect(relationOf(markFor({ urn: `${IDENTITY.urn}-2` }), own)).toBe("sibling");
  expect(relationOf(markFor({ stack: "dev" }), own)).toBe("foreign");
  expect(relationOf(markFor({ organization: "acme" }), own)).toBe("foreign");
});

test("edge:owner tells two backends apart whose names are equal", () => {
  expect(relationOf(markFor({ owner: "laptop" }), markFor())).toBe("foreign");
  expect(relationOf(markFor({ owner: "laptop" }), markFor({ owner: "laptop" }))).toBe("own");
});

test("an entry point tells which stack made it", () => {
  const name = entrypointName(markFor());
  expect(name).toMatch(/^default~shop\/prod~[0-9a-f]{6}$/);
  expect(madeByStack(name, markFor({ urn: "another" }))).toBe(true);
  expect(madeByStack(name, markFor({ stack: "dev" }))).toBe(false);
  expect(madeByStack("default", markFor())).toBe(false);
});

test("nonces are six characters, and no two of a thousand are equal", () => {
  const nonces = Array.from({ length: 1000 }, newNonce);
  expect(new Set(nonces).size).toBe(1000);
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-z]{6}$/);
});
