import type { Account, BodyOf, Membership, User, UserPatch } from "../../provider/api";
import { decide, needsOf } from "../authenticate";
import { microseconds } from "../clock";
import { failures } from "../failures";
import { fixedId, USER } from "../ids";
import { matchesText, pageOf } from "../lists";
import type { Platform } from "../platform";
import { accountOrZone, type OperationRequest, type Routes } from "../route";
import type { Store } from "../store";
import type { AccountDocument, AccountRow } from "../store/accounts";
import { removeZone } from "./zone";

export const accountRoutes = {
  listAccounts: (platform, { requester, query }) => {
    const accounts = platform.store.accounts
      .list()
      .filter(({ id }) => {
        const needs = needsOf("listAccounts", { type: "account", id });
        return decide(platform, requester, needs).allowed;
      })
      .filter(({ name }) => query.name === undefined || matchesText(name, query.name));
    const ordered = query.direction === "desc" ? accounts.toReversed() : accounts;
    return pageOf(ordered.map(serializeAccount), query);
  },

  createAccount: (platform, { requester, body }) => {
    const id = platform.ids.newId();
    // A token cannot name the new account yet, so it needs access to all accounts.
    const { allowed, by } = decide(platform, requester, needsOf("createAccount", { type: "account", id }));
    if (!allowed) {
      platform.log(`refused: making an account: ${by}`);
      throw failures.unauthorized();
    }
    const account: AccountRow = {
      id,
      name: body.name,
      created_on: microseconds(platform.clock.now()),
      type: body.type ?? "standard",
      ...(body.unit?.id !== undefined && { parent: body.unit.id }),
      ...settingsOf(body),
    };
    platform.store.accounts.create(account);
    return { result: serializeAccount(account) };
  },

  getAccount: (platform, call) => ({ result: serializeAccount(findAccount(platform, call)) }),

  replaceAccount: (platform, call) => {
    const current = findAccount(platform, call);
    const { id, name, type } = call.body;
    if (id !== undefined && id !== current.id) {
      throw failures.badRequest(`the id is '${current.id}' and cannot be changed`, "/id");
    }
    const next: AccountRow = {
      ...current,
      name,
      ...(type && { type }),
      ...settingsOf(call.body),
    };
    platform.store.accounts.replace(next);
    return { result: serializeAccount(next) };
  },

  removeAccount: (platform, call) => {
    const { id } = findAccount(platform, call);
    const { zones, tokens, rulesets, lists, accounts } = platform.store;
    for (const zone of zones.list().filter(({ account_id: owner }) => owner === id)) {
      removeZone(platform.store, zone.id);
    }
    for (const ruleset of rulesets.list(`account:${id}`)) rulesets.remove(ruleset.id);
    lists.removeAccount(id);
    for (const token of tokens.list(`account:${id}`)) tokens.remove(token.id);
    accounts.remove(id);
    return { result: { id } };
  },
} satisfies Partial<Routes>;

function settingsOf({ settings }: Pick<BodyOf<"createAccount">, "settings">): AccountDocument {
  const { enforce_twofactor: twoFactor, abuse_contact_email: email } = settings ?? {};
  return {
    ...(typeof twoFactor === "boolean" && { enforceTwoFactor: twoFactor }),
    ...(email !== undefined && { abuseContactEmail: email }),
  };
}

/** @throws Failure if there is no such account */
function findAccount({ store }: Platform, request: OperationRequest): AccountRow {
  const account = store.accounts.get(accountOrZone(request).id);
  if (!account) throw failures.accountNotFound();
  return account;
}

function serializeAccount(account: AccountRow): Account {
  const { id, name, type = "standard", parent = null, created_on: createdOn } = account;
  return {
    id,
    name,
    type,
    created_on: createdOn,
    managed_by: { parent_org_id: parent, parent_org_name: null },
    settings: {
      enforce_twofactor: account.enforceTwoFactor ?? false,
      api_access_enabled: null,
      access_approval_expiry: null,
      abuse_contact_email: account.abuseContactEmail ?? null,
      oauth_app_access_enabled: true,
    },
    legacy_flags: { enterprise_zone_quota: { maximum: 0, current: 0, available: 0 } },
  };
}

export const userRoutes = {
  getUser: ({ store }) => ({ result: serializeUser(readProfile(store)) }),

  // The user of the platform is a member of every account.
  listMemberships: ({ store }, { query }) => {
    const { name, "account.name": accountName = name, status = "accepted", order, direction } = query;
    const memberships = store.accounts
      .list()
      .filter((account) => accountName === undefined || matchesText(account.name, accountName))
      .map(membershipOf)
      .filter((one) => one.status === status);
    if (order === "id") memberships.sort((a, b) => (a.id < b.id ? -1 : 1));
    return pageOf(direction === "desc" ? memberships.toReversed() : memberships, query);
  },

  patchUser: ({ store }, { body }) => {
    const profile: UserPatch = { ...readProfile(store), ...body };
    store.settings.set("profile", JSON.stringify(profile));
    return { result: serializeUser(profile) };
  },
} satisfies Partial<Routes>;

function membershipOf(account: AccountRow): Membership {
  return {
    id: fixedId("membership", account.id),
    account: serializeAccount(account),
    status: "accepted",
    api_access_enabled: null,
    roles: ["Super Administrator - All Privileges"],
  };
}

function readProfile(store: Store): UserPatch {
  // Only patchUser and a reset write this setting.
  return JSON.parse(store.settings.get("profile") ?? "{}") as UserPatch;
}

function serializeUser(profile: UserPatch): User {
  return {
    ...USER,
    first_name: null,
    last_name: null,
    username: USER.email,
    telephone: null,
    country: null,
    zipcode: null,
    ...profile,
    two_factor_authentication_enabled: false,
    two_factor_authentication_locked: false,
    suspended: false,
    has_pro_zones: false,
    has_business_zones: false,
    has_enterprise_zones: true,
    betas: [],
    organizations: [],
  };
}
