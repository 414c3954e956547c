import { walkFilter } from "../parse/walk";
import type { FilterWarning, LintContext } from "./warning";

const RESPONSE_FIELD = /^(?:raw\.)?(?:http|cf)\.response\./;
/** Phases that run before there is a response. Those that count or log after it may look at both. */
const BEFORE_RESPONSE = /^(?:ddos_l7|http_request_|http_config_settings$)/;
const HTTP_FIELD = /^(?:raw\.)?http\./;
/** Phases that look at packets. */
const OF_PACKETS = /^(?:ddos_l4$|magic_transit)/;
const REWRITES =
  "in expressions that give a value, such as those of rewrites and redirects, and not in those that match requests";

const FUNCTION_PLACES: ReadonlyMap<string, Place> = new Map<string, Place>([
  [
    "cidr",
    {
      phases: ["http_request_firewall_custom", "http_ratelimit"],
      where: "in custom and rate limiting rules",
    },
  ],
  [
    "cidr6",
    {
      phases: ["http_request_firewall_custom", "http_ratelimit"],
      where: "in custom and rate limiting rules",
    },
  ],
  [
    "split",
    {
      phases: ["http_response_headers_transform", "http_custom_errors"],
      where: "in response header transforms and custom errors",
    },
  ],
  ["bit_slice", { phases: ["magic_transit"], where: "in network firewall rules" }],
  ["regex_replace", { where: REWRITES }],
  ["remove_query_args", { where: REWRITES }],
  ["to_string", { where: REWRITES }],
  ["uuidv4", { where: REWRITES }],
  ["wildcard_replace", { where: REWRITES }],
]);

interface Place {
  /** Phases that have the function; without it, no filter expression has it. */
  readonly phases?: readonly string[];
  readonly where: string;
}

/** Fields and functions that the phase of the ruleset does not offer, although the language has them. */
export function warnOfPhase({ ast, phase }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  if (phase === undefined) return [];
  walkFilter(ast, (node) => {
    if (node.kind !== "field" && node.kind !== "call") return;
    const message =
      node.kind === "field" ? problemOfField(node.name, phase) : problemOfCall(node.name, phase);
    if (message === undefined || warnings.has(node.name)) return;
    warnings.set(node.name, { rule: "phase", message, span: node.span });
  });
  return [...warnings.values()];
}

function problemOfField(name: string, phase: string): string | undefined {
  if (HTTP_FIELD.test(name) && OF_PACKETS.test(phase))
    return `The field ${name} is one of HTTP requests, but the phase ${phase} looks at packets. Use it in a phase of HTTP.`;
  if (!RESPONSE_FIELD.test(name) || !BEFORE_RESPONSE.test(phase)) return undefined;
  return `The field ${name} is known once there is a response, but the phase ${phase} runs before. Use it in a phase of responses.`;
}

function problemOfCall(name: string, phase: string): string | undefined {
  const place = FUNCTION_PLACES.get(name);
  if (place === undefined || place.phases?.includes(phase)) return undefined;
  return `${name}() is documented ${place.where}; the phase ${phase} may refuse it.`;
}
