import type { Rule, Ruleset } from "../../../../provider/api";
import { planEntrypoint, type EntrypointInput, type RuleState } from "../../../../provider/rulesets";

export const CUSTOM = "http_request_firewall_custom";
export const MANAGED = "http_request_firewall_managed";

export const rule = (ref: string, over: Partial<RuleState> = {}): RuleState => ({
  ref,
  action: "block",
  expression: "ssl",
  ...over,
});
export const live = (rules: Partial<Rule>[], over: Partial<Ruleset> = {}): Ruleset => ({
  id: "ruleset",
  name: "default",
  kind: "zone",
  version: "3",
  phase: CUSTOM,
  description: "",
  rules: rules.map(({ ref = "", ...rest }) => ({
    id: `id-${ref}`,
    ref,
    version: "1",
    action: "block",
    expression: "ssl",
    enabled: true,
    last_updated: "2030-01-01T00:00:00.000001Z",
    ...rest,
  })),
  ...over,
});
export const inputOf = (over: Partial<EntrypointInput>): EntrypointInput => ({
  live: undefined,
  phase: CUSTOM,
  rules: [],
  ours: new Set(),
  ownership: "shared",
  kind: "zone",
  ...over,
});
export const plan = (over: Partial<EntrypointInput>) => planEntrypoint(inputOf(over));
