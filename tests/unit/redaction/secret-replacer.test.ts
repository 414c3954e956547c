import fc from "fast-check";
import { secretReplacer } from "../../../provider/redaction";

const EXPRESSION = 'any(http.request.headers["x-key"][*] eq "k3y-0f-th3-d00r")';

describe("secrets in a text", () => {
  const replace = secretReplacer([EXPRESSION]);

  it.each([
    ["whole", `found ${EXPRESSION} here`, "found [secret] here"],
    ["as JSON", JSON.stringify({ e: EXPRESSION }), '{"e":"[secret]"}'],
    ["in a URL", `?q=${encodeURIComponent(EXPRESSION)}&n=1`, "?q=[secret]&n=1"],
    ["as a piece", "near k3y-0f-t it ends", "near [secret] it ends"],
    ["as pieces one after another", "k3y-0f-t, h3-d00r, th3-d00r", "[secret], h3-d00r, [secret]"],
  ])("are replaced %s", (_, text, shown) => expect(replace(text)).toBe(shown));

  it("are replaced together with characters that form a piece with [secret]", () => {
    // `] eq "k3` is a piece of the expression.
    const text = 'k3y-0f-th3-d00r eq "k3 and so on';
    expect(replace(text)).toBe("[secret] and so on");
    expect(secretReplacer(["[*] eq [sec", "hidden-text"])("*] eq hidden-text")).toBe("[secret]");
  });

  it("are not replaced if shorter than a piece", () =>
    expect(replace("http.re and k3y-0f-")).toBe("http.re and k3y-0f-"));

  it("of five to seven characters are replaced whole, shorter ones in quotes", () => {
    const short = secretReplacer(["941100", "ssl"]);
    expect(short('ssl of "ssl", 941100 and 94110')).toBe('ssl of "[secret]", [secret] and 94110');
  });

  it("of several lines are replaced line by line", () => {
    const lines = secretReplacer(["ip.src eq 192.0.2.7\n  or host1"]);
    expect(lines("2: or host1\n   ^^")).toBe("2:[secret]\n   ^^");
  });

  it("change nothing if empty", () => {
    expect(secretReplacer([""])("as it is")).toBe("as it is");
    expect(secretReplacer([])("")).toBe("");
  });
});

/** Pieces of a secret among other characters, in plain, JSON-escaped or URL-encoded form. */
const secretWithText = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 60 }),
    // The characters of `[secret]`, so that adjacent text forms a piece with it.
    fc.string({ unit: fc.constantFrom("[", "]", "s", "e", "c", "r", "t", " "), minLength: 8, maxLength: 60 }),
  )
  // A secret that contains `[secret]` cannot be distinguished from the replacement.
  .filter((secret) => !secret.includes("[secret]"))
  .chain((secret) => {
    const piece = fc
      .tuple(fc.nat(secret.length - 8), fc.integer({ min: 8, max: 20 }))
      .map(([at, length]) => secret.slice(at, at + length));
    const part = fc.oneof(
      piece,
      piece.map((text) => JSON.stringify(text).slice(1, -1)),
      piece.map(encodeURIComponent),
      fc.string({ maxLength: 9 }),
      fc.nat(secret.length - 1).map((at) => secret.slice(at, at + 7)),
      fc.constantFrom("[secret]", "[secr", "ret]"),
    );
    return fc.tuple(
      fc.constant(secret),
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join("")),
    );
  });

it("no eight characters of a secret survive in any context", () => {
  fc.assert(
    fc.property(secretWithText, ([secret, text]) => {
      const shown = secretReplacer([secret])(text);
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
        for (let at = 0; at + 8 <= form.length; at += 1) expect(shown).not.toContain(form.slice(at, at + 8));
    }),
    { numRuns: 1_000 },
  );
});

it("a text without eight characters of a secret is unchanged", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-m]{8,40}$/), fc.stringMatching(/^[n-z ]{0,60}$/), (secret, text) => {
      expect(secretReplacer([secret])(text)).toBe(text);
    }),
  );
});
