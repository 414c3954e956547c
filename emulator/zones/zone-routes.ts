import { type BodyOf, PLAN_IDS, ZONE_PLANS, type ZonePlan } from "../../provider/api";
import { type AccountOrZone, decide, needsOf, type Requester } from "../authenticate";
import { microseconds } from "../clock";
import { failures } from "../failures";
import { pageOf } from "../lists";
import type { Platform } from "../platform";
import { accountOrZone, type OperationCall, type Routes } from "../route";
import type { ZoneRow } from "../store/zones";
import { DEFAULT_ACCOUNT } from "../ids";
import {
  checkHostName,
  checkZoneName,
  findZone,
  permissionsOf,
  readableZones,
  removeZone,
  selectZones,
  serializeZone,
} from "./zone";

/** Plans whose zones can have name servers of their owner. */
const VANITY_PLANS: ReadonlySet<string> = new Set(["business", "enterprise"]);

export const zoneRoutes = {
  listZones: (platform, { requester, query }) => {
    const permissions = permissionsOf(requester);
    const zones = readableZones(platform, requester).map((zone) => serializeZone(zone, permissions));
    return pageOf(selectZones(zones, query), query);
  },

  createZone,

  getZone: (platform, call) => ({
    result: serializeZone(findZone(platform.store, accountOrZone(call).id), permissionsOf(call.requester)),
  }),

  patchZone: (platform, call) => {
    const { paused, type, plan } = call.body;
    const current = findZone(platform.store, accountOrZone(call).id);
    const next: ZoneRow = {
      ...current,
      ...(typeof paused === "boolean" && { paused: paused ? 1 : 0 }),
      ...(type && { type }),
      ...(plan && { plan: planOf(plan.id) }),
      ...vanityNameServers(call.body, current.plan),
      modified_on: microseconds(platform.clock.now()),
    };
    platform.store.zones.replace(next);
    return { result: serializeZone(next, permissionsOf(call.requester)) };
  },

  removeZone: ({ store }, call) => {
    const { id } = accountOrZone(call);
    removeZone(store, id);
    return { result: { id } };
  },
} satisfies Partial<Routes>;

function createZone(platform: Platform, { requester, body }: OperationCall<"createZone">) {
  const accountId = body.account?.id ?? body.organization?.id ?? chooseAccount(requester);
  const account = platform.store.accounts.get(accountId);
  const id = platform.ids.newId();
  // A token cannot name the new zone yet, so it needs access to all zones of the account.
  const place: AccountOrZone = { type: "zone", id, accountId };
  const { allowed, by } = decide(platform, requester, needsOf("createZone", place));
  if (!allowed) {
    platform.log(`refused: making a zone in account ${accountId}: ${by}`);
    throw failures.unauthorized();
  }
  if (!account) throw failures.accountNotFound();
  const name = checkZoneName(body.name);
  if (platform.store.zones.getByName(name)) throw failures.zoneExists(name);
  const now = microseconds(platform.clock.now());
  platform.store.zones.create({
    id,
    name,
    account_id: account.id,
    plan: platform.plan,
    type: body.type ?? "full",
    paused: body.paused === true ? 1 : 0,
    ...vanityNameServers(body, platform.plan),
    created_on: now,
    modified_on: now,
  });
  return { result: serializeZone(findZone(platform.store, id), permissionsOf(requester)) };
}

function planOf(id: string): ZonePlan {
  return ZONE_PLANS.find((plan) => plan === id || PLAN_IDS[plan] === id) ?? "free";
}

/** Returns the account of an account token, or the account of a new platform. */
function chooseAccount({ owner }: Requester): string {
  return owner.startsWith("account:") ? owner.slice("account:".length) : DEFAULT_ACCOUNT.id;
}

/** @throws Failure if a name is invalid, or if the plan has no vanity name servers */
function vanityNameServers(
  { vanity_name_servers: names }: Pick<BodyOf<"createZone">, "vanity_name_servers">,
  plan: string,
): Partial<Pick<ZoneRow, "vanity_name_servers">> {
  if (!names) return {};
  const pointer = "/vanity_name_servers";
  if (names.length > 0 && !VANITY_PLANS.has(plan)) {
    throw failures.badRequest(
      `vanity name servers need a Business or Enterprise plan, found ${plan}`,
      pointer,
    );
  }
  const hosts = names.map((name, index) => checkHostName(name, `${pointer}/${index}`));
  return { vanity_name_servers: JSON.stringify(hosts) };
}
