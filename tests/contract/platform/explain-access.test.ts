import fc from "fast-check";
import { KNOWN_PERMISSION_GROUPS, type Phase, type PolicyWrite, type Token } from "../../../provider/api";
import { explainAccess, type AccessCircumstances } from "../../../provider/tokens";
import { ask } from "../../support/lifecycle";
import { bearer, EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
const NOBODY = "0".repeat(32);
const PHASES: Phase[] = [
  "http_request_firewall_custom",
  "http_request_dynamic_redirect",
  "http_config_settings",
];

interface Call {
  readonly action: string;
  readonly resource: string;
  readonly method: string;
  readonly path: string;
  readonly phase?: Phase;
}

/** Requests for missing objects or with invalid bodies: the platform checks access, but nothing changes. */
function calls(): Call[] {
  const account = platform.accountId;
  const places = [
    { resource: `zone.${EXAMPLE_COM}`, at: `/zones/${EXAMPLE_COM}` },
    { resource: `account.${account}`, at: `/accounts/${account}` },
  ];
  const owners = [
    { resource: "user", at: "/user" },
    { resource: `account.${account}`, at: `/accounts/${account}` },
  ];
  return [
    ...places.flatMap(({ resource, at }) => [
      { action: "listRulesets", resource, method: "GET", path: `${at}/rulesets` },
      { action: "createRuleset", resource, method: "POST", path: `${at}/rulesets` },
      {
        action: "getRuleset",
        resource,
        method: "GET",
        path: `${at}/rulesets/${OWASP}`,
        phase: "http_request_firewall_managed" as const,
      },
      { action: "addRule", resource, method: "POST", path: `${at}/rulesets/${NOBODY}/rules` },
      { action: "removeRule", resource, method: "DELETE", path: `${at}/rulesets/${NOBODY}/rules/${NOBODY}` },
      ...PHASES.flatMap((phase) => {
        const path = `${at}/rulesets/phases/${phase}/entrypoint`;
        return [
          { action: "getEntrypoint", resource, method: "GET", path, phase },
          { action: "replaceEntrypoint", resource, method: "PUT", path, phase },
        ];
      }),
    ]),
    ...owners.flatMap(({ resource, at }) => [
      { action: "listTokens", resource, method: "GET", path: `${at}/tokens` },
      { action: "createToken", resource, method: "POST", path: `${at}/tokens` },
      { action: "rollToken", resource, method: "PUT", path: `${at}/tokens/${NOBODY}/value` },
      { action: "removeToken", resource, method: "DELETE", path: `${at}/tokens/${NOBODY}` },
    ]),
    { action: "getZone", resource: `zone.${EXAMPLE_COM}`, method: "GET", path: `/zones/${EXAMPLE_COM}` },
    { action: "patchZone", resource: `zone.${EXAMPLE_COM}`, method: "PATCH", path: `/zones/${EXAMPLE_COM}` },
    { action: "getAccount", resource: `account.${account}`, method: "GET", path: `/accounts/${account}` },
    { action: "getUser", resource: "user", method: "GET", path: "/user" },
  ];
}

const GROUPS = KNOWN_PERMISSION_GROUPS.filter(({ name }) =>
  /^(Zone WAF|Account WAF|Account Rulesets|Dynamic URL|Config Settings|Select Conf|Zone (Read|Write)|API Tokens|Account API|Account Settings|User Details)/.test(
    name,
  ),
);

function policies(): fc.Arbitrary<PolicyWrite[]> {
  const zones = fc.constantFrom(`account.zone.${EXAMPLE_COM}`, "account.zone.*");
  const account = fc.constantFrom(`account.${platform.accountId}`, "account.*");
  const whole = fc
    .oneof(zones, account, fc.constant(`user.${platform.userId}`))
    .map((key): [string, "*"] => [key, "*"]);
  const nested = fc.tuple(
    account,
    zones.map((key) => ({ [`com.cloudflare.api.${key}`]: "*" as const })),
  );
  return fc.array(
    fc.record({
      effect: fc.oneof(
        { weight: 4, arbitrary: fc.constant("allow" as const) },
        { weight: 1, arbitrary: fc.constant("deny" as const) },
      ),
      resources: fc.oneof(whole, nested).map(([key, value]) => ({ [`com.cloudflare.api.${key}`]: value })),
      permission_groups: fc
        .subarray(GROUPS, { minLength: 1, maxLength: 12 })
        .map((groups) => groups.map(({ id }) => ({ id }))),
    }),
    { minLength: 1, maxLength: 4 },
  );
}

/** Picks the unusable value with a probability of 1 in 8. With three such members, a third of the tokens is unusable. */
const oneInEight = <T, U>(usable: readonly T[], unusable: U): fc.Arbitrary<T | U> =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom(...usable) },
    { weight: 1, arbitrary: fc.constant(unusable) },
  );
const windows = fc.record({
  not_before: oneInEight([null, "2020-01-01T00:00:00Z"], "2099-01-01T00:00:00Z"),
  expires_on: fc.constantFrom(null, "2100-01-01T00:00:00Z"),
  condition: oneInEight([null, { "request.ip": { in: ["127.0.0.0/8"] } }], {
    "request.ip": { not_in: ["127.0.0.1/32"] },
  }),
  status: oneInEight(["active" as const], "disabled" as const),
});

describe("explainAccess", () => {
  it("agrees with the platform about generated tokens, for each operation", async () => {
    const verdicts = { allowed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(policies(), windows, async (granted, { status, ...window }) => {
        const body = { name: "generated", policies: granted, ...window };
        const { id, value } = await ask<{ id: string; value: string }>(
          platform,
          "POST",
          "/user/tokens",
          body,
        );
        const token = await ask<Token>(platform, "PUT", `/user/tokens/${id}`, { ...body, status });
        for (const { action, resource, method, path, phase } of calls()) {
          const known: AccessCircumstances = {
            accountId: platform.accountId,
            at: new Date(),
            from: "127.0.0.1",
            ...(phase && { phase }),
          };
          const { allowed, reason } = explainAccess(token, action, resource, known);
          const sent = method === "GET" || method === "DELETE" ? {} : { body: {} };
          const answer = await platform.api(method, path, { headers: bearer(value), ...sent });
          const saidYes = answer.status !== 403 && answer.status !== 401;
          expect({ action, resource, phase, reason, allowed }).toEqual({
            action,
            resource,
            phase,
            reason,
            allowed: saidYes,
          });
          verdicts[allowed ? "allowed" : "refused"] += 1;
        }
        await ask(platform, "DELETE", `/user/tokens/${id}`);
      }),
      { numRuns: 60 },
    );
    // About 300 of 2,000 are allowed, so the generated tokens are not trivial.
    expect(Math.min(verdicts.allowed, verdicts.refused)).toBeGreaterThan(50);
    // Thousands of requests, which take a minute on a busy machine.
  }, 300_000);

  it("agrees with the platform about the zones and accounts that lists contain", async () => {
    const granted = [
      {
        effect: "allow",
        resources: { "com.cloudflare.api.account.zone.*": "*" },
        permission_groups: [{ id: groupId("Zone Read") }],
      },
      {
        effect: "deny",
        resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
        permission_groups: [{ id: groupId("Zone Read") }],
      },
    ];
    const token = await ask<Token & { value: string }>(platform, "POST", "/user/tokens", {
      name: "lists",
      policies: granted,
    });
    const all = await ask<{ id: string }[]>(platform, "GET", "/zones");
    const answer = await platform.api("GET", "/zones", { headers: bearer(token.value) });
    const shown = new Set((answer.body as { result: { id: string }[] }).result.map(({ id }) => id));
    expect([shown.size, all.length]).toEqual([2, 3]);
    for (const { id } of all)
      expect(explainAccess(token, "listZones", `zone.${id}`).allowed).toBe(shown.has(id));
    expect(explainAccess(token, "listAccounts", `account.${platform.accountId}`).allowed).toBe(false);
  });
});

function groupId(name: string): string {
  return KNOWN_PERMISSION_GROUPS.find((group) => group.name === name)?.id ?? "";
}
