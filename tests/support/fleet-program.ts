/**
 * A program of a fleet, in JavaScript: declares something for each zone of its stack.
 * @param declare statements with the zone's `name`, `zoneId` and `config`
 */
export function fleetProgram(declare: string, module = "pulumi-edge-platform"): string {
  return `
const fs = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const edge = require("${module}");
const { zones } = JSON.parse(fs.readFileSync("fleet.lock.json", "utf8"));
for (const { name, config } of zones.filter(({ stack }) => stack === pulumi.getStack())) {
  const zoneId = edge.getZoneOutput({ name }).id;
${declare}
}
`;
}

/** Declares an entry point whose only rule blocks a path. @param path an expression of JavaScript */
export function blockedPath(path: string): string {
  return `
  new edge.ZoneEntrypointRuleset(name, {
    zoneId,
    phase: "http_request_firewall_custom",
    rules: [{ ref: "admin", action: "block", expression: 'http.request.uri.path eq "' + ${path} + '"' }],
  });`;
}
