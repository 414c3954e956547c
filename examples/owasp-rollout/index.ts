import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();
const zone = edge.getZoneOutput({ name: config.require("zone") });
// The last day on which requests are only logged. Without it, OWASP acts.
const logOnlyUntil = config.get("logOnlyUntil");
// The numbers of managed rules that match legitimate requests of this zone, found in the logs of the first step.
// `pulumi config set --path` stores them as numbers, so they are converted to strings.
const exceptions = (config.getObject<(string | number)[]>("exceptions") ?? []).map(String);

const owasp = new edge.OwaspConfig("owasp", {
  zoneId: zone.id,
  paranoiaLevel: config.requireNumber("paranoiaLevel"),
  scoreThreshold: "medium",
  action: logOnlyUntil === undefined ? "managed_challenge" : "log",
  allowances:
    logOnlyUntil === undefined
      ? []
      : [{ id: "limit-log-only", reason: "First look at OWASP in this zone", until: logOnlyUntil }],
  rules: exceptions.map((number) => ({ number, enabled: false })),
});

export const zoneId = zone.id;
export const action = owasp.action;
