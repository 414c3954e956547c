import fc from "fast-check";
import {
  codeOf,
  entrypointName,
  hasCode,
  identityText,
  madeByStack,
  markedName,
  markedRef,
  markInName,
  markText,
  markTextOf,
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

function markFor(identity: Partial<Identity> = {}, nonce = "k3j9x2aa"): Mark {
  const mark = parseMark(markTextOf(identityText({ ...IDENTITY, ...identity }), nonce));
  if (!mark) throw new Error("an identity and a nonce make a mark");
  return mark;
}

test("a mark contains its project and stack, and is the same for the same resource in every run", () => {
  expect(markText(markFor())).toBe(`shop/prod~${codeOf(markFor())}`);
  expect(markText(markFor())).toMatch(/^shop\/prod~[0-9a-v]{24}k3j9x2aa[0-9a-v]{4}$/);
  expect(identityText(IDENTITY)).toBe(identityText({ ...IDENTITY }));
});

test("characters that a ref cannot contain become hyphens, and long names are cut", () => {
  expect(markFor({ project: "käse & co", stack: "x".repeat(90) }).owner).toBe(`k-se---co/${"x".repeat(40)}`);
});

test("parsing a marked ref returns the plain ref and the mark, whatever the ref", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (ref) => {
      expect(parseRef(markedRef(ref, markFor()))).toEqual({ ref, mark: markFor() });
    }),
  );
});

test("parsing a ref without a mark returns the ref", () => {
  for (const ref of ["admin", "admin~v2", "a~b/c~d", "5f2a".repeat(8)])
    expect(parseRef(ref)).toEqual({ ref });
});

test("a derived name keeps to the maximum length and contains its mark", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 0, maxLength: 200 }), (base) => {
      const name = markedName(base, markFor(), 120);
      expect(name.length).toBeLessThanOrEqual(120);
      expect(markInName(name)).toEqual({ ...markFor(), owner: "" });
    }),
  );
  expect(markInName("deploy")).toBeUndefined();
});

test("a mark distinguishes the resource, its other attempts, its siblings and other stacks", () => {
  const own = markFor();
  expect(relationOf(markFor(), own)).toBe("own");
  expect(relationOf(markFor({}, "aaaaaaaa"), own)).toBe("attempt");
  expect(relationOf(markFor({ urn: `${IDENTITY.urn}-2` }), own)).toBe("sibling");
  expect(relationOf(markFor({ stack: "dev" }), own)).toBe("foreign");
  expect(relationOf(markFor({ organization: "acme" }), own)).toBe("foreign");
});

test("edge:owner distinguishes two backends with equal names", () => {
  expect(relationOf(markFor({ owner: "laptop" }), markFor())).toBe("foreign");
  expect(relationOf(markFor({ owner: "laptop" }), markFor({ owner: "laptop" }))).toBe("own");
});

test("the name of an entry point shows which stack created it", () => {
  const name = entrypointName(markFor());
  expect(name).toMatch(/^default~shop\/prod~[0-9a-v]{12}$/);
  expect(madeByStack(name, markFor({ urn: "another" }))).toBe(true);
  expect(madeByStack(name, markFor({ stack: "dev" }))).toBe(false);
  expect(madeByStack("default", markFor())).toBe(false);
});

test("a nonce has eight characters, and a thousand nonces are all different", () => {
  const nonces = Array.from({ length: 1000 }, newNonce);
  expect(new Set(nonces).size).toBe(1000);
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-z]{8}$/);
});

test("the end of a name that a person chose is not a mark", () => {
  for (const name of ["deploy-20261123045100123456", `deploy-${"20261123".repeat(4)}2026`])
    expect(markInName(name)).toBeUndefined();
  const name = markedName("deploy", markFor(), 120);
  const mistyped = name.slice(0, -1) + (name.endsWith("a") ? "b" : "a");
  expect(markInName(mistyped)).toBeUndefined();
});

test("a short mark of earlier versions is valid, but never identifies an attempt", () => {
  const text = "shop/prod~52af9dd21fd33dk3v9q0";
  const short = parseMark(text);
  expect(short).toEqual({ owner: "shop/prod", stack: "52af9d", resource: "d21fd33d", nonce: "k3v9q0" });
  if (!short) return;
  expect(markText(short)).toBe(text);
  expect(parseRef(`admin~${text}`)).toEqual({ ref: "admin", mark: short });
  expect(relationOf(short, short)).toBe("own");
  expect(relationOf(short, markFor())).toBe("foreign");
  expect(hasCode("deploy-52af9dd21fd33dk3v9q0", short)).toBe(true);
  expect(markInName("deploy-52af9dd21fd33dk3v9q0")).toBeUndefined();
});

test("two stacks of one organization whose short digests were equal have different marks", () => {
  const first = markFor({ stack: "pr-125" });
  expect(relationOf(markFor({ stack: "pr-807" }), first)).toBe("foreign");
  // Equal digests alone do not make an owner.
  expect(relationOf({ ...first, owner: "shop/pr-807" }, first)).toBe("foreign");
});
