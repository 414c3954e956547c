import { managedRulesets, OWASP_ID } from "../../../emulator/catalogue";

describe("the managed catalogue", () => {
  const latest = managedRulesets().map((versions) => versions.at(-1)!);

  it("has the names and ids of the hosted API", () => {
    expect(Object.fromEntries(latest.map(({ name, id }) => [name, id]))).toEqual({
      "Cloudflare Managed Ruleset": "efb7b8c949ac4650a09736fc376e9aee",
      "Cloudflare OWASP Core Ruleset": "4814384a9e5d4991b9815dcfc25d2f1f",
      "Cloudflare Exposed Credentials Check Ruleset": "c2e184081120413c86c3ab7e14069605",
      "Cloudflare Managed Free Ruleset": "77454fe2d30c4220b5701f6fdfb893ba",
      "Cloudflare Sensitive Data Detection": "e22d83c647c64a3eae91b71b499d988e",
      "DDoS L7 ruleset": "4d21379b4f9f4bb088e0729962c8b3cf",
      "Cloudflare Normalization Ruleset": "70339d97bdb34195bbf054b1ebe81f76",
    });
  });

  it("gives every rule of a version a unique id and ref", () => {
    for (const { rules } of managedRulesets().flat()) {
      expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
      expect(new Set(rules.map(({ ref }) => ref)).size).toBe(rules.length);
    }
  });

  it("has OWASP rules of every paranoia level, each with one level tag", () => {
    const owasp = latest.find(({ id }) => id === OWASP_ID)!;
    const levels = owasp.rules
      .slice(0, -1)
      .map(({ categories }) => categories?.filter((tag) => tag.startsWith("paranoia-level-")));
    expect(levels.every((tags) => tags?.length === 1)).toBe(true);
    expect(new Set(levels.flat())).toEqual(
      new Set(["paranoia-level-1", "paranoia-level-2", "paranoia-level-3", "paranoia-level-4"]),
    );
  });
});
