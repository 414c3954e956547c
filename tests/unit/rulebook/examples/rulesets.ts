import type { Example } from "./example";

/** Rulesets where there are none of their phase. */
export const PLACES: Readonly<Record<string, Pick<Example, "at" | "message">>> = {
  "phase-level": {
    at: { phase: "http_request_redirect", kind: "zone" },
    message:
      'must be a phase of a zone, found "http_request_redirect", which only an account has; use AccountEntrypointRuleset',
  },
  "custom-ruleset-phase": {
    at: { phase: "http_request_transform", kind: "custom" },
    message:
      "no documentation mentions custom rulesets of an account in the phase http_request_transform; the API may refuse this one",
  },
};

const EXECUTE = {
  action: "execute",
  action_parameters: { id: "efb7b8c949ac4650a09736fc376e9aee" },
  expression: "true",
};
export const EXECUTED_TWICE = {
  rules: [EXECUTE, { ...EXECUTE, expression: "ssl" }],
  message:
    "executes Cloudflare Managed Ruleset again, as rules[0] does; a zone executes a managed ruleset once, so join both rules",
};
