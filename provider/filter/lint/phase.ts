import { walkFilter } from "../parse/walk-filter";
import type { FilterWarning, LintContext } from "./filter-warning";

const RESPONSE_FIELD = /^(?:raw\.)?(?:http|cf)\.response\./;
/** Phases that run before there is a response. Rate limiting and logging phases can use response fields. */
const BEFORE_RESPONSE = /^(?:ddos_l7|http_request_|http_config_settings$)/;
const HTTP_FIELD = /^(?:raw\.)?http\./;
/** Phases that process packets. */
const OF_PACKETS = /^(?:ddos_l4$|magic_transit)/;
const REWRITES =
  "only for expressions that return a value, such as rewrites and redirects, not for those that match requests";

const FUNCTION_PHASES: ReadonlyMap<string, FunctionSupport> = new Map<string, FunctionSupport>([
  [
    "cidr",
    {
      phases: ["http_request_firewall_custom", "http_ratelimit"],
      where: "for custom and rate limiting rules",
    },
  ],
  [
    "cidr6",
    {
      phases: ["http_request_firewall_custom", "http_ratelimit"],
      where: "for custom and rate limiting rules",
    },
  ],
  [
    "split",
    {
      phases: ["http_response_headers_transform", "http_custom_errors"],
      where: "for response header transforms and custom errors",
    },
  ],
  ["bit_slice", { phases: ["magic_transit"], where: "for network firewall rules" }],
  ["regex_replace", { where: REWRITES }],
  ["remove_query_args", { where: REWRITES }],
  ["to_string", { where: REWRITES }],
  ["uuidv4", { where: REWRITES }],
  ["wildcard_replace", { where: REWRITES }],
]);

interface FunctionSupport {
  /** The phases that support the function. If absent, no phase supports it in a filter expression. */
  readonly phases?: readonly string[];
  readonly where: string;
}

/** Warns about fields and functions that the phase of the ruleset does not support. */
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
    return `The field ${name} belongs to HTTP requests, but the phase ${phase} processes packets. Use it in an HTTP phase.`;
  if (!RESPONSE_FIELD.test(name) || !BEFORE_RESPONSE.test(phase)) return undefined;
  return `The field ${name} belongs to the response, but the phase ${phase} runs before the response. Use it in a response phase.`;
}

function problemOfCall(name: string, phase: string): string | undefined {
  const support = FUNCTION_PHASES.get(name);
  if (support === undefined || support.phases?.includes(phase)) return undefined;
  return `${name}() is documented ${support.where}; the phase ${phase} may reject it.`;
}
