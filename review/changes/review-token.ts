import { isMembers, isUnknown, type Members, type Policy } from "../../provider/api";
import { tokenRisks, type PolicyState, type TokenRisk } from "../../provider/tokens";
import type { ReviewedToken } from "../model/reviewed";
import { compareAccess } from "./compare-access";
import type { AccessCell, Operation, Shown, TokenReview } from "./review";
import { laterOf, settingChanges, shownOrNull, subjectOf, type Settings } from "./shown";

/** Describes the change of a token. */
export function reviewToken(
  operation: Operation,
  before: ReviewedToken | undefined,
  after: ReviewedToken | undefined,
): TokenReview {
  const shown = laterOf(before, after);
  const access = compareAccess(before, after);
  return {
    ...subjectOf(shown),
    operation,
    name: shown.token.name === "" ? null : shownOrNull(shown.token.name, shown.isSecret("name")),
    access,
    isPartlyUnknown: shown.isPartlyUnknown,
    settings: before && after ? settingChanges(settingsOf(before), settingsOf(after), after) : [],
    risks: riskChanges(before, after),
    texts: inWords(operation, access),
  };
}

/** Returns the risks of a declared token. Whether it is ever used is not known here. */
export function risksOf({ token, rotates }: ReviewedToken): TokenRisk[] {
  const { condition, expiresOn, status = "active", policies } = token;
  return tokenRisks({
    status,
    policies: policies.map(policyOf),
    expires_on: expiresOn ?? (rotates ? "rotates" : undefined),
    condition: condition && { request_ip: { in: condition.requestIp.in } },
    last_used_on: "unknown",
  });
}

/** Nothing has validated the resources. */
function policyOf({ effect = "allow", resources, permissionGroups }: PolicyState): Policy {
  const values: unknown = resources;
  const keys = Object.entries(isMembers(values) ? values : {}).map(
    ([key, value]) => [key, isMembers(value) ? allOf(value) : "*"] as const,
  );
  return {
    effect,
    resources: Object.fromEntries(keys),
    permission_groups: permissionGroups.map(({ id = "", name }) => ({ id, name })),
  };
}

function allOf(zones: Members): Readonly<Record<string, "*">> {
  return Object.fromEntries(Object.keys(zones).map((key) => [key, "*"] as const));
}

function riskChanges(
  before: ReviewedToken | undefined,
  after: ReviewedToken | undefined,
): TokenReview["risks"] {
  const [from, to] = [new Set(before && risksOf(before)), new Set(after && risksOf(after))];
  return [...new Set([...to, ...from])].map((risk) => ({
    risk,
    change: !from.has(risk) ? "gained" : to.has(risk) ? "kept" : "lost",
  }));
}

function settingsOf({ token, place, rotates, isSecret }: ReviewedToken): Settings {
  return {
    // A user owns a token without an account.
    account_id: shownOrNull(place.level === "account" ? place.id : undefined, isSecret("accountId")),
    name: shownOrNull(token.name, isSecret("name")),
    expires_on: shownOrNull(token.expiresOn, isSecret("expiresOn")),
    not_before: shownOrNull(token.notBefore, isSecret("notBefore")),
    status: shownOrNull(token.status ?? "active", isSecret("status")),
    "condition.requestIp.in": networks(token.condition?.requestIp.in, isSecret("condition")),
    "condition.requestIp.notIn": networks(token.condition?.requestIp.notIn, isSecret("condition")),
    rotation: shownOrNull(rotates ? "on" : undefined),
  };
}

function networks(list: readonly string[] | undefined, isSecret: boolean): Shown | null {
  if (list?.some(isUnknown)) return { hidden: isSecret ? "secret" : "unknown" };
  return shownOrNull(list?.join(", "), isSecret);
}

function inWords(operation: Operation, access: readonly AccessCell[]): string[] {
  const replaced =
    operation === "replace"
      ? ["The token is replaced: its value changes, and what uses the old value stops working."]
      : [];
  if (operation === "delete") return ["The token is deleted: what uses it stops working."];
  const say = (verb: string, change: AccessCell["change"], effect: AccessCell["effect"]) =>
    access
      .filter((cell) => cell.change === change && cell.effect === effect)
      .map(({ group, on }) => `${verb} ${group} on ${on}.`);
  return [
    ...replaced,
    ...say("Gains", "gained", "allow"),
    ...say("Loses", "lost", "allow"),
    ...say("Is denied", "gained", "deny"),
    ...say("Is no longer denied", "lost", "deny"),
  ];
}
