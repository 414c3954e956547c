import type { Account } from "../../provider/api";
import { decide, needsOf } from "../access";
import { failures } from "../failures";
import { matchesText, pageOf } from "../lists";
import { accountOrZone, type Routes } from "../route";
import type { AccountRow } from "../store/accounts";
import { USER } from "../user";

/** Accounts, and the user that owns them. */
export const accountRoutes: Routes<"listAccounts" | "getAccount" | "getUser"> = {
  listAccounts: ({ store, vendor }, { requester, query }) => {
    const accounts = store.accounts
      .list()
      .filter(({ id }) => {
        const needs = needsOf("listAccounts", { type: "account", id });
        return decide(requester, needs, vendor).allowed;
      })
      .filter(({ name }) => query.name === undefined || matchesText(name, query.name));
    const ordered = query.direction === "desc" ? accounts.toReversed() : accounts;
    return pageOf(ordered.map(serializeAccount), query);
  },

  getAccount: ({ store }, call) => {
    const account = store.accounts.get(accountOrZone(call).id);
    if (!account) throw failures.accountNotFound();
    return { result: serializeAccount(account) };
  },

  getUser: () => ({
    result: {
      ...USER,
      first_name: null,
      last_name: null,
      username: USER.email,
      telephone: null,
      country: null,
      zipcode: null,
      two_factor_authentication_enabled: false,
      suspended: false,
      has_enterprise_zones: true,
    },
  }),
};

function serializeAccount({ id, name, created_on: createdOn }: AccountRow): Account {
  return {
    id,
    name,
    type: "standard",
    created_on: createdOn,
    settings: { enforce_twofactor: false, abuse_contact_email: null },
  };
}
