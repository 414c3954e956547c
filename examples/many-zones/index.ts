import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();
const zones = config.requireObject<string[]>("zones");
const paranoiaLevel = config.requireNumber("paranoiaLevel");

// The last day on which everything without an action only logs. Without it, the managed rules and OWASP act.
const logOnlyUntil = config.get("logOnlyUntil");

// The baseline of every zone. A rule of this list without an action logs; set an action when the logs show no false positives.
const baselines = zones.map(
  (name) =>
    new edge.ZoneBaseline(name, {
      zoneId: edge.getZoneOutput({ name }).id,
      logOnlyUntil,
      filters: { login: 'http.request.uri.path eq "/login"' },
      customRules: ({ login }) => [
        { ref: "secret-files", action: "block", expression: 'http.request.uri.path contains "/.git"' },
        { ref: "no-user-agent", action: "js_challenge", expression: 'http.user_agent eq ""' },
        { ref: "plain-login", expression: pulumi.interpolate`not ssl and ${login}` },
      ],
      rateLimits: ({ login }) => [{ ref: "login", expression: login, requestsPerPeriod: 20 }],
      owasp: { paranoiaLevel },
    }),
);

// One token for the people who edit the WAF of all zones.
const editors = new edge.ApiToken("waf-editors", {
  policies: [
    {
      resources: baselines.map((baseline) => edge.zone(baseline.zoneId)),
      permissionGroups: [{ name: "Zone WAF Write" }],
    },
  ],
});

export const zoneIds = baselines.map((baseline) => baseline.zoneId);
export const editorsToken = editors.value;
