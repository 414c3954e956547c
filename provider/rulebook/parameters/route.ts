import { isUnknown, type Members } from "../../api";
import { constraints, shown, type Constraint, type RuleContext, type Violation } from "../constraint";
import { objectAt, presentIn, textAt } from "./members";

export const ROUTE = constraints({
  "route-needs-member": {
    says: "`route` needs `host_header`, `origin` or `sni`.",
    source: "Terraform provider, internal/services/ruleset",
    confidence: "observed",
  },
  "route-origin-needs-member": {
    says: "`origin` needs `host` or `port`. A port alone is valid.",
    source: "Terraform provider, internal/services/ruleset",
    confidence: "observed",
  },
  "route-host-name": {
    says: "`origin.host` and `sni.value` are host names: no address, scheme, port or path.",
    source: "developers docs, rules/origin-rules/features",
    confidence: "documented",
  },
  "route-host-header": {
    says: "`host_header` is a host, without scheme or path.",
    source: "developers docs, rules/origin-rules/features",
    confidence: "inferred",
  },
});

const MEMBERS = ["host_header", "origin", "sni"];
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV6 = /^\[?[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*\]?$/i;

/** Checks the parameters of `route`. */
export function checkRoute(parameters: Members, context: RuleContext): Violation[] {
  const { nameOf } = context;
  const given = presentIn(parameters, MEMBERS);
  if (given?.length === 0) {
    return [
      {
        constraint: ROUTE["route-needs-member"],
        path: ["action_parameters"],
        message: `must have at least one of ${MEMBERS.map(nameOf).join(", ")}, found none`,
      },
    ];
  }
  const origin = objectAt(parameters, "origin");
  return [
    ...checkOrigin(parameters, nameOf),
    ...checkHost(origin, "host", ["origin"], context),
    ...checkHost(objectAt(parameters, "sni"), "value", ["sni"], context),
    ...checkHostHeader(parameters, context),
  ];
}

function checkOrigin(parameters: Members, nameOf: RuleContext["nameOf"]): Violation[] {
  if (parameters["origin"] === undefined || isUnknown(parameters["origin"])) return [];
  const members = ["host", "port"];
  if (presentIn(objectAt(parameters, "origin"), members)?.length !== 0) return [];
  return [
    {
      constraint: ROUTE["route-origin-needs-member"],
      path: ["action_parameters", "origin"],
      message: `must have ${members.map(nameOf).join(" or ")}, found neither`,
    },
  ];
}

function checkHost(parent: Members, name: string, at: readonly string[], context: RuleContext): Violation[] {
  const host = textAt(parent, name);
  if (host === undefined) return [];
  const cure = cureOf(host);
  return cure === undefined ? [] : [notAHost(ROUTE["route-host-name"], host, [...at, name], cure, context)];
}

function cureOf(host: string): string | undefined {
  if (IPV4.test(host) || IPV6.test(host)) return "create a DNS record for the address, and write its name";
  if (/^[^/:]+:\d*$/.test(host)) return "write the port as origin.port";
  return host === "" || /[\s/:?#@*]/.test(host) ? "write the host name alone" : undefined;
}

function checkHostHeader(parameters: Members, context: RuleContext): Violation[] {
  const host = textAt(parameters, "host_header");
  if (host === undefined || !(host === "" || /[\s/?#@]/.test(host))) return [];
  const cure = "write the host name alone";
  return [notAHost(ROUTE["route-host-header"], host, ["host_header"], cure, context)];
}

function notAHost(
  constraint: Constraint,
  host: string,
  at: readonly string[],
  cure: string,
  context: RuleContext,
): Violation {
  return {
    constraint,
    path: ["action_parameters", ...at],
    message: `must be a host name, such as "origin.example.com", found ${shown(host, context)}; ${cure}`,
  };
}
