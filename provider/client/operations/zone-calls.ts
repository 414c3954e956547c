import type { AccountQuery, Zone, ZoneQuery } from "../../api/wire";
import type { OperationCaller } from "./operation-caller";
import { listCursor, listPages, PAGE_SIZE } from "./list-pages";

export function zoneCalls({ call, page }: OperationCaller) {
  const names = new Map<string, string>();
  const noted = <Z extends Pick<Zone, "id" | "name">>(zone: Z): Z => {
    names.set(zone.id, zone.name);
    return zone;
  };
  return {
    /** Returns all pages, or the first `pages` of 50 zones each. */
    list: async (query: Omit<ZoneQuery, "page" | "per_page"> = {}, pages?: number) => {
      const zones = await listPages(
        "zones",
        (number) => page("listZones", { query: { ...query, page: number, per_page: PAGE_SIZE } }),
        pages,
      );
      return zones.map(noted);
    },
    /** Returns the zones of an account that have tags and fit all `filters`: see `parseTagFilter`. */
    listTagged: async (accountId: string, filters: readonly string[]) =>
      listCursor("tagged zones", (cursor) =>
        page("listTaggedResources", {
          parameters: { account_id: accountId },
          query: { type: ["zone"], tag: filters, cursor },
        }),
      ),
    get: async (id: string) => noted(await call("getZone", { parameters: { zone_id: id } })),
    /** Notes the name of a zone that another process has read. */
    note: noted,
    /** Returns the name of a zone that is noted, or that this client has read. Sends no request. */
    nameOf: (id: string): string | undefined => names.get(id),
  };
}

export function accountCalls({ call, page }: OperationCaller) {
  return {
    /** Returns all pages, or the first `maxPages`. */
    list: async (query: Omit<AccountQuery, "page" | "per_page"> = {}, maxPages?: number) =>
      listPages(
        "accounts",
        (number) => page("listAccounts", { query: { ...query, page: number, per_page: PAGE_SIZE } }),
        maxPages,
      ),
    get: async (id: string) => call("getAccount", { parameters: { account_id: id } }),
  };
}
