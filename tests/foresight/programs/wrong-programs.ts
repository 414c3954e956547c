import * as pulumi from "@pulumi/pulumi";
import type { ApiTokenArgs, RuleArgs, ZoneEntrypointRulesetArgs } from "../../../provider";
import type { FaultyProgram, ForesightProgram } from "../case";
import { inZone, token } from "../declare";

const FIREWALL = "http_request_firewall_custom";

/** A ruleset with arguments that the compiler may reject, as a program in JavaScript writes them. */
const site = (args: (zoneId: string, edge: Parameters<ForesightProgram>[0]) => object): ForesightProgram => {
  return (edge, { zones }) =>
    new edge.ZoneEntrypointRuleset(
      "site",
      args(zones.enterprise, edge) as unknown as ZoneEntrypointRulesetArgs,
    );
};
const rules = (given: unknown): ForesightProgram =>
  site((zoneId) => ({ zoneId, phase: FIREWALL, rules: given }));
const rule = (members: object): ForesightProgram => inZone(FIREWALL, [{ action: "block", ...members }]);

/** What a value is inside a template string. */
const inTemplate = (value: unknown): string => String(value);
/** The cure of an Output there. */
const TEMPLATE = /interpolate|apply|Output itself/;

/** Programs whose author misunderstood Pulumi, JavaScript or this package. */
export const wrongPrograms: readonly FaultyProgram[] = [
  {
    title: "an Output in the template of an expression",
    program: (edge, world) => {
      const filter = new edge.ValidatedFilter("office", { expression: "ip.src in {192.0.2.0/24}" });
      // The compiler of a user does not report it either.
      const text = `not (${inTemplate(filter.expression)})`;
      return inZone(FIREWALL, [{ action: "block", expression: text }])(edge, world);
    },
    property: "rules[0].expression",
    remedy: TEMPLATE,
  },
  {
    title: "an Output in the template of a description",
    program: rule({ description: `for ${inTemplate(pulumi.output("us"))}` }),
    property: "rules[0].description",
    remedy: TEMPLATE,
  },
  {
    title: "an Output in the template of a ref",
    program: rule({ ref: `rule-${inTemplate(pulumi.output("a"))}` }),
    property: "rules[0].ref",
    remedy: TEMPLATE,
  },
  {
    title: "an Output in the template of a zone",
    program: site((zoneId) => ({ zoneId: inTemplate(pulumi.output(zoneId)), phase: FIREWALL, rules: [] })),
    property: "zoneId",
    remedy: TEMPLATE,
  },
  {
    title: "an Output in the template of a parameter",
    program: inZone("http_request_dynamic_redirect", [
      {
        action: "redirect",
        actionParameters: {
          fromValue: { targetUrl: { value: `https://${inTemplate(pulumi.output("b"))}/` } },
        },
      },
    ]),
    property: "rules[0].actionParameters.fromValue.targetUrl.value",
    remedy: TEMPLATE,
  },
  {
    title: "an Output in the template of a token's name",
    program: token((edge, { zones }) => ({
      name: `ci of ${inTemplate(pulumi.output("us"))}`,
      policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: [{ name: "Zone Read" }] }],
    })),
    property: "name",
    remedy: TEMPLATE,
  },
  {
    title: "an Output in the template of a filter",
    program: (edge) =>
      new edge.ValidatedFilter("office", {
        expression: `ip.src in {${inTemplate(pulumi.output("192.0.2.0/24"))}}`,
      }),
    property: "expression",
    remedy: TEMPLATE,
  },
  {
    title: "an object in a template",
    program: rule({ expression: `ip.src in {${inTemplate({})}}` }),
    property: "rules[0].expression",
    remedy: /object/,
  },
  {
    title: "undefined in a template",
    program: rule({ expression: `http.host eq "${inTemplate(undefined)}"` }),
    property: "rules[0].expression",
    remedy: /undefined/,
    as: "warning",
  },
  {
    title: "a field inside quotes",
    program: rule({ expression: '"http.host" eq "a.example"' }),
    property: "rules[0].expression",
    remedy: /without|quote|name of a field/,
  },
  {
    title: "a field as a value",
    program: rule({ expression: 'http.host eq "http.request.uri.path"' }),
    property: "rules[0].expression",
    remedy: /http\.request\.uri\.path/,
    as: "warning",
  },
  {
    title: "undefined among rules",
    program: rules([undefined]),
    property: "rules[0]",
    remedy: /undefined|object|filter|rule/,
  },
  {
    title: "null among rules",
    program: rules([{ ref: "a", action: "block", expression: "ssl" }, null]),
    property: "rules[1]",
    remedy: /null|object|rule/,
  },
  {
    title: "false among rules",
    program: rules([false]),
    property: "rules[0]",
    remedy: /object|rule|boolean/,
  },
  {
    title: "one rule in place of the list",
    program: rules({ ref: "a", action: "block", expression: "ssl" }),
    property: "rules",
    remedy: /list|array/,
  },
  {
    title: "rules by name",
    program: rules({ a: { action: "block", expression: "ssl" } }),
    property: "rules",
    remedy: /list|array/,
  },
  { title: "rules as JSON", program: rules('[{"ref":"a"}]'), property: "rules", remedy: /list|array/ },
  {
    title: "no rules",
    program: site((zoneId) => ({ zoneId, phase: FIREWALL })),
    property: "rules",
    remedy: /missing|required|list/,
  },
  {
    title: "a list of lists",
    program: rules([[{ ref: "a", action: "block", expression: "ssl" }]]),
    property: "rules[0]",
    remedy: /object|list|flat/,
  },
  {
    title: "a rule without a ref",
    program: rules([{ action: "block", expression: "ssl" }]),
    property: "rules[0].ref",
    remedy: /unique|name|string/,
  },
  {
    title: "two rules of one ref",
    program: rules(["a", "a"].map((ref) => ({ ref, action: "block", expression: "ssl" }))),
    property: "rules[1].ref",
    remedy: /unique/,
  },
  {
    title: "a rule without an expression",
    program: rules([{ ref: "a", action: "block" }]),
    property: "rules[0].expression",
    remedy: /"true"|filter/,
  },
  {
    title: "action_parameters",
    program: inZone(FIREWALL, [{ action: "skip", action_parameters: { ruleset: "current" } }]),
    property: "rules[0].action_parameters",
    remedy: /actionParameters/,
  },
  {
    title: "requests_per_period",
    program: inZone("http_ratelimit", [
      {
        action: "block",
        ratelimit: {
          characteristics: ["cf.colo.id", "ip.src"],
          period: 60,
          requests_per_period: 10,
          mitigationTimeout: 60,
        },
      },
    ]),
    property: "rules[0].ratelimit.requests_per_period",
    remedy: /requestsPerPeriod/,
  },
  {
    title: "status_code",
    program: rule({
      actionParameters: { response: { status_code: 403, content: "No", contentType: "text/plain" } },
    }),
    property: "rules[0].actionParameters.response.status_code",
    remedy: /statusCode/,
  },
  {
    title: "zone_id",
    program: site((zoneId) => ({ zone_id: zoneId, phase: FIREWALL, rules: [] })),
    property: "zone_id",
    remedy: /zoneId/,
  },
  {
    title: "kind, as in Terraform",
    program: site((zoneId) => ({ zoneId, kind: "zone", phase: FIREWALL, rules: [] })),
    property: "kind",
    remedy: /arguments|unknown|remove|phase/,
  },
  {
    title: "name of an entry point, as in Terraform",
    program: site((zoneId) => ({ zoneId, name: "default", phase: FIREWALL, rules: [] })),
    property: "name",
    remedy: /arguments|unknown|remove|description/,
  },
  {
    title: "status of an override, as in Terraform 4",
    program: inZone("http_request_firewall_managed", [
      {
        action: "execute",
        expression: "true",
        actionParameters: {
          id: "efb7b8c949ac4650a09736fc376e9aee",
          overrides: { rules: [{ id: "5de7edfa648c4d6891dc3e7f84534ffa", status: "disabled" }] },
        },
      },
    ]),
    property: "rules[0].actionParameters.overrides.rules[0].status",
    remedy: /enabled/,
  },
  {
    title: "permission_groups",
    program: token((edge, { zones }) => ({
      policies: [{ resources: edge.zone(zones.enterprise), permission_groups: [{ name: "Zone Read" }] }],
    })),
    property: "policies[0].permission_groups",
    remedy: /permissionGroups/,
  },
  {
    title: "enabled as text",
    program: rule({ enabled: "true" }),
    property: "rules[0].enabled",
    remedy: /true or false/,
  },
  {
    title: "a misspelt argument",
    program: site((zoneId) => ({ zoneId, phase: FIREWALL, rules: [], ownerhsip: "shared" })),
    property: "ownerhsip",
    remedy: /ownership/,
  },
  {
    title: "a description as a number",
    program: rule({ description: 3 }),
    property: "rules[0].description",
    remedy: /string/,
  },
  {
    title: "an Output where the filter builder takes text",
    program: (edge, world) =>
      inZone(FIREWALL, [
        {
          action: "block",
          expression: edge.filter.field("http.host").eq(pulumi.output("a") as unknown as string),
        },
      ])(edge, world),
    property: "http.host",
    remedy: /buildFilter|apply/,
  },
  {
    title: "arguments that are missing altogether",
    program: (edge) => new edge.ApiToken("ci", undefined as unknown as ApiTokenArgs),
    property: "policies",
    remedy: /missing|required|list/,
  },
  {
    title: "a promise of rules that fails",
    program: rules(Promise.resolve([undefined])),
    property: "rules[0]",
    remedy: /undefined|object|rule/,
  },
  {
    title: "an expression that is a Date",
    program: rules([
      { ref: "a", action: "block", expression: new Date(0) as unknown as RuleArgs["expression"] },
    ]),
    property: "rules[0].expression",
    remedy: /filter|string|text/,
  },
  ...(
    [
      ["an id that is none", "getRuleset", { rulesetId: "waf" }, "rulesetId", /32 lower-case/],
      [
        "a zone by its name as its id",
        "getRulesets",
        { zoneId: "enterprise.example" },
        "zoneId",
        /32 lower-case/,
      ],
      ["an empty name", "getZone", { name: "" }, "name", /not empty/],
      ["a misspelt argument", "getZones", { accountID: "a" }, "accountID", /write accountId/],
      ["a misspelt phase", "getEntrypointRuleset", { phase: "http_ratelimits" }, "phase", /http_ratelimit/],
      ["a number", "getManagedRuleset", { name: 7 }, "name", /text/],
    ] as const
  ).map(([what, name, args, property, remedy]): FaultyProgram => ({
    title: `${what} in the arguments of ${name}`,
    // The cast lets a program pass arguments that the types refuse.
    program: (edge) => edge[name](args as never),
    property,
    remedy,
  })),
];
