import { UNKNOWN } from "../../../../provider/api";
import { checkToken } from "../../../../provider/tokens";

const ID = "0123456789abcdef0123456789abcdef";
const at = { vendor: "acme", now: new Date("2030-01-01T00:00:00Z") };
const good = {
  name: "ci",
  accountId: ID,
  policies: [
    {
      effect: "allow",
      resources: { [`zone.${ID}`]: "*" },
      permissionGroups: [{ name: "Zone WAF Write", scope: "zone" }, { id: ID }],
    },
  ],
  condition: { requestIp: { in: ["192.0.2.0/24"], notIn: ["192.0.2.7/32"] } },
  notBefore: "2030-01-02T00:00:00Z",
  expiresOn: "2030-04-02T00:00:00Z",
  status: "disabled",
};
const withPolicy = (change: object) => ({ ...good, policies: [{ ...good.policies[0], ...change }] });
const withResources = (resources: unknown) => withPolicy({ resources });
const withNetworks = (requestIp: unknown) => ({ ...good, condition: { requestIp } });

const BAD: [string, unknown, string, RegExp][] = [
  ["no object", "token", "", /must be an object, found a string/],
  ["an unknown member", { ...good, expireOn: "x" }, "expireOn", /did you mean "expiresOn"\?/],
  ["no name", { ...good, name: "" }, "name", /1 to 120 characters, found an empty string/],
  [
    "a name of 121 characters",
    { ...good, name: "n".repeat(121) },
    "name",
    /at most 120 characters, found 121/,
  ],
  [
    "a bad account",
    { ...good, accountId: "ABC" },
    "accountId",
    /32 lower-case hexadecimal digits, found "ABC"/,
  ],
  ["no policies", { ...good, policies: undefined }, "policies", /is missing; write a list of policies/],
  ["empty policies", { ...good, policies: [] }, "policies", /is empty/],
  ["denials alone", withPolicy({ effect: "deny" }), "policies", /contain only denials/],
  [
    "a bad effect",
    withPolicy({ effect: "alow" }),
    "policies[0].effect",
    /"allow" or "deny", found "alow"; did you mean "allow"/,
  ],
  ["no resources", withResources(undefined), "policies[0].resources", /is missing/],
  ["empty resources", withResources({}), "policies[0].resources", /names no resource/],
  ["an empty list of resources", withResources([]), "policies[0].resources", /names no resource/],
  [
    "a bad zone id",
    withResources({ "zone.1": "*" }),
    "policies[0].resources.zone.1",
    /hexadecimal digits, found "1"/,
  ],
  [
    "the name of a zone",
    withResources({ "zone.example.com": "*" }),
    "policies[0].resources.zone.example.com",
    /^needs an id of 32 lower-case hexadecimal digits, found "example\.com"; getZone\(\{ name: "example\.com" \}\) returns the id$/,
  ],
  [
    "the name of an account",
    withResources({ "account.Example Inc.": "*" }),
    "policies[0].resources.account.Example Inc.",
    /^needs an id of 32 lower-case hexadecimal digits, found "Example Inc\."$/,
  ],
  [
    "a type without an id",
    withResources({ zone: "*" }),
    "policies[0].resources.zone",
    /^is not a resource key; write zone\.<id>, zone\.\*, account\.<id>, account\.\*, user or user\.<id>$/,
  ],
  [
    "a misspelt key",
    withResources({ "zones.*": "*" }),
    "policies[0].resources.zones.*",
    /did you mean "zone"/,
  ],
  [
    "every user",
    withResources({ "user.*": "*" }),
    "policies[0].resources.user.*",
    /only name the user that creates the token/,
  ],
  [
    "another vendor's key",
    withResources({ [`com.other.api.account.${ID}`]: "*" }),
    `policies[0].resources.com.other.api.account.${ID}`,
    /vendor "other".*the configured vendor is "acme"/,
  ],
  [
    "a bad value",
    withResources({ "zone.*": "all" }),
    "policies[0].resources.zone.*",
    /must be "\*" or an object/,
  ],
  [
    "all buckets",
    withResources({ "bucket.*": "*" }),
    "policies[0].resources.bucket.*",
    /names all buckets, which the API refuses: name each one/,
  ],
  [
    "a bucket without its account",
    withResources({ "com.acme.edge.r2.bucket.logs": "*" }),
    "policies[0].resources.com.acme.edge.r2.bucket.logs",
    /names no bucket; write bucket\.<account id>_<jurisdiction>_<name>, .*found "logs"/,
  ],
  [
    "zones below a bucket",
    withResources({ [`bucket.${ID}_default_logs`]: { "zone.*": "*" } }),
    `policies[0].resources.bucket.${ID}_default_logs`,
    /only the key of an account can contain zones/,
  ],
  [
    "zones below the user",
    withResources({ user: { "zone.*": "*" } }),
    "policies[0].resources.user",
    /only the key of an account can contain zones/,
  ],
  [
    "zones below a zone",
    withResources({ "zone.*": { "zone.*": "*" } }),
    "policies[0].resources.zone.*",
    /only the key of an account can contain zones/,
  ],
  [
    "a map nested too deep",
    withResources({ "account.*": { "zone.*": { "zone.*": "*" } } }),
    "policies[0].resources.account.*.zone.*",
    /nested too deep/,
  ],
  [
    "an account below an account",
    withResources({ "account.*": { "account.*": "*" } }),
    "policies[0].resources.account.*.account.*",
    /can only contain zones/,
  ],
  [
    "an account and its zones in one policy",
    withResources([{ "account.*": "*" }, { "account.*": { "zone.*": "*" } }]),
    "policies[0].resources",
    /write two policies/,
  ],
  [
    "an account and its zones under a short and a full key",
    withResources({ "account.*": "*", "com.acme.api.account.*": { "zone.*": "*" } }),
    "policies[0].resources",
    /write two policies/,
  ],
  ["no groups", withPolicy({ permissionGroups: [] }), "policies[0].permissionGroups", /is empty/],
  [
    "a group by nothing",
    withPolicy({ permissionGroups: [{}] }),
    "policies[0].permissionGroups[0]",
    /neither id nor name/,
  ],
  [
    "a group by id and name",
    withPolicy({ permissionGroups: [{ id: ID, name: "DNS Read" }] }),
    "policies[0].permissionGroups[0]",
    /both id and name/,
  ],
  [
    "a bad group id",
    withPolicy({ permissionGroups: [{ id: "x" }] }),
    "policies[0].permissionGroups[0].id",
    /hexadecimal/,
  ],
  [
    "a bad scope",
    withPolicy({ permissionGroups: [{ name: "DNS Read", scope: "zones" }] }),
    "policies[0].permissionGroups[0].scope",
    /did you mean "zone"/,
  ],
  ["an empty condition", { ...good, condition: {} }, "condition", /no client could use the token/],
  ["an empty restriction", withNetworks({ in: [] }), "condition.requestIp", /no client could use the token/],
  [
    "a bare address",
    withNetworks({ in: ["192.0.2.1"] }),
    "condition.requestIp.in[0]",
    /write 192\.0\.2\.1\/32/,
  ],
  [
    "a bare IPv6 address",
    withNetworks({ notIn: ["2001:db8::1"] }),
    "condition.requestIp.notIn[0]",
    /write 2001:db8::1\/128/,
  ],
  [
    "a bad mask",
    withNetworks({ in: ["192.0.2.0/33"] }),
    "condition.requestIp.in[0]",
    /CIDR notation, found "192.0.2.0\/33"/,
  ],
  [
    "an IPv4-mapped IPv6 network",
    withNetworks({ in: ["::ffff:192.0.2.0/120"] }),
    "condition.requestIp.in[0]",
    /write the IPv4 network/,
  ],
  [
    "an IPv4-mapped IPv6 network, longer",
    withNetworks({ in: ["0:0:0:0:0:FFFF:c000:200/120"] }),
    "condition.requestIp.in[0]",
    /write the IPv4 network/,
  ],
  [
    "networks that shut each other",
    withNetworks({ in: ["10.1.0.0/16", "10.2.3.0/24"], notIn: ["10.0.0.0/8"] }),
    "condition.requestIp",
    /excludes all clients/,
  ],
  [
    "networks that shut each other together",
    withNetworks({ in: ["10.0.0.0/24"], notIn: ["10.0.0.128/25", "10.0.0.0/25"] }),
    "condition.requestIp",
    /notIn covers every address of in; remove a network from notIn/,
  ],
  [
    "all networks of both families",
    withNetworks({ notIn: ["::/0", "0.0.0.0/0"] }),
    "condition.requestIp",
    /notIn covers every address; remove/,
  ],
  ["a fraction", { ...good, expiresOn: "2030-05-01T00:00:00.5Z" }, "expiresOn", /write 2030-05-01T00:00:00Z/],
  [
    "an offset",
    { ...good, notBefore: "2030-01-02T03:00:00+02:00" },
    "notBefore",
    /write 2030-01-02T01:00:00Z/,
  ],
  [
    "a day that does not exist",
    { ...good, expiresOn: "2030-02-30T00:00:00Z" },
    "expiresOn",
    /found "2030-02-30T00:00:00Z"; 2030-02-30 is no day of the calendar$/,
  ],
  [
    "an end before the start",
    { ...good, expiresOn: "2030-01-01T12:00:00Z" },
    "expiresOn",
    /must be after notBefore/,
  ],
  [
    "an end in the past",
    { ...good, expiresOn: "2029-12-31T23:59:59Z" },
    "expiresOn",
    /is in the past.*now: 2030-01-01T00:00:00Z/,
  ],
  ["a status of the server", { ...good, status: "expired" }, "status", /set expiresOn/],
];

describe("checkToken", () => {
  it("accepts a valid token", () => {
    expect(checkToken(good, at)).toEqual([]);
  });

  it.each(BAD)("reports %s", (_, args, path, message) => {
    const problems = checkToken(args, at);
    expect(problems).toEqual([{ path, message: expect.stringMatching(message) as string }]);
  });

  it.each([
    { in: ["192.0.2.0/24"], notIn: ["192.0.2.0/32"] },
    { in: ["192.0.2.0/24", "2001:db8::/32"], notIn: ["192.0.0.0/16"] },
    { in: ["192.0.2.0/24"], notIn: ["::/0"] },
    { in: ["10.0.0.0/24"], notIn: ["10.0.0.128/25", "10.0.0.0/26"] },
    { in: ["10.0.0.0/24"], notIn: ["10.0.0.128/25", UNKNOWN] },
    { notIn: ["0.0.0.0/0"] },
    { notIn: ["192.0.2.0/24"] },
  ])("accepts networks that do not exclude all clients: %j", (networks) => {
    expect(checkToken(withNetworks(networks), at)).toEqual([]);
  });

  it("accepts every form of resources", () => {
    for (const resources of [
      { user: "*" },
      { [`user.${ID}`]: "*", "account.*": "*" },
      { [`com.acme.api.account.${ID}`]: { "com.acme.api.account.zone.*": "*", [`zone.${ID}`]: "*" } },
      { [`bucket.${ID}_eu_my-logs`]: "*" },
      [{ "zone.*": "*" }, { [`com.acme.edge.r2.bucket.${ID}_default_logs`]: "*" }],
    ]) {
      expect(checkToken(withResources(resources), at)).toEqual([]);
    }
  });

  it("accepts an unknown value at any depth", () => {
    const places = (value: unknown): unknown[] => {
      if (typeof value !== "object" || value === null) return [UNKNOWN];
      const inner = Object.entries(value).flatMap(([name, member]) =>
        places(member).map((changed) =>
          Array.isArray(value)
            ? value.map((item: unknown, i) => (String(i) === name ? changed : item))
            : { ...value, [name]: changed },
        ),
      );
      return [UNKNOWN, ...inner];
    };
    const all = places(good);
    expect(all.length).toBeGreaterThan(20);
    for (const args of all) expect([args, checkToken(args, at)]).toEqual([args, []]);
  });

  it("reports all problems at once", () => {
    const args = { ...withResources({}), name: "", status: "off" };
    expect(checkToken(args, at).map(({ path }) => path)).toEqual(["name", "policies[0].resources", "status"]);
  });
});
