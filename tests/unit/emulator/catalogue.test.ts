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
      "Cloudflare L3/4 DDoS Ruleset": "3b64149bfa6e4220bbbc2bd6db589552",
      "Cloudflare Normalization Ruleset": "70339d97bdb34195bbf054b1ebe81f76",
    });
  });

  it.each([
    [
      "efb7b8c949ac4650a09736fc376e9aee",
      ["5de7edfa648c4d6891dc3e7f84534ffa", "e3a567afc347477d9702d9047e97d760"],
    ],
    [
      "4814384a9e5d4991b9815dcfc25d2f1f",
      [
        "6179ae15870a4bb7b2d480d4843b323c",
        "04116d14d7524986ba314d11c8a41e11",
        "55b58c71f653446fa0942cf7700f8c8e",
        "7683285d70b14023ac407b67eccbb280",
      ],
    ],
    [
      "4d21379b4f9f4bb088e0729962c8b3cf",
      [
        "fdfdac75430c4c47a959592f0aa5e68a",
        "60a48054bbcf4014ac63c44f1712a123",
        "29d170ba2f004cc787b1ac272c9e04e7",
        "dd42da7baabe4e518eaf11c393596a9d",
        "8fc7efb08f984ced8d61b34b254da96a",
      ],
    ],
    [
      "3b64149bfa6e4220bbbc2bd6db589552",
      ["599dab0942ff4898ac1b7797e954e98b", "89bd10e19f974b9ba3784db068c2fd70"],
    ],
    ["70339d97bdb34195bbf054b1ebe81f76", ["78723a9e0c7c4c6dbec5684cb766231d"]],
  ])("has the public rule ids of %s", (id, rules) => {
    const known = latest.find((ruleset) => ruleset.id === id)?.rules.map((rule) => rule.id);
    expect(known).toEqual(expect.arrayContaining(rules));
  });

  it.each([
    ["efb7b8c949ac4650a09736fc376e9aee", "d52aa57408a144afa35e0fd96e3897dc"],
    ["efb7b8c949ac4650a09736fc376e9aee", "062a7840e0cb47f7b36acd2d507ce584"],
    ["4814384a9e5d4991b9815dcfc25d2f1f", "37da7855d2f94f69865365d894a556a4"],
    ["4d21379b4f9f4bb088e0729962c8b3cf", "cc5ac300fbc54ceda2944ca261bc58d5"],
  ])("has a rule of %s that public configurations name: %s", (id, rule) => {
    const known = latest.find((ruleset) => ruleset.id === id)?.rules.map((one) => one.id);
    expect(known).toContain(rule);
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
