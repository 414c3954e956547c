import { UNKNOWN } from "../../../../provider/api";
import {
  expandKey,
  expandResources,
  parseResourceKey,
  resourceKeys,
  shortenKey,
} from "../../../../provider/tokens";

const A = "a".repeat(32);
const Z = "b".repeat(32);

describe("expandResources", () => {
  // The forms in the table of resource keys of the specification.
  it.each([
    [resourceKeys.account(A), { [`com.vendor.api.account.${A}`]: "*" }],
    [resourceKeys.allAccounts(), { "com.vendor.api.account.*": "*" }],
    [resourceKeys.zone(Z), { [`com.vendor.api.account.zone.${Z}`]: "*" }],
    [
      resourceKeys.allZonesIn(A),
      { [`com.vendor.api.account.${A}`]: { "com.vendor.api.account.zone.*": "*" } },
    ],
    [resourceKeys.allZones(), { "com.vendor.api.account.zone.*": "*" }],
    [resourceKeys.bucket(A, "logs"), { [`com.vendor.edge.r2.bucket.${A}_default_logs`]: "*" }],
    [resourceKeys.bucket(A, "logs", "eu"), { [`com.vendor.edge.r2.bucket.${A}_eu_logs`]: "*" }],
    [resourceKeys.user(Z), { [`com.vendor.api.user.${Z}`]: "*" }],
  ])("expands %j", (short, full) => {
    expect(expandResources(short, "vendor")).toEqual(full);
    expect(expandResources(full, "vendor")).toEqual(full);
  });

  it("fills in the caller's own id, or keeps the short key", () => {
    expect(expandResources(resourceKeys.user(), "vendor")).toEqual({ user: "*" });
    expect(expandResources(resourceKeys.user(), "vendor", Z)).toEqual({ [`com.vendor.api.user.${Z}`]: "*" });
  });

  it("merges a list of maps, and zones of one account", () => {
    const list = [
      resourceKeys.zone(Z),
      { [`account.${A}`]: { [`zone.${Z}`]: "*" } },
      resourceKeys.allZonesIn(A),
    ];
    expect(expandResources(list, "vendor")).toEqual({
      [`com.vendor.api.account.zone.${Z}`]: "*",
      [`com.vendor.api.account.${A}`]: {
        [`com.vendor.api.account.zone.${Z}`]: "*",
        "com.vendor.api.account.zone.*": "*",
      },
    });
  });

  it("merges short keys with full ones of the same resource", () => {
    const full = { [`com.vendor.api.account.${A}`]: { "com.vendor.api.account.zone.*": "*" } };
    const expected = {
      [`com.vendor.api.account.${A}`]: {
        [`com.vendor.api.account.zone.${Z}`]: "*",
        "com.vendor.api.account.zone.*": "*",
      },
    };
    expect(expandResources([{ [`account.${A}`]: { [`zone.${Z}`]: "*" } }, full], "vendor")).toEqual(expected);
    expect(expandResources({ [`account.${A}`]: { [`zone.${Z}`]: "*" }, ...full }, "vendor")).toEqual(
      expected,
    );
  });

  it("keeps unknown values", () => {
    expect(expandResources(UNKNOWN, "vendor")).toBe(UNKNOWN);
    expect(expandResources({ "zone.*": UNKNOWN }, "vendor")).toEqual({
      "com.vendor.api.account.zone.*": UNKNOWN,
    });
    expect(expandResources([UNKNOWN, resourceKeys.zone(Z)], "vendor")).toEqual([
      UNKNOWN,
      resourceKeys.zone(Z),
    ]);
  });

  it("keeps other keys, which checkToken reports", () => {
    expect(expandResources({ "zones.*": "*", "com.vendor.edge.r2.bucket.x": "*" }, "vendor")).toEqual({
      "zones.*": "*",
      "com.vendor.edge.r2.bucket.x": "*",
    });
  });
});

describe("parseResourceKey", () => {
  it.each([
    [`com.vendor.api.account.zone.${Z}`, { type: "zone", id: Z }],
    ["com.vendor.api.account.*", { type: "account", id: "*" }],
    ["com.vendor.api.user.me", { type: "user", id: "me" }],
    ["com.vendor.api.account", undefined],
    ["com.vendor.api.account.", undefined],
    ["com.other.api.account.x", undefined],
    ["com.vendor.edge.r2.bucket.x", undefined],
  ])("parses %s", (key, parsed) => {
    expect(parseResourceKey(key, "vendor")).toEqual(parsed);
  });
});

describe("shortenKey", () => {
  it.each([`account.${A}`, "account.*", `zone.${Z}`, "zone.*", `user.${A}`, `bucket.${A}_default_logs`])(
    "is the inverse of expandKey for %s",
    (short) => {
      expect(shortenKey(expandKey(short, "vendor"))).toBe(short);
    },
  );

  it("keeps any other key", () => {
    for (const key of ["zone.*", "com.vendor.api.account", "com.vendor.api.pages.1", ""])
      expect(shortenKey(key)).toBe(key);
  });
});
