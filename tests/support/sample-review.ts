import { reviewChange } from "../../review/changes/review-change";
import { policySettings } from "../../review/changes/find-policy-findings";
import type { Review } from "../../review/changes/review";
import type { PlannedStep } from "../../review/documents/planned-change";
import { fromEdge } from "../../review/model/from-edge";
import type { Reviewed } from "../../review/model/reviewed";
import { EDGE_POLICIES } from "../../review/policies";

type Properties = Readonly<Record<string, unknown>>;

/** A review of a change of rules in many zones, of OWASP and of a token. */
export function sampleReview(zones: number, rulesEach: number): Review {
  const rulesets = Array.from({ length: zones }, (_, zone) => rulesetStep(zone, rulesEach));
  return reviewChange(
    {
      source: "pulumi-preview",
      stack: "shop/prod",
      steps: [...rulesets, owaspStep(), tokenStep()],
      others: 3,
    },
    { policies: policySettings(EDGE_POLICIES, {}), zoneNames: new Map([[zoneId(0), "shop.example"]]) },
  );
}

function rulesetStep(zone: number, count: number): PlannedStep {
  const rules = Array.from({ length: count }, (_, index) => ({
    ref: `rule-${index}`,
    action: "block",
    expression: `http.host eq "zone-${zone}.example" and starts_with(http.request.uri.path, "/area-${index}")`,
  }));
  const changed = rules.map((rule, index) =>
    index % 3 === 1 ? { ...rule, expression: rule.expression.replace("/area", "/private/area") } : rule,
  );
  const after = [...changed.slice(1, -1), ...changed.slice(0, 1), newRule(zone)];
  const ruleset = (list: readonly Properties[]) =>
    declared("ZoneEntrypointRuleset", `zone-${zone}`, {
      zoneId: zoneId(zone),
      phase: "http_request_firewall_custom",
      rules: list,
    });
  return { operation: "update", before: ruleset(rules), after: ruleset(after) };
}

function newRule(zone: number): Properties {
  return {
    ref: "maintenance",
    action: "block",
    expression: zone === 0 ? "true" : 'http.host eq "old.example"',
  };
}

function owaspStep(): PlannedStep {
  const owasp = (more: Properties) => declared("OwaspConfig", "owasp", { zoneId: zoneId(0), ...more });
  return {
    operation: "update",
    before: owasp({ paranoiaLevel: 3, scoreThreshold: 25 }),
    after: owasp({ paranoiaLevel: 1, scoreThreshold: "low", action: "log" }),
  };
}

function tokenStep(): PlannedStep {
  const token = (names: readonly string[], more: Properties = {}) =>
    declared("ApiToken", "pipeline", {
      name: "pipeline",
      policies: [
        { effect: "allow", resources: { "zone.*": "*" }, permissionGroups: names.map((name) => ({ name })) },
      ],
      ...more,
    });
  return {
    operation: "update",
    before: token(["Zone Read"], { expiresOn: "2030-01-01T00:00:00Z" }),
    after: token(["Zone Read", "Zone WAF Write"]),
  };
}

function declared(kind: string, name: string, properties: Properties): Reviewed {
  const type = `pulumi-nodejs:dynamic/edge:${kind}`;
  const urn = `urn:pulumi:prod::shop::${type}::${name}`;
  const reviewed = fromEdge({ type, name, urn, properties });
  if (reviewed) return reviewed;
  throw new Error(`${kind} is not a resource of this package`);
}

function zoneId(zone: number): string {
  return zone.toString(16).padStart(32, "0");
}
