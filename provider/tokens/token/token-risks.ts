import type { Policy, Token } from "../../api/wire";
import { makesTokens } from "../check/token-making";

/** The risks of a token, the worst first. */
export const TOKEN_RISKS = [
  "can make tokens",
  "reaches all accounts or zones",
  "never ends",
  "usable from anywhere",
  "never used",
] as const;
export type TokenRisk = (typeof TOKEN_RISKS)[number];

export type RiskyToken = Pick<Token, "status" | "policies" | "expires_on" | "condition" | "last_used_on">;

/** Returns the risks of a token, the worst first. A token that is not active has none. */
export function tokenRisks(token: RiskyToken): TokenRisk[] {
  if (token.status !== "active") return [];
  const allowing = token.policies.filter(({ effect }) => effect === "allow");
  const has: Readonly<Record<TokenRisk, boolean>> = {
    "can make tokens": allowing.some(({ permission_groups: groups }) =>
      groups.some(({ id, name }) => makesTokens({ id, ...(name !== undefined && { name }) })),
    ),
    "reaches all accounts or zones": allowing.some(reachesAll),
    "never ends": token.expires_on == null,
    "usable from anywhere": isOpen(token),
    "never used": token.last_used_on == null,
  };
  return TOKEN_RISKS.filter((risk) => has[risk]);
}

/** Compares two tokens for sorting: by their worst risk, then by the next one, and so on; at last by name. */
export function byRisk(a: Token, b: Token): number {
  const [first, second] = [weight(b) - weight(a), a.name < b.name ? -1 : Number(a.name > b.name)];
  return first || second;
}

/** Each risk outweighs the sum of all later ones. */
function weight(token: Token): number {
  return tokenRisks(token).reduce(
    (sum, risk) => sum + 2 ** (TOKEN_RISKS.length - TOKEN_RISKS.indexOf(risk)),
    0,
  );
}

function reachesAll({ resources }: Policy): boolean {
  const keys = Object.entries(resources).flatMap(([key, value]) =>
    value === "*" ? [key] : Object.keys(value),
  );
  return keys.some((key) => key.endsWith(".*"));
}

function isOpen({ condition }: RiskyToken): boolean {
  const networks = (condition?.["request.ip"] ?? condition?.request_ip)?.in ?? [];
  return networks.length === 0 || networks.some((network) => network.endsWith("/0"));
}
