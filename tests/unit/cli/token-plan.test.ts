import { readFileSync } from "node:fs";
import path from "node:path";
import { plannedTokens, tokenBody, tokenProgram } from "../../../cli/preflight/token-plan";
import { leastPrivilege, usesOf, usesOfLookups, type DeployedResource } from "../../../provider/tokens";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const USER = "7c5dae5552338874e5053f2534d2767a";
const NOW = new Date("2030-01-01T00:00:00.123Z");
const GUIDE = path.resolve(__dirname, "../../../docs/tokens.md");

const resource = (kind: string, inputs: DeployedResource["inputs"]): DeployedResource => ({
  kind,
  name: kind.toLowerCase(),
  inputs,
  external: false,
});
const zoneAndToken = [
  resource("OwaspConfig", { zoneId: ZONE }),
  resource("ZoneEntrypointRuleset", { zoneId: ZONE, phase: "http_request_firewall_custom" }),
  resource("ApiToken", { name: "ci" }),
];
const planned = (...resources: DeployedResource[]) =>
  plannedTokens(
    leastPrivilege([...resources.flatMap(usesOf), ...usesOfLookups(["getZone"], resources)]),
    "deploy",
    NOW,
  );

describe("the token that preflight prints", () => {
  // The guide's programs are compiled by examples.test.ts.
  it("is the program in the guide", () =>
    expect(readFileSync(GUIDE, "utf8")).toContain(
      `\`\`\`ts\n${tokenProgram(planned(...zoneAndToken))}\n\`\`\`\n`,
    ));

  it("names all zones and accounts for an unknown id", () => {
    const unknown = [resource("OwaspConfig", {}), resource("Ruleset", { phase: "http_ratelimit" })];
    const program = tokenProgram(planned(...unknown));
    expect(program).toContain('import { ApiToken, allAccounts, allZones } from "pulumi-edge-platform";');
    expect(program).toContain("resources: [allZones()]");
    expect(program).toContain("resources: [allAccounts()]");
  });

  it("has one policy for zones that need the same, and one for each phase's groups elsewhere", () => {
    const other = "f".repeat(32);
    const program = tokenProgram(
      planned(
        resource("OwaspConfig", { zoneId: ZONE }),
        resource("OwaspConfig", { zoneId: other }),
        resource("ZoneEntrypointRuleset", { zoneId: "e".repeat(32), phase: "http_request_origin" }),
      ),
    );
    expect(program).toContain(`resources: [zone("${ZONE}"), zone("${other}")]`);
    expect(program).toContain(
      `resources: [zone("${"e".repeat(32)}")],\n      permissionGroups: [{ name: "Origin Write" }`,
    );
  });

  it("is a valid request body: full keys, group ids, expiry after 90 days", () => {
    const [, tokens] = planned(...zoneAndToken).map((token) => tokenBody(token, "acme", USER));
    expect(tokens).toEqual({
      name: "deploy-tokens",
      expires_on: "2030-04-01T00:00:00Z",
      policies: [
        {
          effect: "allow",
          resources: { [`com.acme.api.user.${USER}`]: "*" },
          permission_groups: [{ id: "686d18d5ac6c441c867cbf6771e58a0a" }],
        },
      ],
    });
  });
});
