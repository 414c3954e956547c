import { z } from "zod";
import type * as Wire from "./wire";
import { Kind, Phase } from "./phases";

export const Position = z.union([
  z.strictObject({ before: z.string() }),
  z.strictObject({ after: z.string() }),
  z.strictObject({ index: z.int().min(1) }),
]);
export type Position = Wire.Position;

export const Logging = z.strictObject({ enabled: z.boolean() });

export const RateLimit = z.strictObject({
  characteristics: z.array(z.string().min(1)).min(1),
  period: z.int().min(1),
  requests_per_period: z.int().min(1).optional(),
  mitigation_timeout: z.int().min(0).optional(),
  counting_expression: z.string().optional(),
  requests_to_origin: z.boolean().optional(),
  score_per_period: z.int().min(1).optional(),
  score_response_header_name: z.string().optional(),
});

export const ExposedCredentialCheck = z.strictObject({
  username_expression: z.string().min(1),
  password_expression: z.string().min(1),
});

/** A rule in a request. `ActionParameters` has the schema of `action_parameters` for each action. */
export const RuleWrite = z.strictObject({
  id: z.string().optional(),
  ref: z.string().min(1).optional(),
  action: z.string(),
  action_parameters: z.record(z.string(), z.unknown()).optional(),
  expression: z.string(),
  enabled: z.boolean().optional(),
  description: z.string().optional(),
  logging: Logging.optional(),
  ratelimit: RateLimit.optional(),
  exposed_credential_check: ExposedCredentialCheck.optional(),
});
export type RuleWrite = Wire.RuleWrite;

/** Returns the schema of a rule as a request or a response has it. What only the server writes is not checked. */
export function anyRule() {
  const unchecked = z.unknown().optional();
  return z.strictObject({
    ...RuleWrite.shape,
    version: unchecked,
    last_updated: unchecked,
    categories: unchecked,
    score_threshold: unchecked,
  });
}

export const RuleAdd = z.strictObject({ ...RuleWrite.shape, position: Position.optional() });
export type RuleAdd = Wire.RuleAdd;

export const RulePatch = z.union([z.strictObject({ position: Position }), RuleAdd]);
export type RulePatch = Wire.RulePatch;

export const Rule = z.looseObject({
  id: z.string(),
  version: z.string().optional(),
  ref: z.string().optional(),
  action: z.string().optional(),
  action_parameters: z.record(z.string(), z.unknown()).nullish(),
  expression: z.string().optional(),
  enabled: z.boolean().optional(),
  description: z.string().nullish(),
  categories: z.array(z.string()).nullish(),
  score_threshold: z.int().nullish(),
  logging: z.looseObject({ enabled: z.boolean().optional() }).nullish(),
  ratelimit: z.record(z.string(), z.unknown()).nullish(),
  exposed_credential_check: z.record(z.string(), z.unknown()).nullish(),
  last_updated: z.string().optional(),
});
export type Rule = Wire.Rule;

export const RulesetSummary = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  kind: z.string(),
  version: z.string(),
  phase: z.string(),
  last_updated: z.string().optional(),
  source: z.string().optional(),
});
export type RulesetSummary = Wire.RulesetSummary;

export const Ruleset = z.looseObject({ ...RulesetSummary.shape, rules: z.array(Rule).nullish() });
export type Ruleset = Wire.Ruleset;

export const RulesetCreate = z.strictObject({
  name: z.string().min(1),
  kind: Kind,
  phase: Phase,
  description: z.string().optional(),
  rules: z.array(RuleWrite).optional(),
});
export type RulesetCreate = Wire.RulesetCreate;

export const RulesetReplace = z.strictObject({
  name: z.string().min(1).optional(),
  kind: Kind.optional(),
  phase: Phase.optional(),
  /** Clients send null for what they no longer set. */
  description: z.string().nullish(),
  rules: z.array(RuleWrite).nullish(),
});
export type RulesetReplace = Wire.RulesetReplace;

export const EntrypointReplace = z.strictObject({
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  rules: z.array(RuleWrite).optional(),
});
export type EntrypointReplace = Wire.EntrypointReplace;

/** The query of a write. `dry_run=true` validates the request and stores nothing. */
export const WriteQuery = z.strictObject({ dry_run: z.enum(["true", "false"]).optional() });

/** The body of POST and the query of GET /filters/validate-expr. */
export const ValidateExpression = z.strictObject({ expression: z.string() });
