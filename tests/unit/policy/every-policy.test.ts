import { resourcePolicy, stackPolicy } from "../../../policy/pulumi-policy";
import { reportUnjudged } from "../../../policy/index";
import { UNKNOWN } from "../../../provider/api";
import { EDGE_POLICIES } from "../../../review/policies";
import { runResourcePolicy, runStackPolicy, type Fixture } from "./policy-run";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const KINDS = [
  "ZoneEntrypointRuleset",
  "AccountEntrypointRuleset",
  "Ruleset",
  "ZoneCustomRuleset",
  "OwaspConfig",
  "ApiToken",
  "ValidatedFilter",
  "GatewayEndpoint",
  "cloudflare:index/ruleset:Ruleset",
  "cloudflare:index/apiToken:ApiToken",
  "cloudflare:index/accountToken:AccountToken",
];
const PROPERTIES: readonly Fixture["properties"][] = [
  {},
  Object.fromEntries(
    ["zoneId", "accountId", "kind", "phase", "rules", "policies", "condition", "network", "expression"].map(
      (name) => [name, UNKNOWN],
    ),
  ),
  {
    zoneId: ZONE,
    kind: "zone",
    phase: "http_ratelimit",
    rules: [UNKNOWN, null, 1],
    policies: [UNKNOWN, null, 1],
  },
  { zoneId: 1, phase: [], rules: "none", policies: {}, condition: "x", network: 3, expression: {} },
];
const fixtures = KINDS.flatMap((kind) => PROPERTIES.map((properties) => ({ kind, name: "one", properties })));

describe("every policy in Pulumi's engine", () => {
  afterEach(() => runStackPolicy(reportUnjudged, []));

  it.each(EDGE_POLICIES.map((policy) => [policy.name, policy] as const))(
    "%s judges resources that are empty, unknown or malformed",
    async (_name, policy) => {
      if (policy.scope === "stack") {
        await expect(runStackPolicy(stackPolicy(policy), fixtures)).resolves.toBeInstanceOf(Array);
        return;
      }
      for (const fixture of fixtures) {
        await expect(runResourcePolicy(resourcePolicy(policy), fixture)).resolves.toBeInstanceOf(Array);
      }
    },
  );
});
