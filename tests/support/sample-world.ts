import type { SeedDocument } from "../../emulator/control/seed";
import { OWASP } from "./platform";

const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const GROUPS = {
  wafWrite: "fb6778dc191143babbfaa57993f1d275",
  zoneRead: "c8fed203ed3043cba015a93ad1616f1f",
  tokensWrite: "686d18d5ac6c441c867cbf6771e58a0a",
};
const ALL_ZONES = { "com.cloudflare.api.account.zone.*": "*" } as const;

type SeedRuleset = SeedDocument["rulesets"][number];
type SeedRule = NonNullable<SeedRuleset["rules"]>[number];

/** What a test puts into a platform. */
export type World = Partial<SeedDocument>;

/** A world like that of a company: zones that are nearly alike, OWASP at different levels, and tokens of all kinds of risk. */
export function sampleWorld(zoneCount: number, userId: string): World {
  const names = Array.from({ length: zoneCount }, (_, index) => zoneName(index));
  return {
    zones: names.map((name, index) => ({ name, plan: index % 5 === 4 ? "business" : "enterprise" })),
    rulesets: names.flatMap(rulesetsOf),
    tokens: [
      token("token factory", { [`com.cloudflare.api.user.${userId}`]: "*" }, [GROUPS.tokensWrite]),
      token("pipeline", ALL_ZONES, [GROUPS.wafWrite, GROUPS.zoneRead]),
      {
        ...token("dashboards", ALL_ZONES, [GROUPS.zoneRead]),
        expires_on: "2099-01-01T00:00:00Z",
        condition: { "request.ip": { in: ["192.0.2.0/24"] } },
      },
    ],
  };
}

function zoneName(index: number): string {
  const shops = ["shop", "api", "blog", "docs", "status", "login", "media", "jobs"];
  return `${shops[index % shops.length] ?? "zone"}-${index + 1}.example`;
}

function rulesetsOf(zone: string, index: number): SeedRuleset[] {
  return [
    {
      zone,
      kind: "zone",
      name: "default",
      phase: "http_request_firewall_custom",
      rules: customRules(zone, index),
    },
    ...(index % 7 === 6 ? [] : [entrypoint(zone, "http_request_firewall_managed", managedRules(index))]),
    ...(index % 3 === 0 ? [entrypoint(zone, "http_ratelimit", [rateLimit()])] : []),
  ];
}

function entrypoint(zone: string, phase: SeedRuleset["phase"], rules: SeedRule[]): SeedRuleset {
  return { zone, kind: "zone", name: "default", phase, rules };
}

function customRules(zone: string, index: number): SeedRule[] {
  return [
    ...(index === 7
      ? [
          {
            ref: "maintenance",
            action: "block",
            expression: "true",
            description: "Remove after the migration",
          },
        ]
      : []),
    {
      ref: "allow-office",
      action: "skip",
      action_parameters: { ruleset: "current" },
      expression: "ip.src in {192.0.2.0/24 198.51.100.7}",
      description: "Offices of Example Ltd.",
      logging: { enabled: true },
    },
    ...(index === 3
      ? []
      : [
          {
            ref: "block-admin",
            action: "block",
            expression: `http.host eq "${zone}" and starts_with(http.request.uri.path, "${index === 5 ? "/administrator" : "/admin"}")`,
            description: "The admin area is for offices only",
          },
        ]),
    ...(index % 6 === 2
      ? [
          {
            ref: "old-php",
            action: "block",
            expression: 'ends_with(http.request.uri.path, ".php")',
            enabled: false,
          },
        ]
      : []),
    ...(index % 9 === 8
      ? [{ ref: "log-bots", action: "log", expression: 'http.user_agent contains "bot"' }]
      : []),
  ];
}

function managedRules(index: number): SeedRule[] {
  const level = 1 + (index % 4);
  const threshold = [25, 40, 40, 60][index % 4] ?? 40;
  const action = index % 8 === 1 ? "log" : index % 5 === 0 ? "managed_challenge" : "block";
  const off = [1, 2, 3, 4].filter((one) => one > level);
  return [
    { ref: "managed", action: "execute", action_parameters: { id: MANAGED }, expression: "true" },
    {
      ref: "owasp",
      action: "execute",
      action_parameters: {
        id: OWASP,
        overrides: {
          ...(off.length > 0 && {
            categories: off.map((one) => ({ category: `paranoia-level-${one}`, enabled: false })),
          }),
          rules: [{ id: SCORING, score_threshold: threshold, action }],
        },
      },
      expression: "true",
    },
  ];
}

function rateLimit(): SeedRule {
  return {
    ref: "login",
    action: "block",
    expression: 'http.request.uri.path eq "/login"',
    description: "Ten attempts a minute",
    ratelimit: {
      characteristics: ["cf.colo.id", "ip.src"],
      period: 60,
      requests_per_period: 10,
      mitigation_timeout: 600,
    },
  };
}

function token(
  name: string,
  resources: SeedDocument["tokens"][number]["policies"][number]["resources"],
  groups: readonly string[],
): SeedDocument["tokens"][number] {
  return {
    name,
    policies: [{ effect: "allow", resources, permission_groups: groups.map((id) => ({ id })) }],
  };
}
