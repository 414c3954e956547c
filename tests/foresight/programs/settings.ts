import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

const PARAMETERS = "rules[0].actionParameters";

const config = (title: string, parameters: unknown, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_config_settings", [{ action: "set_config", actionParameters: parameters }]),
  property: `${PARAMETERS}${property}`,
  remedy,
});

const skip = (
  title: string,
  parameters: unknown,
  property: string,
  remedy: RegExp,
  phase = "http_request_firewall_custom",
): FaultyProgram => ({
  title,
  program: inZone(phase, [{ action: "skip", actionParameters: parameters }]),
  property: `${PARAMETERS}${property}`,
  remedy,
});

const MANAGED = "http_request_firewall_managed";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";

/** Settings of a zone by request, and what a rule skips. */
export const settings: readonly FaultyProgram[] = [
  config("no setting", {}, "", /at least one/),
  config("disableApps as false", { disableApps: false }, ".disableApps", /true/),
  config("disableZaraz as false", { disableZaraz: false }, ".disableZaraz", /true/),
  config("a setting as on", { rocketLoader: "on" }, ".rocketLoader", /true or false|boolean/i),
  config("an unknown level of security", { securityLevel: "paranoid" }, ".securityLevel", /under_attack/),
  {
    ...config(
      "a level of security that does nothing any more",
      { securityLevel: "high" },
      ".securityLevel",
      /under_attack|essentially_off/,
    ),
    as: "warning",
  },
  config("an unknown mode of ssl", { ssl: "full_strict" }, ".ssl", /strict/),
  config("a Boolean for polish", { polish: true }, ".polish", /lossless/),
  config(
    "buffering of responses as full",
    { responseBodyBuffering: "full" },
    ".responseBodyBuffering",
    /standard/,
  ),
  config("a misspelt setting", { rocketloader: true }, ".rocketloader", /rocketLoader/),
  config("the name of another setting", { browserIntegrityCheck: true }, ".browserIntegrityCheck", /bic/),
  { ...config("a retired setting", { mirage: true }, ".mirage", /retired|no effect/), as: "warning" },
  skip("a skip of nothing", {}, "", /ruleset|phases|products/),
  skip("a skip without parameters", undefined, "", /ruleset|phases|products/),
  skip("a product in lower case", { products: ["zonelockdown"] }, ".products[0]", /zoneLockdown/),
  skip("a product that is none", { products: ["botFight"] }, ".products[0]", /bic|uaBlock/),
  skip("the phase of DDoS", { phases: ["ddos_l7"] }, ".phases[0]", /http_ratelimit/),
  skip(
    "the phase of the rule itself",
    { phases: ["http_request_firewall_custom"] },
    ".phases[0]",
    /http_ratelimit|ruleset/,
  ),
  skip("a misspelt phase", { phases: ["http_rate_limit"] }, ".phases[0]", /http_ratelimit/),
  skip(
    "rulesets in a custom rule",
    { rulesets: [OWASP] },
    ".rulesets",
    /http_request_firewall_managed|phases/,
  ),
  skip(
    "rules in a custom rule",
    { rules: { [OWASP]: [OWASP] } },
    ".rules",
    /http_request_firewall_managed|phases/,
  ),
  skip("ruleset as an id", { ruleset: OWASP }, ".ruleset", /current/, MANAGED),
  skip("ruleset and rulesets", { ruleset: "current", rulesets: [OWASP] }, "", /ruleset/, MANAGED),
  skip(
    "phases and rulesets",
    { phases: ["http_ratelimit"], rulesets: [OWASP] },
    "",
    /rulesets|phases/,
    MANAGED,
  ),
  skip("a product as text", { products: "waf" }, ".products", /list|array/),
  skip("a ruleset by name", { rulesets: ["OWASP"] }, ".rulesets[0]", /hex|id/, MANAGED),
  skip(
    "bot fighting from the managed phase",
    { phases: ["http_request_sbfm"] },
    ".phases",
    /ruleset|http_request_firewall_custom|rulesets/,
    MANAGED,
  ),
  skip("no phases in the list", { phases: [] }, ".phases", /at least one|empty|http_ratelimit/),
];
