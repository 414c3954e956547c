import { z } from "zod";
import {
  accessOf,
  Id,
  ListCreate,
  ListItemWrite,
  PERMISSION_SCOPES,
  RulesetCreate,
  TokenCreate,
  ZONE_PLANS,
} from "../../provider/api";
import type { AccountOrZone } from "../authenticate";
import { microseconds } from "../clock";
import { newList, writtenItems } from "../account-lists/list-writes";
import type { Platform } from "../platform";
import { newRuleset } from "../rulesets/ruleset-writes";
import { createToken } from "../tokens/token-writes";
import { DEFAULT_ACCOUNT, USER } from "../ids";
import { ensureBootstrapToken } from "../initial-data";
import { tagColumns } from "../zones/tag-routes";
import { checkZoneName } from "../zones/zone";
import { ControlError } from "../failures";

/** Objects to add. Ids and accounts are optional. A ruleset names its zone by name, or its account by id. */
export const SeedDocument = z.strictObject({
  accounts: z.array(z.strictObject({ id: Id.optional(), name: z.string().min(1) })).default([]),
  zones: z
    .array(
      z.strictObject({
        id: Id.optional(),
        name: z.string().min(1),
        plan: z.enum(ZONE_PLANS).optional(),
        accountId: Id.optional(),
        tags: z.record(z.string(), z.string()).optional(),
      }),
    )
    .default([]),
  permissionGroups: z
    .array(
      z.strictObject({
        id: Id.optional(),
        name: z.string().min(1),
        scope: z.enum(PERMISSION_SCOPES),
        access: z.enum(["read", "write"]).optional(),
      }),
    )
    .default([]),
  tokens: z
    .array(
      z.strictObject({
        ...TokenCreate.shape,
        accountId: Id.optional(),
        value: z
          .string()
          .regex(/^[A-Za-z0-9_-]{40,80}$/, "must be 40 to 80 of A-Z, a-z, 0-9, _ and -")
          .optional(),
      }),
    )
    .default([]),
  lists: z
    .array(
      z.strictObject({
        ...ListCreate.shape,
        accountId: Id.optional(),
        items: z.array(ListItemWrite).optional(),
      }),
    )
    .default([]),
  rulesets: z
    .array(z.strictObject({ ...RulesetCreate.shape, zone: z.string().optional(), accountId: Id.optional() }))
    .default([]),
});
export type SeedDocument = z.infer<typeof SeedDocument>;

/** Adds the objects of a document and returns their ids. The caller rolls back on errors. @throws ControlError, Failure */
export function seedPlatform(platform: Platform, document: SeedDocument) {
  return {
    accounts: document.accounts.map((account) => addAccount(platform, account)),
    zones: document.zones.map((zone) => addZone(platform, zone)),
    permissionGroups: addPermissionGroups(platform, document.permissionGroups),
    tokens: document.tokens.map(({ accountId, value: given, ...body }) => {
      const owner =
        accountId === undefined ? (`user:${USER.id}` as const) : (`account:${accountId}` as const);
      const { token, value } = createToken(platform, owner, body, given);
      return { id: token.id, name: token.name, value };
    }),
    // Before the rules, whose expressions may name them.
    lists: document.lists.map(({ accountId = DEFAULT_ACCOUNT.id, items = [], ...body }) => {
      const list = newList(platform, accountId, body);
      platform.store.lists.create({ ...list, items: writtenItems(platform, list, items) });
      return { id: list.id, name: list.name, kind: list.kind };
    }),
    rulesets: document.rulesets.map(({ zone, accountId, ...body }) => {
      const ruleset = newRuleset(platform, placeFor(platform, zone, accountId), body);
      platform.store.rulesets.create(ruleset);
      return { id: ruleset.id, phase: ruleset.phase, kind: ruleset.kind };
    }),
  };
}

function addAccount(
  platform: Platform,
  { id = platform.ids.newId(), name }: SeedDocument["accounts"][number],
) {
  if (platform.store.accounts.get(id)) throw new ControlError(`there is an account with id ${id} already`);
  platform.store.accounts.create({ id, name, created_on: microseconds(platform.clock.now()) });
  return { id, name };
}

function addZone(
  platform: Platform,
  {
    id = platform.ids.newId(),
    name: given,
    plan = platform.plan,
    accountId = DEFAULT_ACCOUNT.id,
    tags = {},
  }: SeedDocument["zones"][number],
) {
  const { zones, accounts } = platform.store;
  const name = checkZoneName(given);
  if (zones.get(id) || zones.getByName(name))
    throw new ControlError(`there is a zone ${name}, or one with id ${id}, already`);
  if (!accounts.get(accountId)) throw new ControlError(`there is no account with id ${accountId}`);
  const now = microseconds(platform.clock.now());
  const times = { created_on: now, modified_on: now };
  zones.create({ id, name, account_id: accountId, plan, type: "full", ...times, ...tagColumns(tags, now) });
  return { id, name };
}

/** Adds groups that this release does not know. The platform's own token gets them, too. */
function addPermissionGroups(platform: Platform, groups: SeedDocument["permissionGroups"]) {
  const { store, ids, clock, vendor } = platform;
  const added = groups.map(({ id = ids.newId(), name, scope, access }) => {
    const known = store.permissionGroups.list();
    if (known.some((group) => group.id === id || (group.name === name && group.scope === scope)))
      throw new ControlError(
        `there is a permission group ${name} of the scope ${scope}, or one with id ${id}, already`,
      );
    store.permissionGroups.create({
      id,
      name,
      scope,
      access: access ?? accessOf(name),
    });
    return { id, name, scope };
  });
  if (added.length > 0)
    ensureBootstrapToken(store, clock, vendor, store.settings.get("bootstrapToken") ?? "");
  return added;
}

function placeFor(
  { store }: Platform,
  zoneName: string | undefined,
  accountId: string | undefined,
): AccountOrZone {
  if (zoneName === undefined) return { type: "account", id: accountId ?? DEFAULT_ACCOUNT.id };
  const zone = store.zones.getByName(zoneName);
  if (!zone) throw new ControlError(`there is no zone ${zoneName}`);
  return { type: "zone", id: zone.id, accountId: zone.account_id };
}
