/** Parts of programs whose skip rules concern the rules of other resources. */

export const FIREWALL = "http_request_firewall_custom";
export const LIMITS = "http_ratelimit";
export const MANAGED_PHASE = "http_request_firewall_managed";
export const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
export const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
export const OFFICE = "ip.src in {192.0.2.0/24}";

const LIMIT = {
  characteristics: ["cf.colo.id", "ip.src"],
  period: 60,
  requestsPerPeriod: 10,
  mitigationTimeout: 60,
};

export const block = (expression: unknown) => ({ action: "block", expression });
export const limit = (expression: unknown) => ({ ...block(expression), ratelimit: LIMIT });
export const deploy = (expression: string, id: string) => ({
  action: "execute",
  expression,
  actionParameters: { id },
});
export const skip = (expression: unknown, actionParameters: object) => ({
  action: "skip",
  expression,
  actionParameters,
});
