import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const DDOS = "4d21379b4f9f4bb088e0729962c8b3cf";
const SENSITIVE = "e22d83c647c64a3eae91b71b499d988e";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const UNKNOWN_RULE = "00000000000000000000000000000001";

const config = (
  title: string,
  args: Readonly<Record<string, unknown>>,
  property: string,
  remedy: RegExp,
): FaultyProgram => ({
  title,
  program: (edge, { zones }) => {
    const complete = { zoneId: zones.enterprise, paranoiaLevel: 2, scoreThreshold: 40, ...args };
    return new edge.OwaspConfig("owasp", complete);
  },
  property,
  remedy,
});

const overrides = (
  title: string,
  id: string,
  given: unknown,
  property: string,
  remedy: RegExp,
  phase = "http_request_firewall_managed",
): FaultyProgram => ({
  title,
  program: inZone(phase, [
    { action: "execute", expression: "true", actionParameters: { id, overrides: given } },
  ]),
  property: `rules[0].actionParameters.overrides${property}`,
  remedy,
});

/** The OWASP ruleset, and overrides of managed rulesets. */
export const owasp: readonly FaultyProgram[] = [
  {
    ...config("a condition that is false", { expression: "false" }, "expression", /never|enabled: false/),
    as: "warning",
  },
  {
    ...config("a condition that nothing meets", { expression: "ssl and not ssl" }, "expression", /never/),
    as: "warning",
  },
  {
    title: "a deployment of OWASP that is never executed",
    program: inZone("http_request_firewall_managed", [
      { action: "execute", expression: "false", actionParameters: { id: OWASP } },
    ]),
    property: "rules[0].expression",
    remedy: /never|enabled: false/,
    as: "warning",
  },
  config("paranoia level 5", { paranoiaLevel: 5 }, "paranoiaLevel", /4/),
  config("a level as text", { paranoiaLevel: "PL2" }, "paranoiaLevel", /1|number/),
  config("a threshold of zero", { scoreThreshold: 0 }, "scoreThreshold", /1|low/),
  config("a threshold by another name", { scoreThreshold: "strict" }, "scoreThreshold", /high/),
  config("an action that scores do not take", { action: "skip" }, "action", /managed_challenge/),
  config(
    "a number that no rule has",
    { rules: [{ number: "999999", enabled: false }] },
    "rules[0]",
    /999999|number/,
  ),
  config(
    "a number as a number",
    { rules: [{ number: 920272, enabled: false }] },
    "rules[0].number",
    /"920272"|string|quotes/,
  ),
  config(
    "a tag that no rule has",
    { rules: [{ tag: "paranoia-level-9", enabled: false }] },
    "rules[0]",
    /paranoia-level-[1-4]/,
  ),
  config(
    "a rule by number and by id",
    { rules: [{ number: "920272", id: UNKNOWN_RULE, enabled: false }] },
    "rules[0]",
    /one of|exactly one|either/,
  ),
  config("a rule that nothing changes", { rules: [{ number: "920272" }] }, "rules[0]", /enabled|action/),
  config(
    "the scoring rule switched off",
    { rules: [{ id: SCORING, enabled: false }] },
    "rules[0]",
    /scoreThreshold|action|scor/i,
  ),
  config(
    "a ruleset that is not there",
    { rulesetName: "OWASP" },
    "rulesetName",
    /Cloudflare OWASP Core Ruleset/,
  ),
  config(
    "a ruleset without scores",
    { rulesetName: "Cloudflare Managed Ruleset" },
    "rulesetName",
    /Cloudflare OWASP Core Ruleset|score/,
  ),
  {
    ...overrides(
      "a rule that the ruleset does not have",
      MANAGED,
      { rules: [{ id: UNKNOWN_RULE, enabled: false }] },
      ".rules[0].id",
      /5de7edfa648c4d6891dc3e7f84534ffa|no rule|rule of|ids/,
    ),
    as: "warning",
  },
  {
    ...overrides(
      "a category that the ruleset does not have",
      MANAGED,
      { categories: [{ category: "wordpres", action: "block" }] },
      ".categories[0].category",
      /wordpress/,
    ),
    as: "warning",
  },
  {
    ...overrides(
      "a threshold of another rule",
      OWASP,
      { rules: [{ id: "04116d14d7524986ba314d11c8a41e11", scoreThreshold: 40 }] },
      ".rules[0].scoreThreshold",
      /6179ae15870a4bb7b2d480d4843b323c|scor/,
    ),
    as: "warning",
  },
  overrides(
    "a sensitivity outside DDoS",
    MANAGED,
    { sensitivityLevel: "low" },
    ".sensitivityLevel",
    /ddos|DDoS/,
  ),
  overrides(
    "an unknown sensitivity",
    DDOS,
    { sensitivityLevel: "high" },
    ".sensitivityLevel",
    /default|medium/,
    "ddos_l7",
  ),
  overrides(
    "an action that DDoS rules do not take",
    DDOS,
    { action: "js_challenge" },
    ".action",
    /managed_challenge|block/,
    "ddos_l7",
  ),
  {
    ...overrides(
      "DDoS rules switched off",
      DDOS,
      { enabled: false },
      ".enabled",
      /sensitivityLevel|eoff|no effect|nothing/,
      "ddos_l7",
    ),
    as: "warning",
  },
  overrides(
    "a block by sensitive data",
    SENSITIVE,
    { action: "block" },
    ".action",
    /log|enabled/,
    "http_response_firewall_managed",
  ),
  overrides(
    "an override that changes nothing",
    MANAGED,
    { rules: [{ id: "5de7edfa648c4d6891dc3e7f84534ffa" }] },
    ".rules[0]",
    /action|enabled/,
  ),
  overrides("no rules in the list", MANAGED, { rules: [] }, ".rules", /at least one|empty/),
  {
    ...overrides(
      "the action of OWASP on the ruleset",
      OWASP,
      { action: "log" },
      "",
      /6179ae15870a4bb7b2d480d4843b323c|scoring|last rule|OwaspConfig/,
    ),
    as: "warning",
  },
  {
    ...overrides(
      "the same rule twice",
      MANAGED,
      {
        rules: [
          { id: "5de7edfa648c4d6891dc3e7f84534ffa", enabled: false },
          { id: "5de7edfa648c4d6891dc3e7f84534ffa", enabled: true },
        ],
      },
      ".rules[1]",
      /once|rules\[0\]|already|twice/,
    ),
    as: "warning",
  },
];
