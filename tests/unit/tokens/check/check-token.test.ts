import { checkToken } from "../../../../provider/tokens";
import { withUnknownParts } from "../../../support/unknown-parts";

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
    const all = withUnknownParts(good);
    expect(all.length).toBeGreaterThan(20);
    for (const args of all) expect([args, checkToken(args, at)]).toEqual([args, []]);
  });

  it("reports all problems at once", () => {
    const args = { ...withResources({}), name: "", status: "off" };
    expect(checkToken(args, at).map(({ path }) => path)).toEqual(["name", "policies[0].resources", "status"]);
  });
});
