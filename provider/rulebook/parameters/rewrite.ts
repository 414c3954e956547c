import { isUnknown, type Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation } from "../constraint";
import { objectAt, presentIn, textAt } from "./members";
import { checkHeaders } from "./rewrite-headers";
import { checkStaticValue, looksLikeExpression } from "./static-values";

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
  "rewrite-path-query": {
    says: "A static path contains no query. The query belongs in `uri.query`.",
    source: "developers docs, rules/transform/url-rewrite",
    confidence: "inferred",
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
  const isEmpty = Object.keys(objectAt(parameters, "headers")).length === 0;
  const given = presentIn(parameters, parts);
  if (given === undefined || given.includes("uri") || (given.includes("headers") && !isEmpty)) return [];
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
  const at = ["action_parameters", "uri"] as const;
  const nothing = uri === parameters["uri"] && presentIn(uri, ["path", "query"])?.length === 0;
  return [
    ...(nothing
      ? [
          {
            constraint: REWRITE["rewrite-uri-needs-member"],
            path: at,
            message: "must have path or query, found neither",
          },
        ]
      : []),
    ...checkPath(textAt(objectAt(uri, "path"), "value"), [...at, "path", "value"], context),
    ...checkQuery(textAt(objectAt(uri, "query"), "value"), [...at, "query", "value"]),
  ];
}

function checkPath(value: string | undefined, path: readonly string[], context: RuleContext): Violation[] {
  if (value === undefined) return [];
  if (!value.startsWith("/")) {
    return [
      {
        constraint: REWRITE["rewrite-path"],
        path,
        message: `must begin with a slash, found ${shown(value, context)}${pathHint(value)}`,
      },
    ];
  }
  if (!value.includes("?")) return checkStaticValue(value, path);
  return [
    {
      constraint: REWRITE["rewrite-path-query"],
      path,
      message: "must be a path alone, found a question mark; write what follows it as query",
    },
  ];
}

function checkQuery(value: string | undefined, path: readonly string[]): Violation[] {
  if (value === undefined) return [];
  if (!value.startsWith("?")) return checkStaticValue(value, path);
  return [
    {
      constraint: REWRITE["rewrite-query"],
      path,
      message: 'must be written without the leading "?", or the request gets two of them',
    },
  ];
}

function pathHint(path: string): string {
  if (path.includes("://")) return "; only the action redirect leads to another host";
  return looksLikeExpression(path) ? "; write an expression as expression" : "";
}

function checkSize(parameters: Members): Violation[] {
  const uri = objectAt(parameters, "uri");
  const headers = objectAt(parameters, "headers");
  const changes = [
    ...["path", "query"].map((name) => ({ change: objectAt(uri, name), path: ["uri", name] })),
    ...Object.keys(headers).map((name) => ({ change: objectAt(headers, name), path: ["headers", name] })),
  ];
  const texts = changes.flatMap(({ change, path }) =>
    ["value", "expression"].map((member) => ({
      size: textAt(change, member)?.length ?? 0,
      path: ["action_parameters", ...path, member],
    })),
  );
  const size = texts.reduce((sum, one) => sum + one.size, 0);
  if (size <= MAX_SIZE) return [];
  const tooLong = texts.find((one) => one.size > MAX_SIZE);
  const limit = `at most ${MAX_SIZE} characters`;
  return [
    {
      constraint: REWRITE["rewrite-size"],
      path: tooLong?.path ?? ["action_parameters"],
      message: tooLong
        ? `must be ${limit} long, found ${tooLong.size}`
        : `must have values and expressions of ${limit} together, found ${size}; split the rule`,
    },
  ];
}
