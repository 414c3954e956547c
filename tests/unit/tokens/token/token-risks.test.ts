import type { Token } from "../../../../provider/api";
import { byRisk, tokenRisks } from "../../../../provider/tokens";

const ZONE = "com.cloudflare.api.account.zone.8792051aba8a6d2f17833905d155bcad";
const USER = "com.cloudflare.api.user.8792051aba8a6d2f17833905d155bcad";
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
const API_TOKENS_WRITE = "686d18d5ac6c441c867cbf6771e58a0a";

const policy = (resource: string, group: string, effect: "allow" | "deny" = "allow") => ({
  effect,
  resources: { [resource]: "*" as const },
  permission_groups: [{ id: group }],
});
const safe: Token = {
  id: "1",
  name: "safe",
  status: "active",
  expires_on: "2030-01-01T00:00:00Z",
  last_used_on: "2029-01-01T00:00:00Z",
  condition: { "request.ip": { in: ["192.0.2.0/24"] } },
  policies: [policy(ZONE, ZONE_READ)],
};

describe("tokenRisks", () => {
  it.each<[string, Partial<Token>, string[]]>([
    ["nothing of a narrow one that ends", {}, []],
    ["making tokens", { policies: [policy(USER, API_TOKENS_WRITE)] }, ["can make tokens"]],
    [
      "all zones",
      { policies: [policy("com.cloudflare.api.account.zone.*", ZONE_READ)] },
      ["reaches all accounts or zones"],
    ],
    [
      "all zones of an account",
      {
        policies: [
          {
            ...safe.policies[0]!,
            resources: { "com.cloudflare.api.account.1": { "com.cloudflare.api.account.zone.*": "*" } },
          },
        ],
      },
      ["reaches all accounts or zones"],
    ],
    ["no end", { expires_on: null }, ["never ends"]],
    ["no networks", { condition: null }, ["usable from anywhere"]],
    [
      "exceptions alone",
      { condition: { request_ip: { not_in: ["192.0.2.0/24"] } } },
      ["usable from anywhere"],
    ],
    ["a network of everything", { condition: { request_ip: { in: ["::/0"] } } }, ["usable from anywhere"]],
    ["no use", { last_used_on: null }, ["never used"]],
    ["what is denied only: nothing", { policies: [policy(USER, API_TOKENS_WRITE, "deny")] }, []],
    ["a disabled one: nothing", { status: "disabled", expires_on: null }, []],
  ])("reports %s", (_, change, risks) => expect(tokenRisks({ ...safe, ...change })).toEqual(risks));
});

describe("byRisk", () => {
  it("sorts by the worst risk, regardless of the number of lesser ones", () => {
    const maker = { ...safe, name: "maker", policies: [policy(USER, API_TOKENS_WRITE)] };
    const open = { ...safe, name: "open", expires_on: null, condition: null, last_used_on: null };
    const another = { ...safe, name: "another" };
    const sorted = [safe, open, another, maker].sort(byRisk).map(({ name }) => name);
    expect(sorted).toEqual(["maker", "open", "another", "safe"]);
  });
});
