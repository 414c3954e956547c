/** The security products that a rule can skip. */
export const SKIP_PRODUCTS = [
  "bic",
  "hot",
  "rateLimit",
  "securityLevel",
  "uaBlock",
  "waf",
  "zoneLockdown",
] as const;
