import { ZONE_PLANS, type ZonePlan } from "../../api/plans";
import { decideAccess, groupTopic, type AccessGroup } from "../access/decide-access";
import type { PermissionGroupState } from "../token/canonical-token";
import type { Policy } from "../../api/wire";

/** A zone that a policy names by its id. `plan` is missing if the API does not tell it. */
export interface NamedZone {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly plan?: ZonePlan | undefined;
}

/** The token of an account that will create the token of a policy. */
export interface CreatingToken {
  readonly name: string;
  readonly policies: readonly Policy[];
  readonly groups: ReadonlyMap<string, AccessGroup>;
  readonly vendor: string;
}

/**
 * The first plan that has what a write group grants on a zone. Reads are answered on every plan, and no page says that the API refuses
 * such a token, so the permission is only without effect.
 */
const FIRST_PLAN: Readonly<Record<string, { readonly plan: ZonePlan; readonly source: string }>> = {
  "Health Checks Write": { plan: "pro", source: "https://developers.cloudflare.com/health-checks/" },
  "Snippets Write": { plan: "pro", source: "https://developers.cloudflare.com/rules/snippets/" },
  "Waiting Rooms Write": {
    plan: "business",
    source: "https://developers.cloudflare.com/waiting-room/plans/",
  },
  "Zone Versioning Write": {
    plan: "enterprise",
    source: "https://developers.cloudflare.com/version-management/",
  },
};

/** Returns why a permission has no effect on any of the zones of its policy; undefined if it has, or if a plan is unknown. */
export function planDoubt(
  { name = "" }: PermissionGroupState,
  zones: readonly NamedZone[],
): string | undefined {
  const first = Object.hasOwn(FIRST_PLAN, name) ? FIRST_PLAN[name] : undefined;
  if (!first || zones.length === 0) return undefined;
  const isTooLow = ({ plan }: NamedZone) =>
    plan !== undefined && ZONE_PLANS.indexOf(plan) < ZONE_PLANS.indexOf(first.plan);
  if (!zones.every(isTooLow)) return undefined;
  const named = zones.map((zone) => `${zone.name} (${zone.plan})`).join(", ");
  return (
    `${JSON.stringify(name)} has no effect: it is for zones of plan ${first.plan} or higher, and the policy names ${named} ` +
    `(${first.source}); remove it, or name a zone of that plan`
  );
}

/**
 * Returns why the API may refuse that a token of an account gives a permission on single zones: it has the permission on one of them
 * not itself. Users report the refusal (400, code 1001, "Failed common permission check"; terraform-provider-cloudflare issue 7241), and
 * that a permission on all zones of the account is accepted. The documentation does not mention it.
 */
export function creatorDoubt(
  { id = "", name = id }: PermissionGroupState,
  zones: readonly NamedZone[],
  { name: creator, policies, groups, vendor }: CreatingToken,
): string | undefined {
  const group = groups.get(id);
  if (group?.scope !== "zone") return undefined;
  const requirement = { scope: group.scope, access: group.access, groups: [groupTopic(group.name)] };
  const lacking = zones.filter((zone) => {
    const resource = { type: "zone", id: zone.id, accountId: zone.accountId } as const;
    return !decideAccess(policies, [{ requirement, resource }], groups, vendor).allowed;
  });
  if (lacking.length === 0) return undefined;
  return (
    `the token ${JSON.stringify(creator)}, which creates this one, does not have ${JSON.stringify(name)} on ` +
    `${lacking.map((zone) => zone.name).join(", ")}, and the API may refuse that a token of an account gives more on a single zone than ` +
    "it has: give it the permission, or name all zones of the account"
  );
}
