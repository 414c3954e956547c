import * as pulumi from "@pulumi/pulumi";
import type { CorrectProgram } from "../case";
import { inZone } from "../declare";

/** A resource of another package. */
class Other extends pulumi.CustomResource {
  declare readonly value: pulumi.Output<string>;
  constructor(name: string) {
    super("other:index:Other", name, { value: undefined });
  }
}

/** A value that only the update will know: the output of a resource that the program makes. */
const later = (name: string): pulumi.Output<string> => new Other(name).value;

const rule = (
  title: string,
  phase: string,
  make: (value: pulumi.Output<string>) => object,
): CorrectProgram => ({
  title,
  program: (edge, world) => inZone(phase, [make(later("source"))])(edge, world),
});
const secret = (title: string, phase: string, make: () => object): CorrectProgram => ({
  title,
  program: (edge, world) => inZone(phase, [make()])(edge, world),
});

const FIREWALL = "http_request_firewall_custom";
const limit = {
  characteristics: ["cf.colo.id", "ip.src"],
  period: 60,
  requestsPerPeriod: 10,
  mitigationTimeout: 60,
};

/** Values that a preview does not know, and values that nobody may see, at every depth. */
export const unknowns: readonly CorrectProgram[] = [
  rule("an unknown expression", FIREWALL, (value) => ({
    action: "block",
    expression: pulumi.interpolate`http.host eq "${value}"`,
  })),
  rule("an unknown ref", FIREWALL, (value) => ({ action: "block", ref: value })),
  rule("an unknown action", FIREWALL, (value) => ({ action: value.apply(() => "block" as const) })),
  rule("an unknown description", FIREWALL, (value) => ({ action: "block", description: value })),
  rule("an unknown rule", FIREWALL, (value) =>
    value.apply((text) => ({ ref: text, action: "block", expression: "ssl" })),
  ),
  rule("unknown parameters", FIREWALL, (value) => ({
    action: "block",
    actionParameters: value.apply(() => ({})),
  })),
  rule("an unknown path", "http_request_transform", (value) => ({
    action: "rewrite",
    actionParameters: { uri: { path: { value } } },
  })),
  rule("an unknown header", "http_request_late_transform", (value) => ({
    action: "rewrite",
    actionParameters: { headers: { "x-a": { operation: "set", value } } },
  })),
  rule("unknown headers", "http_request_late_transform", (value) => ({
    action: "rewrite",
    actionParameters: { headers: value.apply(() => ({})) },
  })),
  rule("an unknown target", "http_request_dynamic_redirect", (value) => ({
    action: "redirect",
    actionParameters: { fromValue: { targetUrl: { expression: value }, statusCode: value.apply(() => 301) } },
  })),
  rule("an unknown port", "http_request_origin", (value) => ({
    action: "route",
    actionParameters: { origin: { port: value.apply(Number) } },
  })),
  rule("an unknown ruleset", "http_request_firewall_managed", (value) => ({
    action: "execute",
    expression: "true",
    actionParameters: { id: value },
  })),
  rule("unknown overrides", "http_request_firewall_managed", (value) => ({
    action: "execute",
    expression: "true",
    actionParameters: { id: "efb7b8c949ac4650a09736fc376e9aee", overrides: { rules: value.apply(() => []) } },
  })),
  rule("an unknown characteristic", "http_ratelimit", (value) => ({
    action: "block",
    ratelimit: { ...limit, characteristics: ["cf.colo.id", value] },
  })),
  rule("an unknown period", "http_ratelimit", (value) => ({
    action: "block",
    ratelimit: { ...limit, period: value.apply(() => 60) },
  })),
  rule("an unknown limit", "http_ratelimit", (value) => ({
    action: "block",
    ratelimit: value.apply(() => limit),
  })),
  rule("an unknown TTL", "http_request_cache_settings", (value) => ({
    action: "set_cache_settings",
    actionParameters: { cache: true, edgeTtl: { mode: "override_origin", default: value.apply(() => 60) } },
  })),
  {
    title: "unknown rules",
    program: (edge, { zones }) =>
      new edge.ZoneEntrypointRuleset("site", {
        zoneId: zones.enterprise,
        phase: FIREWALL,
        rules: later("source").apply(() => []),
      }),
  },
  {
    title: "an unknown zone, phase and position",
    program: (edge) => {
      const value = later("source");
      return new edge.ZoneEntrypointRuleset("site", {
        zoneId: value,
        phase: value.apply(() => "http_request_firewall_custom" as const),
        position: { before: value },
        rules: [{ ref: "a", action: "block", expression: 'http.request.uri.path eq "/a"' }],
      });
    },
  },
  {
    title: "OWASP of an unknown zone and level",
    program: (edge) => {
      const value = later("source");
      return new edge.OwaspConfig("owasp", {
        zoneId: value,
        paranoiaLevel: value.apply(() => 2),
        scoreThreshold: value.apply(() => 40),
        rules: [{ number: value, enabled: false }],
      });
    },
  },
  {
    title: "a token of unknown resources, groups and networks",
    program: (edge) => {
      const value = later("source");
      return new edge.ApiToken("ci", {
        name: value,
        policies: [{ resources: edge.zone(value), permissionGroups: [{ name: value }] }],
        condition: { requestIp: { in: [value] } },
        expiresOn: value,
      });
    },
  },
  {
    title: "a condition on an unknown address",
    program: (edge) =>
      new edge.ValidatedFilter("office", {
        expression: edge.buildFilter({ office: later("source") }, ({ office }) =>
          edge.filter.field("ip.src").in([office]),
        ),
      }),
  },
  {
    title: "a condition on the output of another stack",
    program: (edge) => {
      const office = new pulumi.StackReference("organization/network/prod")
        .requireOutput("office")
        .apply(String);
      return new edge.ValidatedFilter("office", {
        expression: edge.buildFilter({ office }, (known) => edge.filter.field("ip.src").in([known.office])),
      });
    },
  },
  secret("a secret expression", FIREWALL, () => ({
    action: "block",
    expression: pulumi.secret('http.host eq "hidden.example"'),
  })),
  secret("a secret header", "http_request_late_transform", () => ({
    action: "rewrite",
    actionParameters: {
      headers: { "x-key": { operation: "set", value: pulumi.secret("a-value-that-is-hidden") } },
    },
  })),
  secret("a secret body of a response", FIREWALL, () => ({
    action: "block",
    actionParameters: {
      response: { statusCode: 403, content: pulumi.secret("hidden"), contentType: "text/plain" },
    },
  })),
];
