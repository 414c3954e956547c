import * as edge from "pulumi-edge-platform";
import zones from "./zones.json";

const changed = process.env["CHANGED"] !== undefined;
/** The vendor's general managed ruleset, and the one for leaked passwords. */
const GENERAL = "efb7b8c949ac4650a09736fc376e9aee";

zones
  .filter(({ plan }) => plan !== "free")
  .forEach(({ name, plan }, index) => {
    const zoneId = edge.getZoneOutput({ name }).id;
    // In a fifth of the zones, OWASP is switched off; in another, only requests of the shop pass it.
    const part = changed ? index % 5 : -1;
    const owasp = new edge.OwaspConfig(`${name}-owasp`, {
      zoneId,
      paranoiaLevel: part === 0 ? 1 : 2,
      scoreThreshold: part === 1 ? "low" : 40,
      action: part === 2 ? "log" : "managed_challenge",
      enabled: part !== 3,
      ...(part === 4 && { expression: `http.host eq "shop.${name}"` }),
      ...(plan === "enterprise" && { rules: [{ number: "920420", enabled: false }] }),
    });
    // Two resources of one entry point: in this order, the lines of each run are the same.
    new edge.ZoneEntrypointRuleset(
      `${name}-managed`,
      {
        zoneId,
        phase: "http_request_firewall_managed",
        rules: [
          {
            ref: "general",
            action: "execute",
            actionParameters: {
              id: GENERAL,
              overrides: changed
                ? { action: "log", categories: [{ category: "wordpress", enabled: true, action: "block" }] }
                : { categories: [{ category: "wordpress", enabled: false }] },
            },
            expression: "true",
          },
        ],
      },
      { dependsOn: [owasp] },
    );
  });
