import { isMembers, isUnknown, KNOWN_GROUPS_BY_ID, type Members, type Policy } from "../../provider/api";
import {
  makesTokens,
  type PermissionGroupState,
  type PolicyState,
  shortenKey,
  type TokenRisk,
  tokenRisks,
  valueEnds,
} from "../../provider/tokens";
import type { TokenUser } from "../documents/planned-change";
import type { ReviewedToken } from "../model/reviewed";
import type { AccessCell, Operation, Shown, TokenReview } from "./review";
import { laterOf, settingChanges, type Settings, shownOrNull, subjectOf } from "./shown";

/** Describes the change of a token. At least one of `before` and `after` is set. */
export function reviewToken(
  operation: Operation,
  before: ReviewedToken | undefined,
  after: ReviewedToken | undefined,
  {
    now = new Date(),
    mayUse = [],
    isOldKept = false,
  }: {
    readonly now?: Date;
    readonly mayUse?: readonly TokenUser[];
    /** Whether the old token of a replacement stays valid. */
    readonly isOldKept?: boolean;
  } = {},
): TokenReview {
  const shown = laterOf(before, after);
  const access = compareAccess(before, after);
  return {
    ...subjectOf(shown),
    operation,
    name: shown.token.name === "" ? null : shownOrNull(shown.token.name, shown.isSecret("name")),
    access,
    isPartlyUnknown: shown.isPartlyUnknown,
    settings: settingChanges(before && settingsOf(before), after && settingsOf(after), shown),
    ends: isOldKept
      ? []
      : valueEnds({
          olds: before?.lifetime,
          news: after?.lifetime,
          isReplaced: operation === "replace",
          now,
        }),
    mayUse: [...mayUse],
    risks: riskChanges(before, after),
    texts: inWords(operation, access, isOldKept),
  };
}

/** Returns the risks of a declared token. Whether it is ever used is not known here. */
function risksOf({ token, rotates }: ReviewedToken): TokenRisk[] {
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

function settingsOf({ token, place, lifetime, isSecret }: ReviewedToken): Settings {
  const { rotation } = lifetime;
  const every = isMembers(rotation) ? rotation["every"] : rotation;
  const overlap = isMembers(rotation) ? rotation["overlap"] : rotation;
  const own = (name: string) => shownOrNull(lifetime[name], isSecret(name));
  return {
    // A user owns a token without an account.
    account_id: shownOrNull(place.level === "account" ? place.id : undefined, isSecret("accountId")),
    name: shownOrNull(token.name, isSecret("name")),
    expires_on: shownOrNull(token.expiresOn, isSecret("expiresOn")),
    not_before: shownOrNull(token.notBefore, isSecret("notBefore")),
    status: shownOrNull(token.status ?? "active", isSecret("status")),
    "condition.requestIp.in": networks(token.condition?.requestIp.in, isSecret("condition")),
    "condition.requestIp.notIn": networks(token.condition?.requestIp.notIn, isSecret("condition")),
    "rotation.every": shownOrNull(every, isSecret("rotation")),
    "rotation.overlap": shownOrNull(overlap, isSecret("rotation")),
    rotation_trigger: own("rotationTrigger"),
    adopt: own("adopt"),
    keep_value: own("keepValue"),
    warn_before: own("warnBefore"),
    allow_token_making: own("allowTokenMaking"),
    connection: own("connection"),
  };
}

function networks(list: readonly string[] | undefined, isSecret: boolean): Shown | null {
  if (list?.some(isUnknown)) return { hidden: isSecret ? "secret" : "unknown" };
  return shownOrNull(list?.join(", "), isSecret);
}

function inWords(operation: Operation, access: readonly AccessCell[], isOldKept: boolean): string[] {
  const replaced =
    operation === "replace"
      ? [
          `The token is replaced: its value changes, and ${isOldKept ? "the old value stays valid" : "what uses the old value stops working"}.`,
        ]
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

/** Compares what a token may do before and after a change, as a matrix of permission groups and resources, row by row. */
function compareAccess(before: ReviewedToken | undefined, after: ReviewedToken | undefined): AccessCell[] {
  const [from, to] = [cellsOf(before), cellsOf(after)];
  const keys = [...new Set([...to.keys(), ...from.keys()])];
  const cells = keys.flatMap((key): AccessCell[] => {
    const cell = to.get(key) ?? from.get(key);
    const change = !from.has(key) ? "gained" : to.has(key) ? "kept" : "lost";
    return cell ? [{ ...cell, change }] : [];
  });
  const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return cells.sort((a, b) => byText(a.group, b.group) || byText(a.on, b.on) || byText(a.effect, b.effect));
}

type Cell = Omit<AccessCell, "change">;

function cellsOf(token: ReviewedToken | undefined): Map<string, Cell> {
  const policies = token?.token.policies ?? [];
  const cells = policies.flatMap((policy, index) =>
    policy.permissionGroups.flatMap((group, g) =>
      keysOf(policy).map((on): Cell => {
        const effect = policy.effect ?? "allow";
        const isSecret = token?.isSecret(`policies[${index}].permissionGroups[${g}]`) ?? false;
        const name = isSecret ? "(secret)" : nameOf(group);
        return { group: name, on, effect, risk: effect === "deny" ? null : riskOf(group, on) };
      }),
    ),
  );
  return new Map(cells.map((cell) => [JSON.stringify([cell.group, cell.on, cell.effect]), cell]));
}

/** Returns the short keys of a policy: `zone.<id>`, or `zone.* of account.<id>` for all zones of an account. */
function keysOf({ resources }: PolicyState): string[] {
  // Nothing has validated the resources of another tool's token.
  const values: unknown = resources;
  if (!isMembers(values)) return ["(unknown)"];
  const keys = Object.entries(values).flatMap(([key, value]) =>
    isMembers(value)
      ? Object.keys(value).map((inner) => `${nameOfKey(inner)} of ${nameOfKey(key)}`)
      : [nameOfKey(key)],
  );
  return keys.length === 0 ? ["(unknown)"] : keys;
}

function nameOfKey(key: string): string {
  return isUnknown(key) ? "(unknown)" : shortenKey(key);
}

/** Returns the name of a group. A published id has one name; a name that is in several scopes keeps its scope. */
function nameOf({ id, name, scope }: PermissionGroupState): string {
  const known = id === undefined ? undefined : KNOWN_GROUPS_BY_ID.get(id)?.name;
  const shown = name ?? known ?? id ?? "(unknown)";
  if (isUnknown(shown)) return "(unknown)";
  return scope === undefined || isUnknown(scope) ? shown : `${shown} (${scope})`;
}

function riskOf(group: PermissionGroupState, on: string): string | null {
  if (makesTokens(group)) return "can make tokens";
  return /^(zone|account|bucket)\.\*$/.test(on) ? "reaches all accounts or zones" : null;
}
