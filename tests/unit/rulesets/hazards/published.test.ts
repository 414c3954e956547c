import { PUBLISHED } from "../../../../provider/rulebook/hazards/published-networks";
import { canonicalNetwork } from "../../../../provider/lists/item";
import { judge } from "./judge";

const PHASE = { phase: "http_request_firewall_custom" };
const found = (rules: Parameters<typeof judge>[0]) =>
  judge(rules, PHASE).filter((text) => text.startsWith("blocks-published-network"));
const blocked = (expression: string, action = "block") => found([{ action, expression }]);
const SKIP = { action: "skip", action_parameters: { ruleset: "current" } };

describe("a block of a published network", () => {
  it.each([
    [
      "ip.src in {66.249.66.0/24}",
      "blocks every request from 66.249.66.0/24, a network of Googlebot (list of 2026-08-20); the search engine loses the pages: leave the " +
        "network out, or skip the ruleset for cf.client.bot before the rule",
    ],
    [
      "ip.src eq 66.249.66.1",
      "blocks every request from 66.249.66.1, which is in the network 66.249.66.0/24 of Googlebot (list of 2026-08-20); ",
    ],
    [
      "ip.src in {66.0.0.0/8}",
      "blocks every request from 66.249.64.0/23, a network of Googlebot (list of 2026-08-20); ",
    ],
    [
      "ip.src in {192.0.2.0/24 66.249.79.130..66.249.79.140} or ssl",
      "blocks every request from 66.249.79.130..66.249.79.140, which is in the network 66.249.79.128/25 of Googlebot ",
    ],
    [
      "ip.src in {104.16.0.0/13 104.24.0.0/14}",
      "blocks every request from 104.16.0.0/13, a network of the vendor's own edge (list of 2026-08-22); requests of Workers and of health " +
        "checks come from there: leave the network out",
    ],
    [
      "ip.src in {2a06:98c0:3600::/48}",
      "blocks every request from 2a06:98c0:3600::/48, which is in the network 2a06:98c0::/29 of the vendor's own edge ",
    ],
  ])("is reported with network, owner and day: %s", (expression, message) => {
    expect(blocked(expression)).toEqual([
      expect.stringContaining(`blocks-published-network rules["1"].expression: ${message}`),
    ]);
  });

  it("is reported once for each owner, and for a challenge too", () => {
    expect(blocked("ip.src in {66.249.66.0/24 66.249.72.0/24 173.245.48.0/20}", "managed_challenge")).toEqual(
      [
        expect.stringContaining("challenges every request from 66.249.66.0/24"),
        expect.stringContaining("challenges every request from 173.245.48.0/20"),
      ],
    );
  });

  it.each([
    "ip.src in {192.0.2.0/24 2001:db8::/32}",
    'ip.src in {66.249.66.0/24} and http.request.uri.path contains "/admin"',
    "ip.src in {66.249.66.0/24} and not cf.client.bot",
    "not ip.src in {66.249.66.0/24}",
    "ip.src in {66.249.96.0/24}",
  ])("is not one if requests from there pass: %s", (expression) => {
    expect(blocked(expression)).toEqual([]);
  });

  it("is not one behind a skip that may let them pass, but behind one for others", () => {
    const block = { action: "block", expression: "ip.src in {66.249.66.0/24}" };
    expect(found([{ ...SKIP, expression: "cf.client.bot" }, block])).toEqual([]);
    expect(found([{ ...SKIP, expression: "ip.src in {192.0.2.0/24}" }, block])).toHaveLength(1);
  });

  it("is not what a log or a rate limit does", () => {
    const expression = "ip.src in {66.249.66.0/24}";
    expect(blocked(expression, "log")).toEqual([]);
    expect(found([{ action: "block", expression, ratelimit: {} }])).toEqual([]);
  });

  it("is looked up in lists that are sorted, do not overlap, and say of which day they are", () => {
    for (const { networks, date, source } of PUBLISHED) {
      expect(networks.map(canonicalNetwork)).toEqual(networks);
      expect(new Set(networks).size).toBe(networks.length);
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(source).not.toBe("");
    }
    // Every network is found by its own text, so none hides another.
    for (const network of PUBLISHED.flatMap(({ networks }) => networks))
      expect(blocked(`ip.src in {${network}}`)).toEqual([
        expect.stringContaining(` from ${network}, a network of `),
      ]);
  });
});
