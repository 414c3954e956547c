import {
  AccessQuestionError,
  explainAccess,
  type ExplainedToken,
  type TokenState,
} from "../../../../provider/tokens";

const ACCOUNT = "0".repeat(31) + "a";
const ZONE = "0".repeat(31) + "1";
const AT = new Date("2030-06-01T00:00:00Z");

const editor: TokenState = {
  name: "editor",
  policies: [
    { resources: { "zone.*": "*" }, permissionGroups: [{ name: "Zone WAF Write" }, { name: "Zone Read" }] },
    { effect: "deny", resources: { [`zone.${ZONE}`]: "*" }, permissionGroups: [{ name: "Zone Read" }] },
  ],
};
const onZone = (action: string, token: ExplainedToken = editor, more = {}) =>
  explainAccess(token, action, `zone.${ZONE}`, more);

describe("explainAccess", () => {
  it("names the policy and the group that allow it", () =>
    expect(onZone("patchRule")).toEqual({
      allowed: true,
      by: "explicit allow",
      policy: 0,
      obstacles: [],
      needs: expect.arrayContaining([
        { groups: expect.arrayContaining(["Zone WAF Write"]) as string[], resource: `zone.${ZONE}` },
      ]) as object[],
      reason: "allowed: policy 1 allows it by Zone WAF Write (explicit allow)",
    }));

  it("names the policy that denies it, even if another allows it", () => {
    expect(onZone("getZone")).toMatchObject({ allowed: false, by: "explicit deny", policy: 1 });
    expect(onZone("getZone").reason).toBe("refused: policy 2 denies it by Zone Read (explicit deny)");
  });

  it("names the sufficient permissions if no policy allows it, depending on the phase", () => {
    const { by, reason } = onZone("addRule", editor, { phase: "http_request_dynamic_redirect" });
    expect({ by, reason }).toEqual({
      by: "implicit deny",
      reason:
        `refused: no policy allows it (implicit deny); it requires Dynamic URL Redirects Write on zone.${ZONE}, ` +
        "or Account WAF Write or Account Rulesets Write on its account",
    });
  });

  it("accepts a permission group as action, by name and by id", () => {
    expect(onZone("Zone WAF Write").allowed).toBe(true);
    expect(onZone("fb6778dc191143babbfaa57993f1d275").allowed).toBe(true);
    expect(onZone("DNS Write").by).toBe("implicit deny");
  });

  it("chooses the group of a repeated name by the resource", () => {
    const logs: TokenState = {
      name: "logs",
      policies: [{ resources: { [`account.${ACCOUNT}`]: "*" }, permissionGroups: [{ name: "Logs Write" }] }],
    };
    expect(explainAccess(logs, "Logs Write", `account.${ACCOUNT}`).allowed).toBe(true);
    expect(onZone("Logs Write", logs, { accountId: ACCOUNT }).allowed).toBe(false);
  });

  it("requires no permission for what every token may do", () => {
    expect(explainAccess({ ...editor, policies: [] }, "validateExpression", "user")).toMatchObject({
      allowed: true,
      by: "nothing needed",
    });
  });

  it("accepts API responses and arguments of a program, with full and short keys", () => {
    const answered = {
      status: "active",
      policies: [
        {
          id: "1",
          effect: "allow" as const,
          resources: { [`com.acme.api.account.${ACCOUNT}`]: { "com.acme.api.account.zone.*": "*" as const } },
          permission_groups: [{ id: "fb6778dc191143babbfaa57993f1d275" }],
        },
      ],
    };
    const known = { vendor: "acme", accountId: ACCOUNT };
    expect(onZone("patchRule", answered, known).allowed).toBe(true);
    const full = `com.acme.api.account.zone.${ZONE}`;
    expect(explainAccess(answered, "patchRule", full, known).allowed).toBe(true);
  });

  it("recognizes an API response without policies by its other members", () => {
    const answered = {
      status: "active",
      policies: [],
      condition: { "request.ip": { in: ["192.0.2.0/24"] } },
    };
    const { allowed, obstacles } = onZone("patchRule", answered, { from: "198.51.100.1" });
    expect({ allowed, obstacles }).toEqual({
      allowed: false,
      obstacles: ["its condition does not allow clients at 198.51.100.1"],
    });
  });

  it("treats user as the token's own user", () => {
    const id = "0".repeat(32);
    const own = (key: string): TokenState => ({
      name: "maker",
      policies: [{ resources: { [key]: "*" }, permissionGroups: [{ name: "API Tokens Write" }] }],
    });
    for (const key of ["user", `user.${id}`])
      expect(explainAccess(own(key), "createToken", "user").allowed).toBe(true);
    expect(explainAccess(own(`user.${id}`), "createToken", `user.${"1".repeat(32)}`).allowed).toBe(false);
  });

  it.each<[string, Partial<TokenState>, object, string]>([
    ["disabled", { status: "disabled" }, {}, "the token is disabled"],
    [
      "too early",
      { notBefore: "2030-06-01T00:00:01Z" },
      { at: AT },
      "it is not valid before 2030-06-01T00:00:01Z",
    ],
    ["ended", { expiresOn: "2030-06-01T00:00:00Z" }, { at: AT }, "it expired at 2030-06-01T00:00:00Z"],
    [
      "from elsewhere",
      { condition: { requestIp: { in: ["192.0.2.0/24"] } } },
      { from: "198.51.100.1" },
      "its condition does not allow clients at 198.51.100.1",
    ],
  ])(
    "refuses what policies allow to a token that is %s, and says both",
    (_, change, circumstances, obstacle) => {
      const found = onZone("patchRule", { ...editor, ...change }, circumstances);
      expect(found).toMatchObject({ allowed: false, by: "explicit allow", obstacles: [obstacle] });
      expect(found.reason).toBe(
        `refused: ${obstacle}; policy 1 allows it by Zone WAF Write (explicit allow)`,
      );
    },
  );

  it.each([
    ["a misspelt action", () => onZone("patchRules"), 'did you mean "patchRule"'],
    ["an unknown action", () => onZone("fly"), "an action is an operation (patchRule) or a permission group"],
    [
      "an action of something else",
      () => onZone("getUser"),
      "getUser does not apply to a zone: name a user.",
    ],
    ["a group of something else", () => onZone("API Tokens Write"), "applies to a user, not to a zone"],
    [
      "no single resource",
      () => explainAccess(editor, "getZone", "zone.*"),
      "does not name a single resource",
    ],
    [
      "a key of another kind",
      () => explainAccess(editor, "getZone", "example.com"),
      "does not name a single resource",
    ],
    ["an address that is none", () => onZone("getZone", editor, { from: "192.0.2" }), "is not an IP address"],
    [
      "a group that is not there",
      () =>
        onZone("getZone", {
          ...editor,
          policies: [{ ...editor.policies[0]!, permissionGroups: [{ name: "Zone" }] }],
        }),
      "did you mean",
    ],
    [
      "an account that decides and is not given",
      () =>
        onZone("getZone", {
          ...editor,
          policies: [
            {
              resources: { [`account.${ACCOUNT}`]: { "zone.*": "*" } },
              permissionGroups: [{ name: "Zone Read" }],
            },
          ],
        }),
      "set accountId",
    ],
  ])("rejects %s with the reason", (_, ask, message) => {
    expect(ask).toThrow(AccessQuestionError);
    expect(ask).toThrow(message);
  });
});
