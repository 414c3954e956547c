import type { Account } from "../../provider/api";
import { decide, needsOf } from "../access";
import { failures } from "../failures";
import { pageOf } from "../paging";
import type { AccountRow } from "../store/accounts";
import { USER } from "../user";
import { matchesText } from "../zones/match";
import { placeOf, type Routes } from "./route";

/** Accounts and their user. */
export const accountRoutes: Routes<"listAccounts" | "getAccount" | "getUser"> = {
  listAccounts: {
    run: (platform, { caller, query }) => {
      const accounts = platform.store.accounts
        .list()
        .filter(({ id }) => {
          const needs = needsOf("listAccounts", { type: "account", id });
          return decide(caller, needs, platform.vendor).allowed;
        })
        .filter(({ name }) => query.name === undefined || matchesText(name, query.name));
      const ordered = query.direction === "desc" ? accounts.toReversed() : accounts;
      return pageOf(ordered.map(showAccount), query);
    },
  },

  getAccount: {
    run: (platform, call) => {
      const account = platform.store.accounts.get(placeOf(call).id);
      if (!account) throw failures.accountNotFound();
      return { result: showAccount(account) };
    },
  },

  getUser: {
    run: () => ({
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
  },
};

function showAccount({ id, name, created_on: createdOn }: AccountRow): Account {
  return {
    id,
    name,
    type: "standard",
    created_on: createdOn,
    settings: { enforce_twofactor: false, abuse_contact_email: null },
  };
}
