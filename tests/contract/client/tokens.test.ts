import { isNotFound, isPermissionError } from "../../../provider/client";
import { ok, refused, rejection, withServer } from "./scripted-server";

const TOKEN_ID = "ed17574386854bf78a67040be0a770b0";
const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const ZONE_KEY = "com.cloudflare.api.account.zone.eb78d65290b24279ba6f44721b3ea3c4";
const POLICY_ID = "f267e341f3dd4697bd3b9f71dd96247f";
const DNS_WRITE = "4755a26eedb94da69e1066d98aa820be";
const VALUE = "8M7wS6hCpXVc-DoRnPPY_UCWPgy8aea4Wy6kCe5T";

const body = {
  name: "readonly token",
  policies: [
    {
      effect: "allow" as const,
      resources: { [ZONE_KEY]: "*" as const },
      permission_groups: [{ id: DNS_WRITE, name: "DNS Write" }],
    },
  ],
  not_before: "2020-04-01T05:20:00Z",
  expires_on: "2020-04-10T00:00:00Z",
  condition: { "request.ip": { in: ["199.27.128.0/21", "2400:cb00::/32"], not_in: ["199.27.128.1/32"] } },
};
const token = {
  id: TOKEN_ID,
  name: "readonly token",
  status: "active",
  issued_on: "2018-07-01T05:20:00Z",
  modified_on: "2018-07-02T05:20:00Z",
  not_before: "2020-04-01T05:20:00Z",
  expires_on: "2020-04-10T00:00:00Z",
  policies: [
    {
      id: POLICY_ID,
      effect: "allow",
      resources: { [ZONE_KEY]: "*" },
      permission_groups: [{ id: DNS_WRITE, name: "DNS Write", meta: { key: "key", value: "value" } }],
    },
  ],
  condition: { "request.ip": { in: ["199.27.128.0/21", "2400:cb00::/32"], not_in: ["199.27.128.1/32"] } },
};
const me = { user: true } as const;

describe("tokens.create", () => {
  it("posts the body and returns the token with its value", () =>
    withServer([ok({ ...token, value: VALUE })], async ({ server, client }) => {
      expect(await client.tokens.create(me, body)).toEqual({ ...token, value: VALUE });
      expect(server.seen).toMatchObject([{ method: "POST", url: "/client/v4/user/tokens", body }]);
    }));

  it("creates an account-owned token below its account", () =>
    withServer([ok({ ...token, value: VALUE })], async ({ server, client }) => {
      await client.tokens.create({ accountId: ACCOUNT }, body);
      expect(server.seen[0]?.url).toBe(`/client/v4/accounts/${ACCOUNT}/tokens`);
    }));

  it("reports why it was refused", () =>
    withServer(
      [refused(403, { code: 9109, message: "Unauthorized to access requested resource" })],
      async ({ client }) => {
        const error = await rejection(client.tokens.create(me, body));
        expect(isPermissionError(error)).toBe(true);
        expect(error).toMatchObject({ code: 9109, status: 403, path: "/user/tokens" });
      },
    ));
});

describe("tokens.list", () => {
  it("reads all pages", () =>
    withServer(
      ({ url }) => {
        const page = Number(new URL(url, "http://x").searchParams.get("page"));
        const count = page === 1 ? 50 : 1;
        const result = Array.from({ length: count }, (_, i) => ({ ...token, id: `${page}-${i}` }));
        return ok(result, { result_info: { page, per_page: 50, count, total_count: 51, total_pages: 2 } });
      },
      async ({ server, client }) => {
        expect(await client.tokens.list(me, { direction: "asc" })).toHaveLength(51);
        expect(server.seen.map(({ url }) => url)).toEqual([
          "/client/v4/user/tokens?direction=asc&page=1&per_page=50",
          "/client/v4/user/tokens?direction=asc&page=2&per_page=50",
        ]);
      },
    ));
});

describe("tokens.get", () => {
  it("reads a token without its value, in either spelling of the condition", () =>
    withServer(
      [ok({ ...token, condition: { request_ip: { in: ["10.0.0.0/8"] } } })],
      async ({ server, client }) => {
        expect(await client.tokens.get(me, TOKEN_ID)).toEqual({
          ...token,
          condition: { request_ip: { in: ["10.0.0.0/8"] } },
        });
        expect(server.seen).toMatchObject([{ method: "GET", url: `/client/v4/user/tokens/${TOKEN_ID}` }]);
      },
    ));

  it("reports a missing token", () =>
    withServer([refused(404, { code: 1003, message: "Not found" })], async ({ client }) => {
      expect(isNotFound(await rejection(client.tokens.get(me, TOKEN_ID)))).toBe(true);
    }));

  it("does not call the list if the id is empty", () =>
    withServer([ok([])], async ({ server, client }) => {
      await rejection(client.tokens.get(me, ""));
      expect(server.seen).toEqual([]);
    }));
});

describe("tokens.replace", () => {
  it("puts the whole token", () =>
    withServer([ok({ ...token, status: "disabled" })], async ({ server, client }) => {
      const whole = { ...body, status: "disabled" as const };
      expect(await client.tokens.replace(me, TOKEN_ID, whole)).toEqual({ ...token, status: "disabled" });
      expect(server.seen).toMatchObject([
        { method: "PUT", url: `/client/v4/user/tokens/${TOKEN_ID}`, body: whole },
      ]);
    }));
});

describe("tokens.remove", () => {
  it.each([[{ id: TOKEN_ID }], [null]])("accepts %j", (result) =>
    withServer([ok(result)], async ({ server, client }) => {
      await client.tokens.remove(me, TOKEN_ID);
      expect(server.seen).toMatchObject([
        { method: "DELETE", url: `/client/v4/user/tokens/${TOKEN_ID}`, body: undefined },
      ]);
    }),
  );
});

describe("tokens.roll", () => {
  it("puts an empty object and returns the new value", () =>
    withServer([ok(VALUE)], async ({ server, client }) => {
      expect(await client.tokens.roll(me, TOKEN_ID)).toBe(VALUE);
      expect(server.seen).toMatchObject([
        { method: "PUT", url: `/client/v4/user/tokens/${TOKEN_ID}/value`, body: {} },
      ]);
    }));
});

describe("tokens.verify", () => {
  it("reports whether the credential is valid", () =>
    withServer(
      [
        ok(
          { id: TOKEN_ID, status: "active", expires_on: "2030-01-01T00:00:00Z" },
          { messages: [{ code: 10000, message: "This API Token is valid and active", type: null }] },
        ),
      ],
      async ({ server, client }) => {
        expect(await client.tokens.verify(me)).toEqual({
          id: TOKEN_ID,
          status: "active",
          expires_on: "2030-01-01T00:00:00Z",
        });
        expect(server.seen[0]?.url).toBe("/client/v4/user/tokens/verify");
      },
    ));

  it("reports an invalid credential", () =>
    withServer([refused(401, { code: 1000, message: "Invalid API Token" })], async ({ client }) => {
      expect(await rejection(client.tokens.verify(me))).toMatchObject({
        name: "AuthenticationError",
        code: 1000,
        hint: "The credential from EDGE_API_TOKEN is not accepted.",
      });
    }));
});

describe("tokens.verifyValue", () => {
  const unknown = refused(401, { code: 1000, message: "Invalid API Token" });
  const active = ok({ id: TOKEN_ID, status: "active" });

  it("uses that value, and retries while a new token is unknown", () =>
    withServer([unknown, unknown, active], async ({ server, client, environment }) => {
      expect(await client.tokens.verifyValue(me, VALUE)).toEqual({ id: TOKEN_ID, status: "active" });
      expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual(
        Array.from({ length: 3 }, () => ["/client/v4/user/tokens/verify", `Bearer ${VALUE}`]),
      );
      expect(environment.slept).toEqual([500, 1000]);
    }));

  it("gives up after 15 s and never shows the value", () =>
    withServer(
      () => refused(401, { code: 1000, message: `Invalid API Token ${VALUE}` }),
      async ({ client, environment }) => {
        const error = await rejection(client.tokens.verifyValue({ accountId: ACCOUNT }, VALUE));
        expect(error).toMatchObject({ name: "AuthenticationError" });
        expect(String(error)).not.toContain(VALUE);
        expect(environment.slept.reduce((sum, ms) => sum + ms)).toBe(15_500);
      },
    ));

  it("does not retry if the token is known and refused", () =>
    withServer(
      [refused(403, { code: 9109, message: "Cannot use the access token from location: 192.0.2.1" })],
      async ({ client }) =>
        expect(isPermissionError(await rejection(client.tokens.verifyValue(me, VALUE)))).toBe(true),
    ));

  it("is not coalesced with the verification of the client's credential", () =>
    withServer(
      ({ headers }) =>
        headers.authorization === `Bearer ${VALUE}` ? active : ok({ id: ACCOUNT, status: "active" }),
      async ({ client }) => {
        const both = await Promise.all([client.tokens.verify(me), client.tokens.verifyValue(me, VALUE)]);
        expect(both.map(({ id }) => id)).toEqual([ACCOUNT, TOKEN_ID]);
      },
    ));
});

describe("tokens.permissionGroups", () => {
  it("encodes spaces in the name", () =>
    withServer(
      [ok([{ id: DNS_WRITE, name: "DNS Write", scopes: ["com.cloudflare.api.account.zone"] }])],
      async ({ server, client }) => {
        expect(await client.tokens.permissionGroups(me, { name: "DNS Write" })).toEqual([
          { id: DNS_WRITE, name: "DNS Write", scopes: ["com.cloudflare.api.account.zone"] },
        ]);
        expect(server.seen[0]?.url).toBe("/client/v4/user/tokens/permission_groups?name=DNS%20Write");
      },
    ));

  it("reads further pages of a paged list, and one of a list without pages", () => {
    const group = (id: string) => ({ id, name: id, scopes: ["com.cloudflare.api.user"] });
    const info = (page: number) => ({
      result_info: { page, per_page: 1, count: 1, total_count: 2, total_pages: 2 },
    });
    return withServer(
      [ok([group("a")], info(1)), ok([group("b")], info(2)), ok([group("c")])],
      async ({ server, client }) => {
        expect((await client.tokens.permissionGroups(me)).map(({ id }) => id)).toEqual(["a", "b"]);
        expect((await client.tokens.permissionGroups(me)).map(({ id }) => id)).toEqual(["c"]);
        expect(server.seen.map(({ url }) => url)).toEqual([
          "/client/v4/user/tokens/permission_groups",
          "/client/v4/user/tokens/permission_groups?page=2",
          "/client/v4/user/tokens/permission_groups",
        ]);
      },
    );
  });
});
