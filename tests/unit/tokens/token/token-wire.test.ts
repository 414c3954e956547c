import fc from "fast-check";
import { TokenCreate, TokenReplace, type Token } from "../../../../provider/api";
import {
  canonicalToken,
  fromWire,
  samePolicies,
  sameToken,
  toReplacement,
  toWire,
  type TokenState,
} from "../../../../provider/tokens";

const ids = ["a", "b", "c"].map((letter) => letter.repeat(32));
const keys = ids.map((id) => `com.acme.api.account.zone.${id}`);
const full: TokenState = {
  name: "ci",
  policies: [
    {
      effect: "deny",
      resources: { [`com.acme.api.account.${ids[0]!}`]: { "com.acme.api.account.zone.*": "*" } },
      permissionGroups: [{ id: ids[1]! }, { id: ids[0]!, name: "DNS Write" }],
    },
    { resources: { [keys[1]!]: "*", [keys[0]!]: "*" }, permissionGroups: [{ id: ids[0]! }] },
  ],
  condition: { requestIp: { in: ["192.0.2.0/24"], notIn: ["192.0.2.7/32"] } },
  notBefore: "2030-01-01T00:00:00Z",
  expiresOn: "2030-04-01T00:00:00Z",
};
const answered = (body: TokenCreate): Token => ({
  id: "t",
  issued_on: "2030-01-01T00:00:00Z",
  ...body,
  status: body.status ?? "active",
});

const subset = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: 1 });
const policy = fc.record(
  {
    effect: fc.constantFrom("allow", "deny"),
    resources: subset(keys).map((chosen) => Object.fromEntries(chosen.map((key) => [key, "*" as const]))),
    permissionGroups: subset(ids).map((chosen) => chosen.map((id) => ({ id }))),
  },
  { requiredKeys: ["resources", "permissionGroups"] },
);
const networks = subset(["192.0.2.0/24", "2001:db8::/32", "198.51.100.7/32"]);
const token = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 120 }),
    policies: fc.array(policy, { minLength: 1, maxLength: 3 }),
    condition: fc.record({
      requestIp: fc.record({ in: networks, notIn: networks }, { requiredKeys: ["in"] }),
    }),
    notBefore: fc.constant("2030-01-01T00:00:00Z"),
    expiresOn: fc.constant("2030-04-01T00:00:00Z"),
  },
  { requiredKeys: ["name", "policies"] },
) as fc.Arbitrary<TokenState>;

describe("toWire", () => {
  it("serializes the body for the API, with sorted sets", () => {
    expect(toWire(full)).toEqual({
      name: "ci",
      policies: [
        {
          effect: "allow",
          resources: { [keys[0]!]: "*", [keys[1]!]: "*" },
          permission_groups: [{ id: ids[0] }],
        },
        {
          effect: "deny",
          resources: { [`com.acme.api.account.${ids[0]!}`]: { "com.acme.api.account.zone.*": "*" } },
          permission_groups: [{ id: ids[0] }, { id: ids[1] }],
        },
      ],
      not_before: "2030-01-01T00:00:00Z",
      expires_on: "2030-04-01T00:00:00Z",
      condition: { "request.ip": { in: ["192.0.2.0/24"], not_in: ["192.0.2.7/32"] } },
    });
  });

  it("is the inverse of fromWire", () => {
    fc.assert(
      fc.property(token, (args) => {
        const body = TokenCreate.parse(toWire(args));
        expect(fromWire(answered(body))).toEqual(canonicalToken(args));
        expect(toWire(fromWire(answered(body)))).toEqual(body);
        expect(sameToken(fromWire(answered(body)), args)).toBe(true);
      }),
    );
  });

  it("throws for a permission group without id", () => {
    const args = { ...full, policies: [{ resources: {}, permissionGroups: [{ name: "DNS Read" }] }] };
    expect(() => toWire(args)).toThrow('The permission group "DNS Read" has no id');
  });
});

describe("toReplacement", () => {
  it("includes the status, so that a disabled token can be enabled again", () => {
    expect(TokenReplace.parse(toReplacement(full)).status).toBe("active");
    expect(toReplacement({ ...full, status: "disabled" }).status).toBe("disabled");
  });
});

describe("fromWire", () => {
  const plain = answered({ name: "t", policies: [], not_before: null, expires_on: null, condition: null });

  it("treats null as absent", () => {
    expect(fromWire(plain)).toEqual({ name: "t", policies: [] });
  });

  it.each(["request.ip", "request_ip"])("reads the condition by the key %s", (key) => {
    expect(
      fromWire({ ...plain, condition: { [key]: { in: ["192.0.2.0/24"], not_in: null } } }).condition,
    ).toEqual({
      requestIp: { in: ["192.0.2.0/24"] },
    });
  });

  it("returns the status of a disabled token, and no other status", () => {
    expect(fromWire({ ...plain, status: "disabled" }).status).toBe("disabled");
    expect(fromWire({ ...plain, status: "expired" })).not.toHaveProperty("status");
  });

  it("keeps the names of groups that the server returns", () => {
    const policies = [
      {
        id: "p",
        effect: "allow" as const,
        resources: {},
        permission_groups: [{ id: "g", name: "DNS Read" }],
      },
    ];
    expect(fromWire({ ...plain, policies }).policies).toEqual([
      { resources: {}, permissionGroups: [{ id: "g", name: "DNS Read" }] },
    ]);
  });
});

describe("sameToken", () => {
  it.each<[string, Partial<TokenState>]>([
    ["the order and repetition of policies", { policies: [...full.policies, ...full.policies].reverse() }],
    [
      "the name of a group with an id",
      {
        policies: full.policies.map((one) => ({
          ...one,
          permissionGroups: one.permissionGroups.map(({ id }) => ({ id: id!, name: "x" })),
        })),
      },
    ],
    ["a default that is written", { status: "active" }],
    [
      "bits of the host in a network",
      { condition: { requestIp: { in: ["192.0.2.9/24"], notIn: ["192.0.2.7/32"] } } },
    ],
  ])("ignores %s", (_, change) => {
    expect(sameToken(full, { ...full, ...change })).toBe(true);
  });

  it.each<[string, Partial<TokenState>]>([
    ["name", { name: "other" }],
    ["policies", { policies: full.policies.slice(1) }],
    ["effect", { policies: full.policies.map((one) => ({ ...one, effect: "allow" })) }],
    ["networks", { condition: { requestIp: { in: ["192.0.2.0/25"], notIn: ["192.0.2.7/32"] } } }],
    ["side of a network", { condition: { requestIp: { in: ["192.0.2.0/24", "192.0.2.7/32"] } } }],
    ["start", { notBefore: "2030-01-01T00:00:01Z" }],
    ["end", { expiresOn: "2030-04-01T00:00:01Z" }],
    ["status", { status: "disabled" }],
  ])("detects another %s", (_, change) => {
    expect(sameToken(full, { ...full, ...change })).toBe(false);
  });

  it("detects a removed condition", () => {
    const { condition, ...open } = full;
    expect(condition).toBeDefined();
    expect(sameToken(full, open)).toBe(false);
  });
});

describe("samePolicies", () => {
  it("compares as sets, in any order of resources and groups", () => {
    fc.assert(
      fc.property(fc.array(policy, { maxLength: 3 }), (policies) => {
        const turned = policies.toReversed().map(({ resources, permissionGroups, ...rest }) => ({
          ...rest,
          resources: Object.fromEntries(Object.entries(resources).reverse()),
          permissionGroups: permissionGroups.toReversed(),
        })) as TokenState["policies"];
        expect(samePolicies(policies as TokenState["policies"], turned)).toBe(true);
      }),
    );
  });
});
