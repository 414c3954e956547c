import type { TokenRisk } from "../../provider/tokens";
import type { ReasonId } from "../registry/reasons";
import { counted } from "./counted";
import type { Reason, Severity, TokenReview } from "./review";

/** Risks that give away an account or all zones. The others make a leaked token worse. */
const DANGEROUS_RISKS: readonly string[] = ["can make tokens", "reaches all accounts or zones"];

const RISKS: Readonly<Record<Exclude<TokenRisk, "never used">, ReasonId>> = {
  "can make tokens": "token-can-make-tokens",
  "reaches all accounts or zones": "token-reaches-all-accounts-or-zones",
  "never ends": "token-never-ends",
  "usable from anywhere": "token-usable-from-anywhere",
};

/** Returns why people should look at the change of a token. */
export function tokenReasons(token: TokenReview): Reason[] {
  const { urn, label, operation, access, risks, settings } = token;
  const reason = (id: ReasonId, severity: Severity, text: string, path = ""): Reason => {
    return { id, severity, text: `${label}: ${text}`, urn, path };
  };
  if (operation === "delete")
    return [reason("token-deleted", "review", "the token is deleted: what uses it stops working.")];
  const gains = access.filter(({ change, effect }) => change === (effect === "allow" ? "gained" : "lost"));
  const risky = gains.filter(({ risk }) => risk !== null);
  const gained = risks.filter(({ change }) => change === "gained").map(({ risk }) => risk);
  const plain = gains.filter(({ risk }) => risk === null);
  return [
    ...gained
      .filter((risk) => DANGEROUS_RISKS.includes(risk))
      .map((risk) => reason(idOf(risk), "dangerous", `the token ${risk}.`, "policies")),
    ...risky
      .filter(({ risk }) => risk !== null && !gained.includes(risk))
      .map(({ group, on, risk }) =>
        reason(
          "token-risk-grows",
          "dangerous",
          `the token gains ${group} on ${on}: it ${risk ?? ""}.`,
          "policies",
        ),
      ),
    ...gained
      .filter((risk) => !DANGEROUS_RISKS.includes(risk))
      .map((risk) =>
        reason(
          idOf(risk),
          "review",
          `the token ${risk === "usable from anywhere" ? "is usable from anywhere" : risk}.`,
        ),
      ),
    ...(operation === "replace"
      ? [reason("token-replaced", "review", "the token is replaced: what uses the old value stops working.")]
      : []),
    ...(plain.length > 0
      ? [
          reason(
            "token-gains-access",
            "review",
            `the token gains ${counted(plain.length, "permission")}.`,
            "policies",
          ),
        ]
      : []),
    ...(access.some(({ change, effect }) => change === (effect === "allow" ? "lost" : "gained"))
      ? [
          reason(
            "token-loses-access",
            "low",
            "the token loses permissions that something may use.",
            "policies",
          ),
        ]
      : []),
    ...(token.isPartlyUnknown
      ? [
          reason(
            "unknown-access",
            "review",
            "some of its permissions are known only during the update.",
            "policies",
          ),
        ]
      : []),
    ...(settings.length > 0
      ? [reason("token-settings", "low", `${settings.map(({ member }) => member).join(", ")} changes.`)]
      : []),
  ];
}

function idOf(risk: string): ReasonId {
  // A review has only texts of `tokenRisks`; whether a token is ever used is not known in a review.
  return RISKS[risk as Exclude<TokenRisk, "never used">];
}
