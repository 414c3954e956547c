/** An action that an override can give to a managed rule, including the last OWASP rule. */
export type ManagedAction = "block" | "challenge" | "js_challenge" | "managed_challenge" | "log";

type Sensitivity = "default" | "medium" | "low" | "eoff";

/** An override of all managed rules with a tag. If a rule has several of the listed tags, the last one wins. */
export type CategoryOverride = {
  category: string;
  action?: string | undefined;
  enabled?: boolean | undefined;
  sensitivity_level?: Sensitivity | undefined;
};

/** An override of one managed rule. It takes precedence over category overrides. */
export type RuleOverride = {
  id: string;
  action?: string | undefined;
  enabled?: boolean | undefined;
  score_threshold?: number | undefined;
  sensitivity_level?: Sensitivity | undefined;
};

/** The overrides of a rule that executes a managed ruleset. The members at the top apply to all of its rules. */
export type Overrides = {
  action?: string | undefined;
  enabled?: boolean | undefined;
  sensitivity_level?: Sensitivity | undefined;
  categories?: CategoryOverride[] | undefined;
  rules?: RuleOverride[] | undefined;
};
