/** The day of the vendor's changelog up to which the fields and functions of this package follow the service. */
export const LANGUAGE_DATE = "2026-10-09";

/** Where the fields and functions are documented that name no other source. */
export const REFERENCE = "developers docs, ruleset-engine/rules-language";

/** What is known of a field or function besides its type. */
export interface Documented {
  /** The day on which it appeared, if that was after 2026-07-21. */
  readonly since?: string;
  /** The smallest plan that includes it. Default: all plans. */
  readonly plan?: "pro" | "business" | "enterprise";
  /** Where it is documented. Default: `REFERENCE`. */
  readonly source?: string;
}
