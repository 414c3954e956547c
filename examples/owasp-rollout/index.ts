import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();
const zone = edge.getZoneOutput({ name: config.require("zone") });
const enforce = config.requireBoolean("enforce");
// The numbers of managed rules that match legitimate requests of this zone, found in the logs of the first step.
// `pulumi config set --path` stores them as numbers, so they are converted to strings.
const exceptions = (config.getObject<(string | number)[]>("exceptions") ?? []).map(String);

const owasp = new edge.OwaspConfig("owasp", {
  zoneId: zone.id,
  paranoiaLevel: config.requireNumber("paranoiaLevel"),
  scoreThreshold: "medium",
  action: enforce ? "managed_challenge" : "log",
  rules: exceptions.map((number) => ({ number, enabled: false })),
});

export const zoneId = zone.id;
export const action = owasp.action;
