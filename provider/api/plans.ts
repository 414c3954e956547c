/** The plans of zones in ascending order: each plan includes the features of those before it. */
export const ZONE_PLANS = ["free", "pro", "business", "enterprise"] as const;
export type ZonePlan = (typeof ZONE_PLANS)[number];
