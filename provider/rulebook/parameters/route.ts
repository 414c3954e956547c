import { isUnknown, type Members } from "../../api";
import {
  constraints,
  shown,
  type Constraint,
  type RuleContext,
  type Violation,
  violation,
} from "../constraint";
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
export function* checkRoute(parameters: Members, context: RuleContext): Iterable<Violation> {
  const { nameOf } = context;
  if (presentIn(parameters, MEMBERS)?.length === 0) {
    const message = `must have at least one of ${MEMBERS.map(nameOf).join(", ")}, found none`;
    yield violation(ROUTE["route-needs-member"], [], message);
    return;
  }
  const origin = objectAt(parameters, "origin");
  const isGiven = parameters["origin"] !== undefined && !isUnknown(parameters["origin"]);
  if (isGiven && presentIn(origin, ["host", "port"])?.length === 0) {
    const message = `must have ${["host", "port"].map(nameOf).join(" or ")}, found neither`;
    yield violation(ROUTE["route-origin-needs-member"], ["origin"], message);
  }
  const notAHost = (constraint: Constraint, host: string, path: readonly string[], cure: string) =>
    violation(
      constraint,
      path,
      `must be a host name, such as "origin.example.com", found ${shown(host, context)}; ${cure}`,
    );
  for (const [parent, name] of [
    ["origin", "host"],
    ["sni", "value"],
  ] as const) {
    const host = textAt(objectAt(parameters, parent), name);
    const cure = host === undefined ? undefined : cureOf(host);
    if (host !== undefined && cure !== undefined)
      yield notAHost(ROUTE["route-host-name"], host, [parent, name], cure);
  }
  const header = textAt(parameters, "host_header");
  if (header !== undefined && (header === "" || /[\s/?#@]/.test(header)))
    yield notAHost(ROUTE["route-host-header"], header, ["host_header"], "write the host name alone");
}

function cureOf(host: string): string | undefined {
  if (IPV4.test(host) || IPV6.test(host)) return "create a DNS record for the address, and write its name";
  if (/^[^/:]+:\d*$/.test(host)) return "write the port as origin.port";
  return host === "" || /[\s/:?#@*]/.test(host) ? "write the host name alone" : undefined;
}
