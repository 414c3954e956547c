import type { RuleContext } from "../../../../provider/rulebook";

/** A rule that breaks exactly one constraint, and how the book says so. Everything is literal. */
export interface Example {
  readonly at: Omit<RuleContext, "nameOf">;
  readonly rule: Readonly<Record<string, unknown>>;
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The API's code and text, if public. */
  readonly code?: number;
  readonly refusal?: string;
}

export const CUSTOM = { phase: "http_request_firewall_custom", kind: "zone" } as const;
export const MANAGED = { phase: "http_request_firewall_managed", kind: "zone" } as const;
export const LIMITS = { phase: "http_ratelimit", kind: "zone" } as const;
export const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
