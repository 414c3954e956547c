/** The plans of zones in ascending order: each plan includes the features of those before it. */
export const ZONE_PLANS = ["free", "pro", "business", "enterprise"] as const;
export type ZonePlan = (typeof ZONE_PLANS)[number];

/** The ids of the plans, which answers about zones have as `plan.id`. */
export const PLAN_IDS: Readonly<Record<ZonePlan, string>> = {
  free: "0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
  pro: "a577b510288e82b26486fd1df47000ec",
  business: "1ac039f6c29b691475c3d74fe588d1ae",
  enterprise: "94f3b7b768b0458b56d2cac4fe5ec0f9",
};
