import { z } from "zod";
import type * as Wire from "./wire";

/** An action that an override can give to a managed rule, including the last OWASP rule. */
export const ManagedAction = z.enum(["block", "challenge", "js_challenge", "managed_challenge", "log"]);
export type ManagedAction = Wire.ManagedAction;

const Sensitivity = z.enum(["default", "medium", "low", "eoff"]);

/** An override of all managed rules with a tag. If a rule has several of the listed tags, the last one wins. */
export const CategoryOverride = z.strictObject({
  category: z.string().min(1),
  action: z.string().min(1).optional(),
  enabled: z.boolean().optional(),
  sensitivity_level: Sensitivity.optional(),
});
export type CategoryOverride = Wire.CategoryOverride;

/** An override of one managed rule. It takes precedence over category overrides. */
export const RuleOverride = z.strictObject({
  id: z.string().min(1),
  action: z.string().min(1).optional(),
  enabled: z.boolean().optional(),
  score_threshold: z.int().min(1).optional(),
  sensitivity_level: Sensitivity.optional(),
});
export type RuleOverride = Wire.RuleOverride;

/** The overrides of a rule that executes a managed ruleset. The members at the top apply to all of its rules. */
export const Overrides = z.strictObject({
  action: z.string().min(1).optional(),
  enabled: z.boolean().optional(),
  sensitivity_level: Sensitivity.optional(),
  categories: z.array(CategoryOverride).min(1).optional(),
  rules: z.array(RuleOverride).min(1).optional(),
});
export type Overrides = Wire.Overrides;
