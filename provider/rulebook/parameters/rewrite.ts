import { isUnknown, type Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation, violation } from "../constraint";
import { checkStaticValue, looksLikeExpression, objectAt, presentIn, textAt } from "./members";
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
export function* checkRewrite(parameters: Members, context: RuleContext): Iterable<Violation> {
  yield* checkParts(parameters, context);
  yield* checkUri(parameters, context);
  yield* checkHeaders(parameters, context);
  yield* checkSize(parameters);
}

function* checkParts(parameters: Members, { phase, nameOf }: RuleContext): Iterable<Violation> {
  const parts = ["uri", "headers"];
  const isEmpty = Object.keys(objectAt(parameters, "headers")).length === 0;
  const present = presentIn(parameters, parts);
  if (present && !present.includes("uri") && (isEmpty || !present.includes("headers"))) {
    const message = `must have ${parts.map(nameOf).join(" or ")}, found neither; the rule changes nothing`;
    yield violation(REWRITE["rewrite-needs-member"], [], message);
  }
  const given = (name: string) => parameters[name] !== undefined && !isUnknown(parameters[name]);
  const wrong = `cannot be used in phase ${phase}; move the rule to phase`;
  if (given("uri") && NO_URI.includes(phase))
    yield violation(REWRITE["rewrite-uri-phase"], ["uri"], `${wrong} ${URI_PHASE}`);
  else if (given("headers") && phase === URI_PHASE) {
    const message = `${wrong} ${REQUEST_HEADERS_PHASE} for request headers, ${RESPONSE_HEADERS_PHASE} for response headers`;
    yield violation(REWRITE["rewrite-headers-phase"], ["headers"], message);
  }
}

function* checkUri(parameters: Members, context: RuleContext): Iterable<Violation> {
  const uri = objectAt(parameters, "uri");
  if (uri === parameters["uri"] && presentIn(uri, ["path", "query"])?.length === 0)
    yield violation(REWRITE["rewrite-uri-needs-member"], ["uri"], "must have path or query, found neither");
  yield* checkPath(textAt(objectAt(uri, "path"), "value"), ["uri", "path", "value"], context);
  const query = textAt(objectAt(uri, "query"), "value");
  if (query === undefined) return;
  const path = ["uri", "query", "value"];
  if (!query.startsWith("?")) yield* checkStaticValue(query, path);
  else {
    const message = 'must be written without the leading "?", or the request gets two of them';
    yield violation(REWRITE["rewrite-query"], path, message);
  }
}

function* checkPath(
  value: string | undefined,
  path: readonly string[],
  context: RuleContext,
): Iterable<Violation> {
  if (value === undefined) return;
  if (!value.startsWith("/")) {
    const message = `must begin with a slash, found ${shown(value, context)}${pathHint(value)}`;
    yield violation(REWRITE["rewrite-path"], path, message);
  } else if (value.includes("?")) {
    const message = "must be a path alone, found a question mark; write what follows it as query";
    yield violation(REWRITE["rewrite-path-query"], path, message);
  } else yield* checkStaticValue(value, path);
}

function pathHint(path: string): string {
  if (path.includes("://")) return "; only the action redirect leads to another host";
  return looksLikeExpression(path) ? "; write an expression as expression" : "";
}

function* checkSize(parameters: Members): Iterable<Violation> {
  const texts = ["uri", "headers"].flatMap((part) => {
    const changes = objectAt(parameters, part);
    const names = part === "uri" ? ["path", "query"] : Object.keys(changes);
    return names.flatMap((name) =>
      ["value", "expression"].map((member) => ({
        size: textAt(objectAt(changes, name), member)?.length ?? 0,
        path: [part, name, member],
      })),
    );
  });
  const size = texts.reduce((sum, one) => sum + one.size, 0);
  if (size <= MAX_SIZE) return;
  const tooLong = texts.find((one) => one.size > MAX_SIZE);
  const limit = `at most ${MAX_SIZE} characters`;
  const message = tooLong
    ? `must be ${limit} long, found ${tooLong.size}`
    : `must have values and expressions of ${limit} together, found ${size}; split the rule`;
  yield violation(REWRITE["rewrite-size"], tooLong?.path ?? [], message);
}
