/**
 * In ascending order: each plan includes the features of those before it. The language does not depend on `provider/api`, which has
 * the same list; the rule book compiles only if both agree.
 */
export const FILTER_PLANS = ["free", "pro", "business", "enterprise"] as const;
export type FilterPlan = (typeof FILTER_PLANS)[number];
