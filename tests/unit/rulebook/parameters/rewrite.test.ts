import { violationsOf } from "./violations-of";

const URI = "http_request_transform";
const LATE = "http_request_late_transform";
const RESPONSE = "http_response_headers_transform";
const set = { operation: "set", value: "x" };

describe("rewrite", () => {
  it.each([
    [
      "nothing",
      URI,
      {},
      "warning rewrite-needs-member : must have uri or headers, found neither; the rule changes nothing",
    ],
    [
      "no headers",
      LATE,
      { headers: {} },
      "warning rewrite-needs-member : must have uri or headers, found neither; the rule changes nothing",
    ],
    [
      "a URI in a phase for headers",
      LATE,
      { uri: { path: { value: "/" } } },
      "refused rewrite-uri-phase uri: cannot be used in phase http_request_late_transform; move the rule to phase http_request_transform",
    ],
    [
      "headers in the phase for the URI",
      URI,
      { headers: { "X-A": set } },
      "refused rewrite-headers-phase headers: cannot be used in phase http_request_transform; move the rule to phase http_request_late_transform for request headers, http_response_headers_transform for response headers",
    ],
    [
      "a URI without path and query",
      URI,
      { uri: { origin: true } },
      "refused rewrite-uri-needs-member uri: must have path or query, found neither",
    ],
    [
      "a relative path",
      URI,
      { uri: { path: { value: "new" } } },
      'refused rewrite-path uri/path/value: must begin with a slash, found "new"',
    ],
    [
      "a URL as path",
      URI,
      { uri: { path: { value: "https://example.com/new" } } },
      'refused rewrite-path uri/path/value: must begin with a slash, found "https://example.com/new"; only the action redirect leads to another host',
    ],
    [
      "an empty path",
      URI,
      { uri: { path: { value: "" } } },
      'refused rewrite-path uri/path/value: must begin with a slash, found ""',
    ],
    [
      "a query with its question mark",
      URI,
      { uri: { query: { value: "?a=1" } } },
      'warning rewrite-query uri/query/value: must be written without the leading "?", or the request gets two of them',
    ],
    [
      "a path with a query",
      URI,
      { uri: { path: { value: "/new?a=1" } } },
      "warning rewrite-path-query uri/path/value: must be a path alone, found a question mark; write what follows it as query",
    ],
    [
      "an expression as path",
      URI,
      { uri: { path: { value: 'concat("/", http.host)' } } },
      'refused rewrite-path uri/path/value: must begin with a slash, found "concat(\\"/\\", http.host)"; write an expression as expression',
    ],
    [
      "a field as query",
      URI,
      { uri: { query: { value: "http.request.uri.query" } } },
      "warning value-is-expression uri/query/value: is sent as it is written, although it looks like an expression; write it as expression",
    ],
    [
      "a reference in a path",
      URI,
      { uri: { path: { value: "/new/${1}" } } },
      "warning value-placeholder uri/path/value: is sent as it is written, with its $ references; write an expression with wildcard_replace or regex_replace",
    ],
    [
      "a value of more than 4,096 characters",
      URI,
      { uri: { query: { value: "a".repeat(4097) } } },
      "refused rewrite-size uri/query/value: must be at most 4096 characters long, found 4097",
    ],
    [
      "values of more than 4,096 characters together",
      URI,
      { uri: { path: { value: `/${"a".repeat(2048)}` }, query: { expression: "b".repeat(2048) } } },
      "refused rewrite-size : must have values and expressions of at most 4096 characters together, found 4097; split the rule",
    ],
  ])("reports %s", (_, phase, parameters, violation) => {
    expect(violationsOf("rewrite", phase, parameters)).toEqual([violation]);
  });

  it.each([
    ["an empty query, which removes it", URI, { uri: { query: { value: "" } } }],
    ["the root path", URI, { uri: { path: { value: "/" } } }],
    [
      "path and query",
      URI,
      { uri: { path: { value: "/a" }, query: { expression: "http.host" }, origin: true } },
    ],
    ["a dollar sign, a question mark in a query", URI, { uri: { query: { value: "price=$&a=?" } } }],
    ["4,096 characters", URI, { uri: { path: { value: `/${"a".repeat(4095)}` } } }],
    ["a header of a request", LATE, { headers: { "X-A": set } }],
    ["a header of a response", RESPONSE, { headers: { "X-A": { operation: "add", value: "x" } } }],
  ])("accepts %s", (_, phase, parameters) => {
    expect(violationsOf("rewrite", phase, parameters)).toEqual([]);
  });
});
