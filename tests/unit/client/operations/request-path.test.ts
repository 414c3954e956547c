import { InvalidRequestError } from "../../../../provider/client";
import {
  ownerPath,
  pathOf,
  pathSegment,
  queryText,
  scopePath,
} from "../../../../provider/client/operations/request-path";

const ID = "2f2feab2026849078ba485f918791bdc";

describe("pathOf", () => {
  it("puts scope and ids into an operation's path", () =>
    expect(pathOf("patchRule", `zones/${ID}`, { ruleset_id: ID, rule_id: ID })).toBe(
      `/zones/${ID}/rulesets/${ID}/rules/${ID}`,
    ));

  it("rejects a missing id", () =>
    expect(() => pathOf("getZone", undefined, {})).toThrow(
      "zone id is not 32 lower-case hexadecimal digits: it is empty",
    ));
});

describe("pathSegment", () => {
  it.each([
    ["zone_id", "example.com", "looks like a name; getZone looks up the id"],
    ["zone_id", ID.toUpperCase(), "it has upper-case letters"],
    ["token_id", ID.slice(1), "it has 31 characters"],
    ["token_id", "verify", "it has 6 characters"],
    ["rule_id", `../../${ID}`, "it has 38 characters"],
    ["version", "latest", "is not a whole number from 1"],
    ["version", "0", "is not a whole number from 1"],
    ["phase", "http/../x", "is not a name such as http_request_firewall_managed"],
    ["tag", "..", "is not a rule tag"],
    ["network", "sepolia/..", "is not a network's name"],
    ["network", "", "it is empty"],
  ])("rejects as %s: %s", (name, value, problem) => {
    const segment = () => pathSegment(name, value);
    expect(segment).toThrow(InvalidRequestError);
    expect(segment).toThrow(problem);
    expect(segment).toThrow("Nothing was sent.");
  });

  it("does not show the value, which may be a misplaced secret", () =>
    expect(() => pathSegment("zone_id", "canary-Token_0123456789")).not.toThrow("canary"));

  it("encodes a tag", () =>
    expect(pathSegment("tag", "file inclusion/ä?")).toBe("file%20inclusion%2F%C3%A4%3F"));
});

describe("ownerPath", () => {
  it("is the user", () => expect(ownerPath({ user: true })).toBe("user"));
  it("is an account", () => expect(ownerPath({ accountId: ID })).toBe(`accounts/${ID}`));
  it("rejects an invalid account id", () =>
    expect(() => ownerPath({ accountId: "me" })).toThrow("account id is not 32"));
});

describe("scopePath", () => {
  it("is a zone", () => expect(scopePath({ zoneId: ID })).toBe(`zones/${ID}`));
  it("is an account", () => expect(scopePath({ accountId: ID })).toBe(`accounts/${ID}`));
});

describe("queryText", () => {
  it("encodes names and values and omits undefined ones", () =>
    expect(queryText({ "account.id": ID, name: "a b&c=d", page: 2, status: undefined })).toBe(
      `?account.id=${ID}&name=a%20b%26c%3Dd&page=2`,
    ));

  it("is empty without values", () => expect(queryText({ cursor: undefined })).toBe(""));

  it("rejects an unpaired surrogate", () =>
    expect(() => queryText({ expression: "\ud800" })).toThrow(
      "expression contains an unpaired surrogate, which a URL cannot encode. Nothing was sent.",
    ));
});
