import { isUnknown, type Members } from "../../api/plain";
import { constraints, shown, type RuleContext, type Violation } from "../constraint";
import { objectAt, presentIn, textAt } from "./members";
import { checkHeaders } from "./rewrite-headers";

export const REWRITE = constraints({
  "rewrite-needs-member": {
    says: "`rewrite` needs `uri` or `headers`.",
    source: "developers docs, rules/transform",
    confidence: "inferred",
  },
  "rewrite-uri-phase": {
    says: "`uri` belongs to the phase http_request_transform.",
    source: "developers docs, rules/transform/url-rewrite",
    confidence: "documented",
  },
  "rewrite-headers-phase": {
    says: "`headers` belongs to the phases http_request_late_transform and http_response_headers_transform.",
    source: "developers docs, rules/transform",
    confidence: "documented",
  },
  "rewrite-uri-needs-member": {
    says: "`uri` needs `path` or `query`.",
    source: "developers docs, rules/transform/url-rewrite",
    confidence: "documented",
  },
  "rewrite-path": {
    says: "A static path begins with a slash.",
    source: "developers docs, rules/transform/url-rewrite",
    confidence: "documented",
  },
  "rewrite-query": {
    says: "A static query has no leading question mark. An empty one removes the query.",
    source: "developers docs, rules/transform/url-rewrite",
    confidence: "documented",
    accepted: true,
  },
  "rewrite-size": {
    says: "All values and expressions of one `rewrite` have at most 4,096 characters together.",
    source: "developers docs, rules/transform",
    confidence: "documented",
  },
});

const URI_PHASE = "http_request_transform";
const REQUEST_HEADERS_PHASE = "http_request_late_transform";
const RESPONSE_HEADERS_PHASE = "http_response_headers_transform";
/** The phases that take `rewrite`, but no URI. Custom rules take one header, and only with a credential check. */
const NO_URI: readonly string[] = [
  REQUEST_HEADERS_PHASE,
  RESPONSE_HEADERS_PHASE,
  "http_request_firewall_custom",
];
const MAX_SIZE = 4096;

/** Checks the parameters of `rewrite`. */
export function checkRewrite(parameters: Members, context: RuleContext): Violation[] {
  return [
    ...checkParts(parameters, context),
    ...checkPhase(parameters, context),
    ...checkUri(parameters, context),
    ...checkHeaders(parameters, context),
    ...checkSize(parameters),
  ];
}

function checkParts(parameters: Members, { nameOf }: RuleContext): Violation[] {
  const parts = ["uri", "headers"];
  if (presentIn(parameters, parts)?.length !== 0) return [];
  return [
    {
      constraint: REWRITE["rewrite-needs-member"],
      path: ["action_parameters"],
      message: `must have ${parts.map(nameOf).join(" or ")}, found neither; the rule changes nothing`,
    },
  ];
}

function checkPhase(parameters: Members, { phase }: RuleContext): Violation[] {
  const given = (name: string) => parameters[name] !== undefined && !isUnknown(parameters[name]);
  if (given("uri") && NO_URI.includes(phase)) {
    return [
      {
        constraint: REWRITE["rewrite-uri-phase"],
        path: ["action_parameters", "uri"],
        message: `cannot be used in phase ${phase}; move the rule to phase ${URI_PHASE}`,
      },
    ];
  }
  if (!given("headers") || phase !== URI_PHASE) return [];
  return [
    {
      constraint: REWRITE["rewrite-headers-phase"],
      path: ["action_parameters", "headers"],
      message: `cannot be used in phase ${phase}; move the rule to phase ${REQUEST_HEADERS_PHASE} for request headers, ${RESPONSE_HEADERS_PHASE} for response headers`,
    },
  ];
}

function checkUri(parameters: Members, context: RuleContext): Violation[] {
  const uri = objectAt(parameters, "uri");
  const path = textAt(objectAt(uri, "path"), "value");
  const query = textAt(objectAt(uri, "query"), "value");
  const at = ["action_parameters", "uri"] as const;
  const violations: Violation[] = [];
  if (uri === parameters["uri"] && presentIn(uri, ["path", "query"])?.length === 0) {
    violations.push({
      constraint: REWRITE["rewrite-uri-needs-member"],
      path: at,
      message: "must have path or query, found neither",
    });
  }
  if (path !== undefined && !path.startsWith("/")) {
    violations.push({
      constraint: REWRITE["rewrite-path"],
      path: [...at, "path", "value"],
      message: `must begin with a slash, found ${shown(path, context)}${hostHint(path)}`,
    });
  }
  if (query?.startsWith("?")) {
    violations.push({
      constraint: REWRITE["rewrite-query"],
      path: [...at, "query", "value"],
      message: 'must be written without the leading "?", or the request gets two of them',
    });
  }
  return violations;
}

function hostHint(path: string): string {
  return path.includes("://") ? "; only the action redirect leads to another host" : "";
}

function checkSize(parameters: Members): Violation[] {
  const { path, query } = objectAt(parameters, "uri");
  const changes = [path, query, ...Object.values(objectAt(parameters, "headers"))];
  const size = changes.map(sizeOf).reduce((sum, one) => sum + one, 0);
  if (size <= MAX_SIZE) return [];
  return [
    {
      constraint: REWRITE["rewrite-size"],
      path: ["action_parameters"],
      message: `must have values and expressions of at most ${MAX_SIZE} characters together, found ${size}; split the rule`,
    },
  ];
}

function sizeOf(change: unknown): number {
  const members = objectAt({ change }, "change");
  return (textAt(members, "value")?.length ?? 0) + (textAt(members, "expression")?.length ?? 0);
}
