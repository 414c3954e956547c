import type { TokenRisk } from "../../provider/tokens";
import { STACK_OUTPUT } from "../documents/planned-change";
import { REASONS, type ReasonId } from "../registry/reasons";
import { about, present } from "./make-reason";
import type { Replacement } from "./replacement-reasons";
import type { Reason, TokenReview } from "./review";
import { counted, firstWords } from "../../provider/words";

/** The users of a token that a reason names. The review of the token names all. */
const MAX_USERS = 5;

/** The reasons for the risks of a token. Whether a token is ever used is not known in a review. */
const RISKS: Readonly<Record<Exclude<TokenRisk, "never used">, ReasonId>> = {
  "can make tokens": "token-can-make-tokens",
  "reaches all accounts or zones": "token-reaches-all-accounts-or-zones",
  "never ends": "token-never-ends",
  "usable from anywhere": "token-usable-from-anywhere",
};

/** Names what may use a token. */
function usersText({ mayUse }: TokenReview): string {
  if (mayUse.length === 0) return "What uses the token is not known.";
  const users = mayUse.map(({ by, path }) => (by === STACK_OUTPUT ? `${by} ${path}` : `${by} (${path})`));
  return `It may be used by: ${firstWords(users, MAX_USERS).join(", ")}.`;
}

/** The permissions of a token that a reason names. The review of the token names all. */
const MAX_CELLS = 5;

/** Names permissions: `Zone Read on zone a.example, Cache Purge on zone a.example`. */
function cellsText(cells: TokenReview["access"]): string {
  const permissions = cells.map(({ group, on }) => `${group} on ${on}`);
  return firstWords(permissions, MAX_CELLS, (rest) => counted(rest, "more permission")).join(", ");
}

/** Returns why people should look at the change of a token. */
export function tokenReasons(token: TokenReview, replacement?: Replacement): Reason[] {
  const { operation, access, risks, settings, ends } = token;
  const reason = about(token);
  const isHarmless = !ends.some(({ isAbrupt }) => isAbrupt);
  const users = usersText(token);
  if (operation === "delete") {
    const text = `the token is deleted: what uses it stops working. ${users}`;
    return [reason("token-deleted", text, "", isHarmless)];
  }
  const gains = access.filter(({ change, effect }) => change === (effect === "allow" ? "gained" : "lost"));
  const losses = access.filter(({ change, effect }) => change === (effect === "allow" ? "lost" : "gained"));
  const gained = risks.filter(({ change }) => change === "gained").map(({ risk }) => risk);
  const plain = gains.filter(({ risk }) => risk === null);
  const riskReasons = gained.map((risk) => {
    // A review has only texts of `tokenRisks`.
    const id = RISKS[risk as keyof typeof RISKS];
    const isGiving = REASONS[id].level === "dangerous";
    const text = `the token ${risk === "usable from anywhere" ? "is usable from anywhere" : risk}.`;
    return reason(id, text, isGiving ? "policies" : "");
  });
  return present([
    ...riskReasons,
    ...gains.map(
      ({ group, on, risk }) =>
        risk !== null &&
        !gained.includes(risk) &&
        reason("token-risk-grows", `the token gains ${group} on ${on}: it ${risk}.`, "policies"),
    ),
    operation === "replace" &&
      reason(
        "token-replaced",
        replacement?.isKept === true
          ? `the token is replaced: its value changes, and the old value stays valid. ${users}`
          : `the token is replaced: what uses the old value stops working. ${users}`,
        "",
        isHarmless,
      ),
    ...(operation === "replace" ? [] : ends).map(({ text, path, isAbrupt }) =>
      reason("token-value-ends", `${text} ${users}`, path, !isAbrupt),
    ),
    plain.length > 0 && reason("token-gains-access", `the token gains ${cellsText(plain)}.`, "policies"),
    losses.length > 0 &&
      reason(
        "token-loses-access",
        `the token loses permissions that something may use: ${cellsText(losses)}.`,
        "policies",
      ),
    token.isPartlyUnknown &&
      reason("unknown-access", "some of its permissions are known only during the update.", "policies"),
    operation !== "create" &&
      settings.length > 0 &&
      reason("token-settings", `${settings.map(({ member }) => member).join(", ")} changes.`),
  ]);
}
