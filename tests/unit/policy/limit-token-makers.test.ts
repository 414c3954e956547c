import { limitTokenMakers } from "../../../policy/index";
import { UNKNOWN } from "../../../provider/api";
import { runResourcePolicy, type Fixture } from "./policy-run";

const MAKER = { id: "686d18d5ac6c441c867cbf6771e58a0a", name: "API Tokens Write" };
const ACCOUNT_MAKER = { id: "5bc3f8b21c554832afc660159ab75fa4", name: "Account API Tokens Write" };
const OTHER = { id: "e17beae8b8cb423a99b1730f21238bed", name: "Cache Purge" };
const USER = { "com.cloudflare.api.user.7a7c2e9f8d6b4e5fa1b2c3d4e5f60718": "*" };

/** A token as `check` returns it: full resource keys, each group with its id. */
const maker: Fixture = {
  kind: "ApiToken",
  name: "maker",
  properties: {
    name: "maker-1f2e3d",
    policies: [{ resources: USER, permissionGroups: [MAKER] }],
    condition: { requestIp: { in: ["192.0.2.0/24"] } },
    expiresOn: "2030-01-01T00:00:00Z",
  },
};

describe("limit-token-makers", () => {
  it.each([
    ["client networks and an end", {}],
    ["client networks alone", { expiresOn: undefined }],
    ["an end alone", { condition: undefined }],
    ["two groups that make tokens", { policies: [policy([MAKER, ACCOUNT_MAKER])] }],
  ])("passes a token that can create tokens with %s", async (_what, change) => {
    expect(await runResourcePolicy(limitTokenMakers, within(maker, change))).toEqual([]);
  });

  it("passes any token that cannot create tokens", async () => {
    const wide = within(maker, { policies: [policy([OTHER])], condition: undefined, expiresOn: undefined });
    expect(await runResourcePolicy(limitTokenMakers, wide)).toEqual([]);
  });

  it("names the other permission, with its path", async () => {
    const [message, ...more] = await runResourcePolicy(
      limitTokenMakers,
      within(maker, { policies: [policy([MAKER]), policy([OTHER])] }),
    );
    expect(message).toMatch(
      /^ApiToken "maker": policies\[1\]\.permissionGroups\[0\]: "Cache Purge" must not be in a token that can create tokens/,
    );
    expect(more).toEqual([]);
  });

  it.each([
    ["is not limited at all", { condition: undefined, expiresOn: undefined }],
    [
      "only refuses some networks",
      { condition: { requestIp: { notIn: ["192.0.2.0/24"] } }, expiresOn: undefined },
    ],
    [
      "lets in the whole address space",
      { condition: { requestIp: { in: ["0.0.0.0/0"] } }, expiresOn: undefined },
    ],
  ])("reports a token that can create tokens and %s", async (_what, change) => {
    const [message, ...more] = await runResourcePolicy(limitTokenMakers, within(maker, change));
    expect(message).toMatch(/^ApiToken "maker" can create tokens .*set condition\.requestIp\.in/);
    expect(more).toEqual([]);
  });

  it.each([
    ["id", { id: ACCOUNT_MAKER.id }],
    ["name", { name: "Account API Tokens Write" }],
    ["name, where another platform gave it another id", { id: OTHER.id, name: "API Tokens Write" }],
  ])("recognizes a token-making group by its %s", async (_what, group) => {
    const unlimited = { policies: [policy([group])], condition: undefined, expiresOn: undefined };
    expect(await runResourcePolicy(limitTokenMakers, within(maker, unlimited))).toHaveLength(1);
  });

  it("ignores denials", async () => {
    const denied = { policies: [policy([OTHER]), { ...policy([MAKER]), effect: "deny" }] };
    expect(await runResourcePolicy(limitTokenMakers, within(maker, denied))).toEqual([]);
  });

  it("reports a token that its program allows, with the reason", async () => {
    const reason = `The runners have no fixed address. ${"Agreed with security. ".repeat(4)}`;
    const allowed = { condition: undefined, expiresOn: undefined, allowTokenMaking: reason };
    const [message, ...more] = await runResourcePolicy(limitTokenMakers, within(maker, allowed));
    expect(message).toMatch(/^ApiToken "maker" can create tokens .*set condition\.requestIp\.in/);
    expect(message).toContain(`The program allows this with the reason ${JSON.stringify(reason)}.`);
    expect(more).toEqual([]);
    const secret = { ...allowed, secretInputs: ["allowTokenMaking"] };
    const [hidden] = await runResourcePolicy(limitTokenMakers, within(maker, secret));
    expect(hidden).toMatch(/The program allows this with a reason that is secret or unknown\.$/);
    expect(hidden).not.toContain("runners");
  });

  it("ignores a reason that a token does not need", async () => {
    const needless = within(maker, { allowTokenMaking: "Just in case." });
    expect(await runResourcePolicy(limitTokenMakers, needless)).toEqual([]);
  });

  it("does not name groups if the policies are secret", async () => {
    const hidden = { policies: [policy([MAKER, OTHER])], secretInputs: ["policies"] };
    const [message] = await runResourcePolicy(limitTokenMakers, within(maker, hidden));
    expect(message).toMatch(
      /^ApiToken "maker": policies\[0\]\.permissionGroups\[1\]: a permission group must not be in a token/,
    );
    expect(message).not.toContain("Cache Purge");
  });
});

describe("limit-token-makers in a preview with unknown values", () => {
  it.each([
    ["the policies", { policies: UNKNOWN }],
    ["a policy", { policies: [UNKNOWN, policy([MAKER])] }],
    ["the groups", { policies: [{ resources: USER, permissionGroups: UNKNOWN }] }],
    ["a group", { policies: [policy([MAKER, UNKNOWN])] }],
    ["a group's id", { policies: [policy([MAKER, { id: UNKNOWN }])] }],
    ["the condition", { condition: UNKNOWN, expiresOn: undefined }],
    ["the networks", { condition: { requestIp: { in: UNKNOWN } }, expiresOn: undefined }],
    ["a network", { condition: { requestIp: { in: [UNKNOWN] } }, expiresOn: undefined }],
    ["the end", { condition: undefined, expiresOn: UNKNOWN }],
  ])("reports nothing if %s may turn out valid", async (_what, change) => {
    expect(await runResourcePolicy(limitTokenMakers, within(maker, change))).toEqual([]);
  });

  it("still reports known problems beside unknown values", async () => {
    const mixed = { policies: [UNKNOWN, policy([MAKER, OTHER])], condition: UNKNOWN };
    expect(await runResourcePolicy(limitTokenMakers, within(maker, mixed))).toEqual([
      expect.stringMatching(/^ApiToken "maker": policies\[1\]\.permissionGroups\[1\]: "Cache Purge"/),
    ]);
  });
});

function policy(permissionGroups: unknown) {
  return { resources: USER, permissionGroups };
}

function within(fixture: Fixture, change: Fixture["properties"]): Fixture {
  // Absent properties never reach a policy.
  const properties = Object.entries({ ...fixture.properties, ...change }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...fixture, properties: Object.fromEntries(properties) };
}
