import type { Zone } from "../../../../provider/api";
import { warnOfForeignHosts, type RuleState } from "../../../../provider/rulesets";

const [OWN, OTHER] = ["a".repeat(32), "b".repeat(32)];
const zone = (name: string, account: string): Zone => ({
  id: name,
  name,
  status: "active",
  account: { id: account, name: "Company" },
});
const own = zone("example.com", OWN);
const zones = [own, zone("shop.example", OTHER), zone("eu.shop.example", OWN)];
const route = (actionParameters: Record<string, unknown>): RuleState => ({
  ref: "a",
  action: "route",
  actionParameters,
  expression: "true",
});
const warn = (parameters: Record<string, unknown>) => warnOfForeignHosts([route(parameters)], own, zones);

describe("a rule that sends requests to another host", () => {
  it("is doubtful if the host belongs to another account", () => {
    expect(warn({ origin: { host: "www.shop.example" } })).toEqual([
      {
        path: 'rules["a"].actionParameters.origin.host',
        message:
          `is "www.shop.example", a host of the zone shop.example in the account ${OTHER}, and a rule can send requests only to hosts ` +
          `of the account of its zone, ${OWN}: name a host of that account`,
      },
    ]);
    expect(warn({ sni: { value: "shop.example" } }).map(({ path }) => path)).toEqual([
      'rules["a"].actionParameters.sni.value',
    ]);
  });

  it.each([
    ["a host of its own zone", { origin: { host: "www.example.com" } }],
    ["a host of a nearer zone of its account", { origin: { host: "www.eu.shop.example" } }],
    ["a host of no known zone", { origin: { host: "www.notshop.example" } }],
    ["another port", { origin: { port: 8080 } }],
    ["a Host header, which is free", { hostHeader: "shop.example" }],
  ])("is fine with %s", (_, parameters) => expect(warn(parameters)).toEqual([]));
});
