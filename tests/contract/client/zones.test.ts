import { ok, refused, rejection, withServer } from "./scripted-server";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const zone = {
  id: ZONE,
  name: "example.com",
  status: "active",
  paused: false,
  type: "full",
  development_mode: 0,
  name_servers: ["tony.ns.example.com", "woz.ns.example.com"],
  original_registrar: null,
  created_on: "2014-01-01T05:20:00.12345Z",
  account: { id: ACCOUNT, name: "Demo Account" },
  plan: {
    id: "e592fd9519420ba7405e1307bff33214",
    name: "Pro Plan",
    legacy_id: "pro",
    price: 20,
    currency: "USD",
  },
};
const account = {
  id: ACCOUNT,
  name: "Demo Account",
  type: "standard",
  created_on: "2014-03-01T12:21:02.0000Z",
  settings: { enforce_twofactor: true },
};

describe("zones", () => {
  it("are listed over all pages, by any of the documented filters", () =>
    withServer(
      [ok([zone], { result_info: { page: 1, per_page: 50, count: 1, total_count: 1, total_pages: 1 } })],
      async ({ server, client }) => {
        expect(await client.zones.list({ name: "contains:example", "account.id": ACCOUNT })).toEqual([zone]);
        expect(server.seen.map(({ url }) => url)).toEqual([
          `/client/v4/zones?name=contains%3Aexample&account.id=${ACCOUNT}&page=1&per_page=50`,
        ]);
      },
    ));

  it("are read by id, with every member that the API sends", () =>
    withServer([ok(zone)], async ({ server, client }) => {
      expect(await client.zones.get(ZONE)).toEqual(zone);
      expect(server.seen).toMatchObject([{ method: "GET", url: `/client/v4/zones/${ZONE}` }]);
    }));

  it("cannot be read by name", () =>
    withServer([], async ({ server, client }) => {
      expect(String(await rejection(client.zones.get("example.com")))).toContain("getZone looks up the id");
      expect(server.seen).toEqual([]);
    }));

  it("are found by a name that a URL must encode", () =>
    withServer([ok([])], async ({ server, client }) => {
      const name = 'a=1&b=2#c or "é+%"';
      await client.zones.list({ name });
      const url = new URL(server.seen[0]?.url ?? "", server.origin);
      expect(url.pathname).toBe("/client/v4/zones");
      expect(url.searchParams.get("name")).toBe(name);
    }));
});

describe("accounts", () => {
  it("are listed", () =>
    withServer([ok([account])], async ({ server, client }) => {
      expect(await client.accounts.list({ name: "Demo Account" })).toEqual([account]);
      expect(server.seen[0]?.url).toBe("/client/v4/accounts?name=Demo%20Account&page=1&per_page=50");
    }));

  it("are read by id", () =>
    withServer([ok(account)], async ({ server, client }) => {
      expect(await client.accounts.get(ACCOUNT)).toEqual(account);
      expect(server.seen[0]?.url).toBe(`/client/v4/accounts/${ACCOUNT}`);
    }));
});

describe("the user", () => {
  it("is the owner of the credential", () =>
    withServer(
      [ok({ id: ACCOUNT, email: "user@example.com", first_name: null })],
      async ({ server, client }) => {
        expect(await client.user.get()).toEqual({ id: ACCOUNT, email: "user@example.com", first_name: null });
        expect(server.seen).toMatchObject([{ method: "GET", url: "/client/v4/user" }]);
      },
    ));

  it("cannot be read with an account-owned token, and the error says so", () =>
    withServer(
      [refused(403, { code: 9109, message: "Valid user-level authentication not found" })],
      async ({ client }) => {
        expect(await rejection(client.user.get())).toMatchObject({
          name: "PermissionError",
          code: 9109,
          hint:
            "The credential from EDGE_API_TOKEN is not permitted to do this, or is unknown to the API. " +
            "Account-owned tokens cannot call /user.",
        });
      },
    ));
});
