import { ask } from "./lifecycle";
import { OWASP, type TestPlatform } from "./platform";

/** Names and descriptions that would end a literal, a comment or a line, or hide what they are. */
export const HOSTILE: readonly string[] = [
  "quote \" and ' and `back` and ${process.exit(1)}",
  "line\nnext\r\nline */ // # \u2028 and \u2029",
  "right \u202Eto left\u202C, zero\u200Bwidth, \u0000 null, tab\t",
  "back\\slash \\u0041 \\${x} $$ %s {{x}}",
  "\uD800 lone surrogate, \u{1F600} emoji, 日本語, äöü",
  "__proto__",
  "constructor",
  "class",
  "12345",
  "-",
  "`;process.exit(1);//",
  "'''\"\"\" : - [x] & *y !!z | >",
];

const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const CORE = "efb7b8c949ac4650a09736fc376e9aee";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const ADMIN = 'starts_with(http.request.uri.path, "/admin") and not ip.src in {192.0.2.0/24}';
const MARK = "shop/prod~4f1c8a0b12cd349k3x7q";

interface SeededRuleset {
  readonly phase: string;
  readonly description?: string;
  readonly rules: readonly object[];
}

const owasp = (overrides: object, more: object = {}) => ({
  action: "execute",
  expression: "true",
  action_parameters: { id: OWASP, overrides },
  ...more,
});
const scoring = { id: SCORING, score_threshold: 60, action: "managed_challenge" };
const block = (expression: string, more: object = {}) => ({ action: "block", expression, ...more });
const custom = (...rules: object[]): SeededRuleset => ({ phase: CUSTOM, rules });
const managed = (...rules: object[]): SeededRuleset => ({ phase: MANAGED, rules });

/** The index of the zone with a thousand rules. */
export const THOUSAND_RULES = 4;

/** The entry points of twenty zones, each with something that is easy to get wrong. `removed` is a managed rule that a later version lacks. */
export function oddZones(removed: string): readonly (readonly SeededRuleset[])[] {
  return [
    [custom(block("ssl"), block("not ssl"))],
    [custom(...HOSTILE.map((ref) => block("ssl", { ref })))],
    [custom(...HOSTILE.map((description, index) => block(`http.host eq "${index}.test"`, { description })))],
    [
      {
        ...custom(block("ssl", { ref: "a", enabled: false }), { action: "log", expression: "ssl", ref: "b" }),
        description: HOSTILE[0] ?? "",
      },
    ],
    [
      custom(
        ...Array.from({ length: 1000 }, (_, index) =>
          block(`http.request.uri.path eq "/p${index}"`, { ref: `r${1000 - index}` }),
        ),
      ),
    ],
    [
      custom(
        block(ADMIN, { ref: "admin" }),
        block("ssl", { ref: `foreign~${MARK}` }),
        block(ADMIN, { ref: "again" }),
      ),
    ],
    [managed(owasp({ rules: [scoring] }))],
    [
      managed(
        owasp({
          categories: [
            { category: "paranoia-level-3", enabled: false },
            { category: "paranoia-level-4", enabled: false },
          ],
          rules: [scoring, { id: removed, enabled: false }],
        }),
      ),
    ],
    [
      managed(
        owasp(
          { rules: [scoring] },
          { ref: "owasp", enabled: false, description: "by hand", expression: "not ssl" },
        ),
      ),
    ],
    [managed(owasp({ enabled: true, action: "log" }))],
    [managed(owasp({ enabled: false, rules: [scoring] }))],
    [
      managed(
        { action: "skip", expression: "true", action_parameters: { ruleset: "current" } },
        owasp({ rules: [scoring] }),
      ),
    ],
    [
      managed(
        owasp({
          categories: [
            { category: "paranoia-level-2", enabled: false },
            { category: "paranoia-level-1", action: "log" },
          ],
        }),
      ),
    ],
    [
      managed(owasp({ rules: [scoring] }), {
        action: "execute",
        expression: "true",
        action_parameters: { id: CORE, overrides: { action: "log" } },
      }),
    ],
    [
      managed(
        {
          action: "skip",
          expression: ADMIN,
          action_parameters: { rulesets: [OWASP] },
          logging: { enabled: true },
        },
        owasp({ rules: [scoring] }),
      ),
    ],
    [
      managed(
        {
          action: "skip",
          expression: "ssl",
          action_parameters: { rules: { [CORE]: ["5de7edfa648c4d6891dc3e7f84534ffa"] } },
        },
        { action: "execute", expression: "true", action_parameters: { id: CORE } },
      ),
    ],
    [
      {
        phase: "http_ratelimit",
        rules: [
          {
            action: "block",
            expression: ADMIN,
            ref: "login",
            ratelimit: {
              characteristics: ["ip.src", "cf.colo.id"],
              period: 60,
              requests_per_period: 100,
              mitigation_timeout: 600,
            },
          },
        ],
      },
    ],
    [
      {
        phase: "http_request_late_transform",
        rules: [
          {
            action: "rewrite",
            expression: "true",
            action_parameters: {
              headers: {
                "x-a": { operation: "set", value: HOSTILE[3] },
                __proto__2: { operation: "remove" },
                X_Uber: { operation: "remove" },
                "constructor-of": { operation: "set", expression: "ip.src.country" },
              },
            },
          },
        ],
      },
    ],
    [
      {
        phase: "http_request_dynamic_redirect",
        rules: [
          {
            action: "redirect",
            expression: "ssl",
            action_parameters: {
              from_value: {
                status_code: 301,
                preserve_query_string: true,
                target_url: { expression: 'concat("https://", http.host)' },
              },
            },
          },
        ],
      },
    ],
    [
      {
        phase: "http_request_cache_settings",
        rules: [
          {
            action: "set_cache_settings",
            expression: "true",
            action_parameters: {
              cache: true,
              edge_ttl: {
                mode: "override_origin",
                default: 3600,
                status_code_ttl: [{ status_code_range: { from: 200, to: 299 }, value: 600 }],
              },
              additional_cacheable_ports: Array.from({ length: 1 }, () => 8443),
            },
          },
        ],
      },
    ],
    [
      custom(
        block(ADMIN, {
          ref: "admin",
          action_parameters: {
            response: { status_code: 451, content: HOSTILE[1], content_type: "text/plain" },
          },
        }),
      ),
      {
        phase: "http_config_settings",
        rules: [{ action: "set_config", expression: ADMIN, action_parameters: { security_level: "high" } }],
      },
    ],
    [
      custom({
        action: "skip",
        expression: "true",
        action_parameters: { ruleset: "current", phases: ["http_ratelimit"], products: ["waf"] },
      }),
      managed(owasp({ rules: [scoring] }, { ref: `owasp~${MARK}` })),
    ],
  ];
}

/** Creates the zones. Returns their names. */
export async function seedOddZones(platform: TestPlatform): Promise<string[]> {
  const rules = await ask<{ rules: { id: string; description: string }[] }>(
    platform,
    "GET",
    `/accounts/${platform.accountId}/rulesets/${OWASP}`,
  );
  const removed = rules.rules.find(({ description }) => description.startsWith("941100"))?.id ?? "";
  const names: string[] = [];
  for (const [index, rulesets] of oddZones(removed).entries()) {
    const name = `odd-${index}.example`;
    names.push(name);
    const { id } = await ask<{ id: string }>(platform, "POST", "/zones", {
      name,
      account: { id: platform.accountId },
    });
    for (const { phase, description, rules: written } of rulesets)
      await ask(platform, "POST", `/zones/${id}/rulesets`, {
        name: "default",
        kind: "zone",
        phase,
        ...(description !== undefined && { description }),
        rules: written,
      });
  }
  await platform.control("POST", `/managed/${OWASP}`, { remove: ["941100"] });
  return names;
}
