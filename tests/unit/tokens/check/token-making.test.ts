import { UNKNOWN } from "../../../../provider/api";
import {
  checkTokenMakingReason,
  tokenMakingProblems,
  type PermissionGroupState,
  type TokenState,
} from "../../../../provider/tokens";

const MAKES = { id: "686d18d5ac6c441c867cbf6771e58a0a" };
const policy = (...permissionGroups: PermissionGroupState[]) => ({
  resources: { user: "*" as const },
  permissionGroups,
});
const token = (over: Partial<TokenState>): TokenState => ({
  name: "factory",
  policies: [policy(MAKES)],
  ...over,
});
const limited = { condition: { requestIp: { in: ["192.0.2.0/24"] } } };

describe("tokenMakingProblems", () => {
  it("accepts a token that cannot create tokens", () => {
    expect(
      tokenMakingProblems(token({ policies: [policy({ name: "DNS Write" }, { name: "API Tokens Read" })] })),
    ).toEqual([]);
  });

  it.each<Partial<TokenState>>([
    limited,
    { expiresOn: "2030-01-01T00:00:00Z" },
    { expiresOn: UNKNOWN },
    { condition: UNKNOWN as unknown as NonNullable<TokenState["condition"]> },
    { condition: { requestIp: { in: [UNKNOWN] } } },
  ])("accepts a token without other permissions that is limited by %j", (limit) => {
    expect(tokenMakingProblems(token(limit))).toEqual([]);
  });

  it.each<Partial<TokenState>>([
    {},
    { notBefore: "2030-01-01T00:00:00Z" },
    { condition: { requestIp: { notIn: ["192.0.2.0/24"] } } },
    { condition: { requestIp: { in: [] } } },
    { condition: { requestIp: { in: ["192.0.2.0/24", "0.0.0.0/0"] } } },
    { condition: { requestIp: { in: ["::/0"] } } },
  ])("requires a limit beside %j", (limit) => {
    expect(tokenMakingProblems(token(limit)).map(({ path }) => path)).toEqual([""]);
  });

  it.each([
    MAKES,
    { name: "API Tokens Write" },
    { name: "Account API Tokens Write", scope: "account" },
    { id: "1".repeat(32), name: "API Tokens Write" },
  ])("reports the other permission %j", (group) => {
    const policies = [policy({ name: "DNS Read" }), policy(group, { id: "0".repeat(32) })];
    const problems = tokenMakingProblems(token({ ...limited, policies }));
    expect(problems.map(({ path }) => path)).toEqual([
      "policies[0].permissionGroups[0]",
      "policies[1].permissionGroups[1]",
    ]);
    expect(problems[0]?.message).toMatch(
      /^"DNS Read" must not be in a token that can create tokens.*into another token, or state the reason in allowTokenMaking$/,
    );
  });

  it("ignores denials", () => {
    const policies = [policy(MAKES), { ...policy({ name: "DNS Read" }), effect: "deny" as const }];
    expect(tokenMakingProblems(token({ ...limited, policies }))).toEqual([]);
    expect(
      tokenMakingProblems(
        token({ policies: [{ ...policy(MAKES), effect: "deny" }, policy({ name: "DNS Read" })] }),
      ),
    ).toEqual([]);
  });
});

describe("checkTokenMakingReason", () => {
  it.each([undefined, UNKNOWN, "The runners have no fixed address.", "没有固定地址"])(
    "accepts %j",
    (reason) => {
      expect(checkTokenMakingReason(reason)).toEqual([]);
    },
  );

  it.each<[unknown, string]>([
    ["", "an empty string"],
    ["  \n", "a text without words"],
    ["-", "a text without words"],
    ["1", "a text without words"],
    [true, "a boolean"],
    [null, "null"],
  ])("rejects %j, which is no reason", (reason, found) => {
    const message = expect.stringMatching(
      new RegExp(`^must be a reason in words, .*; found ${found}$`),
    ) as string;
    expect(checkTokenMakingReason(reason)).toEqual([{ path: "allowTokenMaking", message }]);
  });
});
