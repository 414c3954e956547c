import { z } from "zod";

/** What a managed rule, or the last OWASP rule, may be made to do. */
export const ManagedAction = z.enum(["block", "challenge", "js_challenge", "managed_challenge", "log"]);
export type ManagedAction = z.infer<typeof ManagedAction>;

const Sensitivity = z.enum(["default", "medium", "low", "eoff"]);

/** All managed rules with this tag. Of several matching categories the last in the list wins. */
export const CategoryOverride = z.strictObject({
  category: z.string().min(1),
  action: z.string().min(1).optional(),
  enabled: z.boolean().optional(),
  sensitivity_level: Sensitivity.optional(),
});
export type CategoryOverride = z.infer<typeof CategoryOverride>;

/** One managed rule; wins over categories. */
export const RuleOverride = z.strictObject({
  id: z.string().min(1),
  action: z.string().min(1).optional(),
  enabled: z.boolean().optional(),
  score_threshold: z.int().min(1).optional(),
  sensitivity_level: Sensitivity.optional(),
});
export type RuleOverride = z.infer<typeof RuleOverride>;

export const Overrides = z.strictObject({
  action: z.string().min(1).optional(),
  enabled: z.boolean().optional(),
  sensitivity_level: Sensitivity.optional(),
  categories: z.array(CategoryOverride).min(1).optional(),
  rules: z.array(RuleOverride).min(1).optional(),
});
export type Overrides = z.infer<typeof Overrides>;
