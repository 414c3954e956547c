import { KNOWN_PERMISSION_GROUPS, isMembers, isUnknown, type Token } from "../../provider/api";
import { tokenRisks, type PolicyState, type TokenRisk } from "../../provider/tokens";
import type { ReviewedToken } from "../model/reviewed";
import type { AccessCell, MemberChange, Operation, TokenReview } from "./review";
import { authorPath, shownOrNull, subjectOf } from "./shown";
import { compareAccess } from "./token-access";

const IDS = new Map(KNOWN_PERMISSION_GROUPS.map(({ id, name }) => [name, id]));

/** Describes the change of a token. */
export function reviewToken(
  operation: Operation,
  before: ReviewedToken | undefined,
  after: ReviewedToken | undefined,
): TokenReview {
  const shown = after ?? before;
  if (!shown) throw new Error("A change has a resource before or after it.");
  const access = compareAccess(before, after);
  return {
    ...subjectOf(shown),
    operation,
    name: shown.token.name === "" ? null : shownOrNull(shown.token.name, shown.isSecret("name")),
    access,
    isPartlyUnknown: shown.isPartlyUnknown,
    settings: before && after ? settingChanges(before, after) : [],
    risks: riskChanges(before, after),
    texts: inWords(operation, access),
  };
}

/** Returns the risks of a declared token. Whether it is ever used is not known here. */
export function risksOf({ token, rotates }: ReviewedToken): TokenRisk[] {
  const { condition, expiresOn, status = "active", policies } = token;
  const live = {
    status,
    policies: policies.map(policyOf),
    expires_on: expiresOn ?? (rotates ? "rotates" : undefined),
    condition: condition && { request_ip: condition.requestIp },
    last_used_on: "unknown",
  };
  // The risks depend on these members only.
  return tokenRisks(live as unknown as Token);
}

/** Groups are recognised by id, and programs name them. Nothing has validated the resources. */
function policyOf({ effect = "allow", resources, permissionGroups }: PolicyState): object {
  const values: unknown = resources;
  const keys = isMembers(values) ? Object.entries(values) : [];
  return {
    effect,
    resources: Object.fromEntries(keys.map(([key, value]) => [key, isMembers(value) ? value : "*"])),
    permission_groups: permissionGroups.map(({ id, name }) => ({ id: id ?? IDS.get(name ?? "") ?? "" })),
  };
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

function settingChanges(before: ReviewedToken, after: ReviewedToken): MemberChange[] {
  const settings = ({ token, rotates, isSecret }: ReviewedToken) => ({
    name: shownOrNull(token.name, isSecret("name")),
    expires_on: shownOrNull(token.expiresOn, isSecret("expiresOn")),
    not_before: shownOrNull(token.notBefore, isSecret("notBefore")),
    status: shownOrNull(token.status ?? "active", isSecret("status")),
    "condition.requestIp.in": networks(token.condition?.requestIp.in, isSecret("condition")),
    "condition.requestIp.notIn": networks(token.condition?.requestIp.notIn, isSecret("condition")),
    rotation: shownOrNull(rotates ? "on" : undefined),
  });
  const [from, to]: Readonly<Record<string, MemberChange["before"]>>[] = [settings(before), settings(after)];
  return Object.keys(to ?? {})
    .map((name) => ({ name, earlier: from?.[name] ?? null, later: to?.[name] ?? null }))
    .filter(({ earlier, later }) => JSON.stringify(earlier) !== JSON.stringify(later))
    .map(({ name, earlier, later }) => ({
      member: authorPath(name, after),
      before: earlier,
      after: later,
      segments: null,
    }));
}

function networks(list: readonly string[] | undefined, isSecret: boolean): MemberChange["before"] {
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
