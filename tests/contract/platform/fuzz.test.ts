import fc from "fast-check";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const ZONE = `/zones/${EXAMPLE_COM}`;
const NOBODY = "0".repeat(32);

/** Members of the API, so that random bodies pass the first check. */
const MEMBERS = [
  "name",
  "kind",
  "phase",
  "description",
  "rules",
  "position",
  "before",
  "after",
  "index",
  "id",
  "ref",
  "action",
  "action_parameters",
  "expression",
  "enabled",
  "logging",
  "ratelimit",
  "overrides",
  "categories",
  "category",
  "score_threshold",
  "version",
  "policies",
  "effect",
  "resources",
  "permission_groups",
  "condition",
  "request.ip",
  "in",
  "not_in",
  "not_before",
  "expires_on",
  "status",
  "account",
  "type",
  "characteristics",
  "period",
  "response",
  "status_code",
  "uri",
  "path",
  "value",
  "headers",
  "operation",
  "method",
  "params",
  "jsonrpc",
  "__proto__",
  "constructor",
  "toString",
  "",
];

const VALUES = [
  "zone",
  "root",
  "custom",
  "managed",
  "http_request_firewall_custom",
  "http_request_firewall_managed",
  "block",
  "execute",
  "skip",
  "rewrite",
  "log",
  "allow",
  "true",
  "ip.src eq 1.1.1.1",
  "http.host eq",
  "*",
  OWASP,
  EXAMPLE_COM,
  NOBODY,
  "latest",
  "36",
  "2030-01-01T00:00:00Z",
  "192.0.2.0/24",
  "fuzz.example",
  `com.cloudflare.api.account.zone.${EXAMPLE_COM}`,
  "fb6778dc191143babbfaa57993f1d275",
  "\u0000",
  "\ud800",
  "2.0",
  "eth_getBlockByNumber",
  "0x1",
  "x".repeat(5000),
];

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(...VALUES),
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, 1e308, 2 ** 53),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...MEMBERS), tie("value")), { maxLength: 5 }).map(Object.fromEntries),
  ),
})).value;

/** Bodies with almost valid rules. */
const rule = fc.record(
  {
    action: fc.constantFrom("block", "execute", "skip", "rewrite", "log", "managed_challenge", "score"),
    expression: fc.constantFrom("true", "ip.src eq 192.0.2.1", "http.host eq", '(http.host eq "a")'),
    action_parameters: fc.oneof(
      json,
      fc.record(
        { id: fc.constantFrom(OWASP, NOBODY), version: json, overrides: json, uri: json, products: json },
        { requiredKeys: [] },
      ),
    ),
    ref: fc.constantFrom("a", "b", "c"),
    enabled: fc.boolean(),
    logging: json,
    ratelimit: json,
    position: json,
    id: fc.constantFrom(OWASP, NOBODY),
  },
  { requiredKeys: ["action", "expression"] },
);
const rules = fc.record(
  { rules: fc.array(rule, { maxLength: 4 }), description: json },
  { requiredKeys: ["rules"] },
);

const segments = [EXAMPLE_COM, OWASP, NOBODY, "x", "..%2f", "%00", "1", "99999999999999999999", "versions"];

const call = fc.record({
  method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
  path: fc.oneof(
    fc.constantFrom(
      "/user",
      "/user/tokens",
      "/user/tokens/verify",
      "/user/tokens/permission_groups",
      "/zones",
      "/accounts",
      `/user/tokens/${NOBODY}`,
      `/user/tokens/${NOBODY}/value`,
      ZONE,
      `${ZONE}/rulesets`,
      `${ZONE}/rulesets/${OWASP}`,
      `${ZONE}/rulesets/${OWASP}/rules`,
      "/filters/validate-expr",
      ...["custom", "managed"].map(
        (name) => `${ZONE}/rulesets/phases/http_request_firewall_${name}/entrypoint`,
      ),
    ),
    fc
      .array(fc.constantFrom(...segments, "zones", "rulesets", "rules", "tokens"), { maxLength: 6 })
      .map((parts) => `/${parts.join("/")}`),
  ),
  query: fc.constantFrom(
    "",
    "?dry_run=true",
    "?dry_run=1",
    "?page=0&per_page=x",
    "?name=contains:&order=name",
    "?%",
  ),
  body: fc.oneof(json, rule, rules),
});

describe("any request", () => {
  it("is answered with an envelope, never with an internal error", async () => {
    await fc.assert(
      fc.asyncProperty(call, async ({ method, path, query, body }) => {
        // The other requests need this zone.
        fc.pre(!(method === "DELETE" && path === ZONE));
        const sent = method === "GET" ? {} : { body };
        const answer = await platform.api(method, path + query, sent);
        expect(platform.log.filter((line) => line.includes("internal error"))).toEqual([]);
        expect(answer.status).toBeLessThan(500);
        if (answer.status !== 204) {
          expect(Object.keys(answer.body as object)).toEqual(
            expect.arrayContaining(["result", "success", "errors", "messages"]),
          );
        }
      }),
      { numRuns: 600 },
    );
  }, 60_000);

  it("to the gateway is answered with JSON-RPC", async () => {
    await fc.assert(
      fc.asyncProperty(json, async (body) => {
        const answer = await platform.rpc("sepolia", body);
        expect(answer.status).toBeLessThan(500);
        const answers = Array.isArray(answer.body) ? (answer.body as unknown[]) : [answer.body];
        if (answer.status !== 204) {
          for (const one of answers) expect(one).toMatchObject({ jsonrpc: "2.0" });
        }
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});
