/** In ascending order: each plan includes the features of those before it. */
export const FILTER_PLANS = ["free", "pro", "business", "enterprise"] as const;
export type FilterPlan = (typeof FILTER_PLANS)[number];
