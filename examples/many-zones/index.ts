import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();
const zones = config.requireObject<string[]>("zones");
const paranoiaLevel = config.requireNumber("paranoiaLevel");

// One filter serves the rules of every zone.
const secretFiles = new edge.ValidatedFilter("secret-files", {
  expression: 'http.request.uri.path contains "/.git" or ends_with(http.request.uri.path, ".env")',
});

/** What every zone has. */
class ProtectedZone extends pulumi.ComponentResource {
  readonly zoneId: pulumi.Output<string>;

  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("examples:index:ProtectedZone", name, {}, opts);
    const parent = { parent: this };
    this.zoneId = edge.getZoneOutput({ name }).id;
    new edge.ZoneEntrypointRuleset(
      `${name}-custom`,
      {
        zoneId: this.zoneId,
        phase: "http_request_firewall_custom",
        rules: [
          { ref: "secret-files", action: "block", expression: secretFiles.expression },
          { ref: "no-user-agent", action: "js_challenge", expression: 'http.user_agent eq ""' },
          {
            ref: "plain-http-writes",
            action: "block",
            expression: 'not ssl and http.request.method in {"POST" "PUT" "PATCH" "DELETE"}',
          },
        ],
      },
      parent,
    );
    new edge.OwaspConfig(
      `${name}-owasp`,
      { zoneId: this.zoneId, paranoiaLevel, scoreThreshold: "medium", action: "managed_challenge" },
      parent,
    );
    this.registerOutputs({ zoneId: this.zoneId });
  }
}

const protectedZones = zones.map((name) => new ProtectedZone(name));

// One token for the people who edit the WAF of all of them.
const editors = new edge.ApiToken("waf-editors", {
  policies: [
    {
      resources: protectedZones.map((protectedZone) => edge.zone(protectedZone.zoneId)),
      permissionGroups: [{ name: "Zone WAF Write" }],
    },
  ],
});

export const zoneIds = protectedZones.map((protectedZone) => protectedZone.zoneId);
export const editorsToken = editors.value;
