import type { Phase } from "../../provider/api";
import { parseFilter, satisfiable } from "../../provider/filter";
import type { InvariantOutcome } from "../../provider/rulesets";
import { joinOr } from "../../provider/words";

/** What the vendor evaluates outside of rulesets. No document has it, and no lookup of this package reads it. */
export const OUTSIDE_VIEW = [
  "ip-access-rules",
  "zone-lockdown",
  "user-agent-blocking",
  "api-shield",
  "bot-protection",
  "ddos-protection",
  "security-level",
  "pending-certificates",
] as const;
export type OutsideView = (typeof OUTSIDE_VIEW)[number];

/** What of it blocks requests by itself. */
const BLOCKING: readonly (readonly [OutsideView, string])[] = [
  ["ip-access-rules", "IP Access rule"],
  ["zone-lockdown", "Zone Lockdown"],
  ["user-agent-blocking", "User Agent Blocking"],
  ["api-shield", "API Shield"],
  ["bot-protection", "bot protection"],
  ["ddos-protection", "DDoS protection"],
];

/** What of it challenges requests by itself. */
const CHALLENGING: readonly (readonly [OutsideView, string])[] = [
  ["ip-access-rules", "IP Access rule"],
  ["user-agent-blocking", "User Agent Blocking"],
  ["bot-protection", "bot protection"],
  ["ddos-protection", "DDoS protection"],
  ["security-level", "Security Level, such as Under Attack mode,"],
];

/** The phases that are off on the paths below while a certificate is pending. */
const OFF_WHILE_PENDING: readonly Phase[] = ["http_request_firewall_custom", "http_request_firewall_managed"];
const VALIDATION_PATHS =
  'starts_with(http.request.uri.path, "/.well-known/pki-validation/") or ' +
  'starts_with(http.request.uri.path, "/.well-known/acme-challenge/")';

/** An invariant as its author writes it. */
interface Question {
  readonly requests: string;
  readonly outcome: InvariantOutcome;
  readonly phase?: Phase | undefined;
}

/**
 * Returns what a proof assumes about what is evaluated outside of rulesets, and what could break the invariant there. `notInUse` is what
 * the author states not to use.
 */
export function outsideAssumptions(
  { requests, outcome, phase }: Question,
  notInUse: readonly OutsideView[],
): string[] {
  const isUsed = (one: OutsideView): boolean => !notInUse.includes(one);
  switch (outcome) {
    // A change of rules changes nothing of the rest.
    case "same as before":
      return [];
    case "not blocked":
    case "not challenged": {
      const [all, stops] = outcome === "not blocked" ? [BLOCKING, "blocks"] : [CHALLENGING, "challenges"];
      const names = all.filter(([one]) => isUsed(one)).map(([, name]) => name);
      // In a phase by itself, only its own rules stop requests.
      return phase === undefined && names.length > 0 ? [`no ${joinOr(names)} ${stops} such requests`] : [];
    }
    case "blocked":
    case "challenged or blocked": {
      const isOff = phase === undefined || OFF_WHILE_PENDING.includes(phase);
      const hasPaths = isOff && isUsed("pending-certificates") && mayHaveValidationPath(requests);
      return [
        ...(isUsed("ip-access-rules") ? ["no IP Access rule allows such requests past the rules"] : []),
        ...(hasPaths
          ? [
              "no certificate is pending, since custom and managed rules are off on its validation paths until then",
            ]
          : []),
      ];
    }
  }
}

function mayHaveValidationPath(requests: string): boolean {
  const both = parseFilter(`(${requests}) and (${VALIDATION_PATHS})`);
  return !both.valid || satisfiable(both.ast).kind !== "no";
}
