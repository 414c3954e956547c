/** The resources with rules, and the kind of the ruleset that each manages. */
export const RULESET_KINDS = {
  AccountEntrypointRuleset: "root",
  Ruleset: "custom",
  ZoneEntrypointRuleset: "zone",
} as const;
