import * as edge from "pulumi-edge-platform";
import zones from "./zones.json";

const changed = process.env["CHANGED"] !== undefined;

/** The changed program changes the zones in eight groups, each in another way. */
const KINDS = ["added", "removed", "expression", "action", "parameters", "moved", "off", "none"] as const;

zones.forEach(({ name }, index) => {
  const kind = changed ? KINDS[index % KINDS.length] : "none";
  const office: edge.RuleArgs<"http_request_firewall_custom"> = {
    ref: "office",
    description: "The office is not held up by the rules below",
    action: "skip",
    actionParameters: { ruleset: "current" },
    expression: "ip.src in {198.51.100.0/24}",
    logging: { enabled: true },
  };
  const files: edge.RuleArgs<"http_request_firewall_custom"> = {
    ref: "secret-files",
    action: "block",
    expression: 'http.request.uri.path contains "/.git"',
    enabled: kind !== "off",
  };
  const admin: edge.RuleArgs<"http_request_firewall_custom"> = {
    ref: "admin",
    action: kind === "action" ? "block" : "managed_challenge",
    expression:
      kind === "expression" ? `http.host in {"admin.${name}" "cms.${name}"}` : `http.host eq "admin.${name}"`,
  };
  const scanners: edge.RuleArgs<"http_request_firewall_custom"> = {
    ref: "scanners",
    action: "block",
    actionParameters: {
      response: {
        statusCode: kind === "parameters" ? 404 : 403,
        content: kind === "parameters" ? "Not found" : "Forbidden",
        contentType: "text/plain",
      },
    },
    expression: 'lower(http.user_agent) contains "nikto"',
  };
  const added: edge.RuleArgs<"http_request_firewall_custom"> = {
    ref: "env-files",
    action: "block",
    expression: 'ends_with(http.request.uri.path, "/.env")',
  };
  new edge.ZoneEntrypointRuleset(`${name}-custom`, {
    zoneId: edge.getZoneOutput({ name }).id,
    phase: "http_request_firewall_custom",
    rules:
      kind === "moved"
        ? [files, admin, scanners, office]
        : [
            office,
            ...(kind === "removed" ? [] : [files]),
            admin,
            scanners,
            ...(kind === "added" ? [added] : []),
          ],
  });
});
