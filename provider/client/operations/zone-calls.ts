import type { AccountQuery, ZoneQuery } from "../../api/wire";
import type { OperationCaller } from "./operation-caller";
import { listPages, PAGE_SIZE } from "./list-pages";

export function zoneCalls({ call, page }: OperationCaller) {
  return {
    /** Returns all pages, or the first `pages` of 50 zones each. */
    list: async (query: Omit<ZoneQuery, "page" | "per_page"> = {}, pages?: number) =>
      listPages(
        "zones",
        (number) => page("listZones", { query: { ...query, page: number, per_page: PAGE_SIZE } }),
        pages,
      ),
    get: async (id: string) => call("getZone", { parameters: { zone_id: id } }),
  };
}

export function accountCalls({ call, page }: OperationCaller) {
  return {
    /** Returns all pages. */
    list: async (query: Omit<AccountQuery, "page" | "per_page"> = {}) =>
      listPages("accounts", (number) =>
        page("listAccounts", { query: { ...query, page: number, per_page: PAGE_SIZE } }),
      ),
    get: async (id: string) => call("getAccount", { parameters: { account_id: id } }),
  };
}
