import * as edge from "pulumi-edge-platform";
import zones from "./zones.json";

const changed = process.env["CHANGED"] !== undefined;

const offices = new edge.List("offices", {
  name: "offices",
  kind: "ip",
  items: [
    { ip: "198.51.100.0/24", comment: "Hamburg" },
    changed ? { ip: "203.0.113.0/25", comment: "Lyon" } : { ip: "192.0.2.0/28", comment: "Porto" },
  ],
});
const scanners = new edge.Ruleset("no-scanners", {
  name: "No scanners",
  phase: "http_request_firewall_custom",
  rules: [
    {
      ref: "nikto",
      action: changed ? "managed_challenge" : "block",
      expression: 'lower(http.user_agent) contains "nikto"',
    },
    { ref: "sqlmap", action: "block", expression: 'lower(http.user_agent) contains "sqlmap"' },
    ...(changed
      ? [{ ref: "nuclei", action: "block" as const, expression: 'lower(http.user_agent) contains "nuclei"' }]
      : []),
  ],
});
new edge.AccountEntrypointRuleset("deployment", {
  phase: "http_request_firewall_custom",
  rules: [
    {
      ref: "no-scanners",
      action: "execute",
      actionParameters: { id: scanners.rulesetId },
      expression: '(cf.zone.plan eq "ENT")',
    },
  ],
});

zones.forEach(({ name, plan }) => {
  const zoneId = edge.getZoneOutput({ name }).id;
  // Only zones of the larger plans have custom rulesets.
  const own =
    plan === "enterprise"
      ? new edge.ZoneCustomRuleset(`${name}-admin`, {
          zoneId,
          name: "Admin area",
          rules: [
            {
              ref: "country",
              action: "block",
              expression: changed ? 'not ip.src.country in {"DE" "FR"}' : 'ip.src.country ne "DE"',
            },
            {
              ref: "password",
              action: "managed_challenge",
              expression: 'http.request.uri.path contains "/password"',
              enabled: !changed,
            },
          ],
        })
      : undefined;
  new edge.ZoneEntrypointRuleset(
    `${name}-custom`,
    {
      zoneId,
      phase: "http_request_firewall_custom",
      rules: [
        {
          ref: "offices",
          action: "skip",
          actionParameters: { ruleset: "current" },
          expression: "ip.src in $offices",
          logging: { enabled: true },
        },
        {
          ref: "staging",
          action: "block",
          expression: changed
            ? `http.host in {"staging.${name}" "preview.${name}"} and not ip.src in $offices`
            : `http.host eq "staging.${name}" and not ip.src in $offices`,
        },
        ...(own
          ? [
              {
                ref: "admin",
                action: "execute" as const,
                actionParameters: { id: own.rulesetId },
                expression: 'starts_with(http.request.uri.path, "/admin")',
              },
            ]
          : []),
      ],
    },
    { dependsOn: [offices] },
  );
});
