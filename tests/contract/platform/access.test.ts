/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { bearer, EXAMPLE_COM, useTestPlatform, type Answer } from "../../support/platform";

const platform = useTestPlatform();

const WAF_READ = "dbc512b354774852af2b5a5f4ba3d470";
const WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
const ACCOUNT_WAF_READ = "56b2af4817c84ad99187911dc3986c23";
const CACHE_WRITE = "9ff81cbbe65c400b97d92c3c1033cab6";
const OWASP_ENTRYPOINT = "rulesets/phases/http_request_firewall_managed/entrypoint";

const zone = (id: string) => `com.cloudflare.api.account.zone.${id}`;
const account = () => `com.cloudflare.api.account.${platform.accountId}`;

interface Grant {
  readonly effect?: string;
  readonly resources: unknown;
  readonly groups: readonly string[];
}

async function newToken(grants: readonly Grant[], change: object = {}): Promise<string> {
  const policies = grants.map(({ effect = "allow", resources, groups }) => ({
    effect,
    resources,
    permission_groups: groups.map((id) => ({ id })),
  }));
  const { status, body } = await platform.api("POST", "/user/tokens", {
    body: { name: "under test", policies, ...change },
  });
  expect(status).toBe(200);
  return body.result.value as string;
}

async function zoneId(name: string): Promise<string> {
  const { body } = await platform.api("GET", `/zones?name=${name}`);
  return body.result[0].id as string;
}

const as = (token: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  platform.api(method, path, { headers: bearer(token), body });

const read = async (token: string, id: string) => (await as(token, "GET", `/zones/${id}/rulesets`)).status;

describe("resource keys", () => {
  it("grant access to the zones that they name, in each of the six forms", async () => {
    const org = await zoneId("example.org");
    const forms: [unknown, string[], number, number][] = [
      [{ [zone(EXAMPLE_COM)]: "*" }, [WAF_READ], 200, 403],
      [{ [zone("*")]: "*" }, [WAF_READ], 200, 200],
      [{ [account()]: { [zone("*")]: "*" } }, [WAF_READ], 200, 200],
      [{ [account()]: { [zone(org)]: "*" } }, [WAF_READ], 403, 200],
      [{ [account()]: "*" }, [ACCOUNT_WAF_READ], 200, 200],
      [{ "com.cloudflare.api.account.*": "*" }, [ACCOUNT_WAF_READ], 200, 200],
      // A group has no effect on resources of another type.
      [{ [account()]: "*" }, [WAF_READ], 403, 403],
      [{ [zone("*")]: "*" }, [ACCOUNT_WAF_READ], 403, 403],
      [{ [`com.cloudflare.api.user.${platform.userId}`]: "*" }, [WAF_READ], 403, 403],
    ];
    for (const [resources, groups, com, other] of forms) {
      const token = await newToken([{ resources, groups }]);
      expect([resources, await read(token, EXAMPLE_COM), await read(token, org)]).toEqual([
        resources,
        com,
        other,
      ]);
    }
  });
});

describe("the evaluation of policies", () => {
  it("prefers an explicit deny to an explicit allow, and denies by default", async () => {
    const org = await zoneId("example.org");
    const token = await newToken([
      { resources: { [zone("*")]: "*" }, groups: [WAF_READ] },
      { effect: "deny", resources: { [zone(org)]: "*" }, groups: [WAF_READ] },
    ]);
    expect([await read(token, EXAMPLE_COM), await read(token, org)]).toEqual([200, 403]);
    expect((await as(token, "GET", "/user")).body.errors).toEqual([
      { code: 9109, message: "Unauthorized to access requested resource" },
    ]);
  });

  it("logs which policy of the answer denied, counted from 1", async () => {
    const token = await newToken([
      { resources: { [zone("*")]: "*" }, groups: [WAF_READ] },
      { effect: "deny", resources: { [zone(EXAMPLE_COM)]: "*" }, groups: [WAF_READ] },
    ]);
    expect(await read(token, EXAMPLE_COM)).toBe(403);
    expect(platform.log.at(-1)).toMatch(
      new RegExp(
        `^refused: GET /zones/${EXAMPLE_COM}/rulesets.* by token [0-9a-f]{32} .*explicit deny in policy 1$`,
      ),
    );
  });

  it("answers 10000 below a zone, and logs the reason without the token's value", async () => {
    const org = await zoneId("example.org");
    const token = await newToken([{ resources: { [zone(EXAMPLE_COM)]: "*" }, groups: [WAF_WRITE] }]);
    const answer = await as(token, "PUT", `/zones/${org}/${OWASP_ENTRYPOINT}`, { rules: [] });
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      result: null,
      success: false,
      errors: [{ code: 10000, message: "Authentication error" }],
      messages: [],
    });
    expect(platform.log.at(-1)).toContain("implicit deny");
    expect(platform.log.join("\n")).not.toContain(token);
  });
});

describe("permission groups", () => {
  it("for reading do not allow writes, and groups for writing allow reads", async () => {
    const reader = await newToken([{ resources: { [zone(EXAMPLE_COM)]: "*" }, groups: [WAF_READ] }]);
    const writer = await newToken([{ resources: { [zone(EXAMPLE_COM)]: "*" }, groups: [WAF_WRITE] }]);
    const at = `/zones/${EXAMPLE_COM}/${OWASP_ENTRYPOINT}`;
    expect((await as(reader, "PUT", at, { rules: [] })).status).toBe(403);
    expect((await as(writer, "PUT", at, { rules: [] })).status).toBe(200);
    expect((await as(writer, "GET", at)).status).toBe(200);
    expect((await as(reader, "GET", at)).status).toBe(200);
  });

  it("grant access to their own phases only", async () => {
    const token = await newToken([{ resources: { [zone(EXAMPLE_COM)]: "*" }, groups: [CACHE_WRITE] }]);
    const at = (phase: string) => `/zones/${EXAMPLE_COM}/rulesets/phases/${phase}/entrypoint`;
    expect((await as(token, "PUT", at("http_request_cache_settings"), { rules: [] })).status).toBe(200);
    expect((await as(token, "PUT", at("http_request_firewall_custom"), { rules: [] })).status).toBe(403);
    const listed = await as(token, "GET", `/zones/${EXAMPLE_COM}/rulesets`);
    expect(listed.body.result.map(({ phase }: { phase: string }) => phase)).toEqual([
      "http_request_cache_settings",
    ]);
  });

  it("limit the list of zones to those that the token may read", async () => {
    const token = await newToken([{ resources: { [zone(EXAMPLE_COM)]: "*" }, groups: [ZONE_READ] }]);
    const answer = await as(token, "GET", "/zones");
    expect(answer.body.result.map(({ name }: { name: string }) => name)).toEqual(["example.com"]);
    expect(answer.body.result_info.total_count).toBe(1);
    expect((await as(token, "GET", "/accounts")).body.result).toEqual([]);
  });
});

describe("the client address", () => {
  const grant = () => [{ resources: { [zone("*")]: "*" }, groups: [WAF_READ] }];

  it.each([
    ["inside of in", { in: ["127.0.0.0/8"] }, 200],
    ["outside of in", { in: ["192.0.2.0/24"] }, 403],
    ["inside of not_in", { not_in: ["127.0.0.1/32"] }, 403],
    ["inside of both", { in: ["127.0.0.0/8"], not_in: ["127.0.0.1/32"] }, 403],
  ])("%s", async (_, addresses, status) => {
    for (const spelling of ["request.ip", "request_ip"]) {
      const token = await newToken(grant(), { condition: { [spelling]: addresses } });
      expect(await read(token, EXAMPLE_COM)).toBe(status);
    }
  });

  it("is the peer address of the connection, headers are ignored, and the error names it", async () => {
    const token = await newToken(grant(), { condition: { "request.ip": { in: ["192.0.2.0/24"] } } });
    const answer = await platform.api("GET", `/zones/${EXAMPLE_COM}/rulesets`, {
      headers: { ...bearer(token), "X-Forwarded-For": "192.0.2.1", "CF-Connecting-IP": "192.0.2.1" },
    });
    expect([answer.status, answer.body.errors]).toEqual([
      403,
      [{ code: 9109, message: "Cannot use the access token from location: 127.0.0.1" }],
    ]);
  });
});

describe("the validity period", () => {
  const own = useTestPlatform();

  it("follows the platform's clock, and verify reports the status", async () => {
    await own.control("PUT", "/clock", { now: "2030-01-01T00:00:00Z", frozen: true });
    const made = await own.api("POST", "/user/tokens", {
      body: {
        name: "for a day",
        policies: [
          {
            effect: "allow",
            resources: { [zone(EXAMPLE_COM)]: "*" },
            permission_groups: [{ id: WAF_READ }],
          },
        ],
        not_before: "2030-01-02T00:00:00Z",
        expires_on: "2030-01-03T00:00:00Z",
      },
    });
    const { id, value } = made.body.result as { id: string; value: string };
    const use = async () => {
      const used = await own.api("GET", `/zones/${EXAMPLE_COM}/rulesets`, { headers: bearer(value) });
      const verified = await own.api("GET", "/user/tokens/verify", { headers: bearer(value) });
      return [used.status, verified.body.result.status, verified.body.messages[0].message];
    };
    expect(await use()).toEqual([403, "active", "This API Token is not valid before 2030-01-02T00:00:00Z"]);
    await own.control("PUT", "/clock", { advance: "24h" });
    expect(await use()).toEqual([200, "active", "This API Token is valid and active"]);
    await own.control("PUT", "/clock", { advance: "24h" });
    expect(await use()).toEqual([403, "expired", "This API Token is expired"]);
    expect((await own.api("GET", `/user/tokens/${id}`)).body.result.status).toBe("expired");
    const listed = async (query: string) => {
      const { body } = await own.api("GET", `/user/tokens${query}`);
      return body.result.some((token: { id: string }) => token.id === id) as boolean;
    };
    expect([await listed(""), await listed("?include_expired=true")]).toEqual([false, true]);
  });
});

describe("credentials", () => {
  const MISSING = { code: 9106, message: "Missing X-Auth-Key, X-Auth-Email or Authorization headers" };
  const malformed = (code: number, header: string) => ({
    code: 6003,
    message: "Invalid request headers",
    error_chain: [{ code, message: `Invalid format for ${header} header` }],
  });

  it.each([
    ["none", {}, 400, MISSING],
    ["a key without an email", { "X-Auth-Key": "a".repeat(37) }, 400, MISSING],
    ["a scheme that is not Bearer", { Authorization: "Basic YTpi" }, 400, malformed(6111, "Authorization")],
    ["an empty bearer", { Authorization: "Bearer" }, 400, malformed(6111, "Authorization")],
    ["illegal characters", { Authorization: "Bearer a b" }, 400, malformed(6111, "Authorization")],
    ["a token of three letters", bearer("abc"), 400, malformed(6111, "Authorization")],
    ["a token of 81 characters", bearer("a".repeat(81)), 400, malformed(6111, "Authorization")],
    ["an email without @", { "X-Auth-Email": "x", "X-Auth-Key": "a" }, 400, malformed(6102, "X-Auth-Email")],
    [
      "a key with a space",
      { "X-Auth-Email": "a@b", "X-Auth-Key": "abc" },
      400,
      malformed(6103, "X-Auth-Key"),
    ],
    [
      "a wrong key",
      { "X-Auth-Email": "admin@example.com", "X-Auth-Key": "a".repeat(37) },
      403,
      { code: 9103, message: "Unknown X-Auth-Key or X-Auth-Email" },
    ],
    ["an unknown token", bearer("a".repeat(40)), 403, { code: 9109, message: "Invalid access token" }],
  ])("refuses %s", async (_, headers, status, error) => {
    const answer = await platform.api("GET", "/accounts", { headers });
    expect([answer.status, answer.body]).toEqual([
      status,
      { result: null, success: false, errors: [error], messages: [] },
    ]);
  });

  it("answers 10000 for an unknown token below a zone", async () => {
    const answer = await as("a".repeat(40), "GET", `/zones/${EXAMPLE_COM}/rulesets`);
    expect([answer.status, answer.body.errors]).toEqual([
      403,
      [{ code: 10000, message: "Authentication error" }],
    ]);
  });

  it("records the last use of a token", async () => {
    const token = await newToken([{ resources: { [zone("*")]: "*" }, groups: [WAF_READ] }]);
    const { body } = await as(token, "GET", "/user/tokens/verify");
    const shown = await platform.api("GET", `/user/tokens/${body.result.id}`);
    expect(shown.body.result.last_used_on).toMatch(/^\d{4}-.*Z$/);
  });
});
