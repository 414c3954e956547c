import type { Members } from "../api/arguments";

/** A resource of an example, as a program of this package declares it. */
export interface ExampleResource {
  readonly type:
    "ApiToken" | "GatewayEndpoint" | "List" | "OwaspConfig" | "Ruleset" | "ZoneEntrypointRuleset";
  readonly name: string;
  readonly args: Members;
  /** The id in the state, where it matters. */
  readonly id?: string;
  /** The option `protect` of the resource. */
  readonly protect?: boolean;
}

/** The ids of two zones and of a user in examples. */
export const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
export const USER = "7a7c2e9f8d6b4e5fa1b2c3d4e5f60718";

/** The entry point of a zone, by default that of custom rules, with rules as a program writes them. */
export const waf = (rules: unknown, more: Members = {}, name = "waf"): ExampleResource => ({
  type: "ZoneEntrypointRuleset",
  name,
  args: { zoneId: ZONE, phase: "http_request_firewall_custom", ...more, rules },
});

/** A rule that blocks a host. */
export const blockHost = (ref: string, more: Members = {}): Members => ({
  ref,
  action: "block",
  expression: `http.host eq "${ref}.example"`,
  ...more,
});

export const owasp = (more: Members = {}, name = "owasp"): ExampleResource => ({
  type: "OwaspConfig",
  name,
  args: { zoneId: ZONE, paranoiaLevel: 2, scoreThreshold: 40, ...more },
});

/** A token with permission groups on one zone, which ends and is limited to a network. */
export const token = (
  more: Members = {},
  groups: readonly string[] = ["DNS Write"],
  name = "ci",
): ExampleResource => ({
  type: "ApiToken",
  name,
  args: {
    policies: [allowing(groups)],
    expiresOn: "2030-08-01T00:00:00Z",
    condition: { requestIp: { in: ["192.0.2.0/24"] } },
    ...more,
  },
});

export const allowing = (groups: readonly string[], resource = `zone.${ZONE}`): Members => ({
  resources: { [resource]: "*" },
  permissionGroups: groups.map((name) => ({ name })),
});
