import { violationsOf } from "./violations-of";

const DYNAMIC = "http_request_dynamic_redirect";
const BULK = "http_request_redirect";
const target = (target_url: unknown) => ({ from_value: { target_url } });
const list = (name: string, key: string) => ({ from_list: { name, key } });

const keeping = (target_url: unknown) => ({ from_value: { preserve_query_string: true, target_url } });

describe("a redirect that keeps the query", () => {
  it.each([
    ["a target with a query", { value: "https://b.example/?a=1" }, "has a query"],
    ["the whole address", { expression: 'concat("https://b.example", http.request.uri)' }, "has it already"],
    [
      "the query itself",
      { expression: 'concat("https://b.example/?", http.request.uri.query)' },
      "has it already",
    ],
  ])("is a warning with %s", (_, target_url, what) => {
    expect(violationsOf("redirect", DYNAMIC, keeping(target_url))).toEqual([
      expect.stringMatching(`^warning redirect-query-twice from_value/preserve_query_string: .*${what}`),
    ]);
  });

  it.each([
    ["a path", { value: "/new" }],
    ["a question mark behind a hash", { value: "/new#a?b" }],
    ["the path of the request", { expression: 'concat("https://b.example", http.request.uri.path)' }],
    [
      "the name of a field in a string",
      { expression: 'concat("https://b.example/http.request.uri", http.request.uri.path)' },
    ],
    [
      "a pattern that leaves out the query",
      { expression: 'regex_replace(http.request.full_uri, "^http:([^?]*).*$", "https:${1}")' },
    ],
  ])("is fine with %s", (_, target_url) => {
    expect(violationsOf("redirect", DYNAMIC, keeping(target_url))).toEqual([]);
  });
});

describe("redirect", () => {
  it.each([
    [
      "no source",
      DYNAMIC,
      {},
      "refused redirect-one-source : must have either from_value or from_list, found neither",
    ],
    [
      "both sources",
      DYNAMIC,
      { ...target({ value: "/" }), ...list("moved", "http.request.full_uri") },
      "refused redirect-one-source : must have either from_value or from_list, found both",
    ],
    [
      "a list for single redirects",
      DYNAMIC,
      list("moved", "http.request.full_uri"),
      "refused redirect-source-phase from_list: cannot be used in phase http_request_dynamic_redirect, which takes from_value; move the rule to phase http_request_redirect",
    ],
    [
      "a target for bulk redirects",
      BULK,
      target({ value: "/" }),
      "refused redirect-source-phase from_value: cannot be used in phase http_request_redirect, which takes from_list; move the rule to phase http_request_dynamic_redirect",
    ],
    [
      "a target that begins with a host",
      DYNAMIC,
      target({ value: "www.example.com/new" }),
      'warning redirect-static-target from_value/target_url/value: must begin with https://, http:// or a slash, found "www.example.com/new"; browsers read it as a relative path',
    ],
    [
      "an expression as target",
      DYNAMIC,
      target({ value: 'concat("https://a.example", http.request.uri.path)' }),
      "warning value-is-expression from_value/target_url/value: is sent as it is written, although it looks like an expression; write it as expression",
    ],
    [
      "a reference in a target",
      DYNAMIC,
      target({ value: "https://a.example/$1" }),
      "warning value-placeholder from_value/target_url/value: is sent as it is written, with its $ references; write an expression with wildcard_replace or regex_replace",
    ],
    [
      "a key that is no field",
      BULK,
      list("moved", "full_uri"),
      'refused redirect-list-key-field from_list/key: must be the field http.request.full_uri or raw.http.request.full_uri, found "full_uri"',
    ],
    [
      "a list written as in an expression",
      BULK,
      list("$moved", "http.request.full_uri"),
      'refused redirect-list-name from_list/name: must consist of letters, digits and underscores, found "$moved"; write the name without the $ of expressions',
    ],
  ])("reports %s", (_, phase, parameters, violation) => {
    expect(violationsOf("redirect", phase, parameters)).toEqual([violation]);
  });

  it("accepts URLs, paths and expressions as target, in any case", () => {
    for (const target_url of [
      { value: "https://www.example.com/" },
      { value: "HTTP://www.example.com" },
      { value: "/new" },
      { value: "//cdn.example.com/" },
      { expression: 'concat("https://", http.host)' },
    ]) {
      expect(violationsOf("redirect", DYNAMIC, target(target_url))).toEqual([]);
    }
  });
});

describe("redirect by a list", () => {
  const lookup = (parameters: Record<string, unknown>, expression: string) =>
    violationsOf("redirect", BULK, parameters, expression);

  it("warns of a key that is not the field of the expression", () => {
    expect(
      lookup(list("moved", "http.request.full_uri"), "ssl and raw.http.request.full_uri in $moved"),
    ).toEqual([
      "warning redirect-list-key from_list/key: must be raw.http.request.full_uri, the field that the expression looks up, found http.request.full_uri; nothing is redirected otherwise",
    ]);
  });

  it("warns of a list that the expression does not look up", () => {
    expect(lookup(list("moved", "http.request.full_uri"), "http.request.full_uri in $old")).toEqual([
      'warning redirect-list-unused from_list/name: must be a list that the expression looks up, $old, found "moved"; nothing is redirected otherwise',
    ]);
  });

  it("accepts the field and the list of the expression, and leaves other expressions alone", () => {
    const raw = list("moved", "raw.http.request.full_uri");
    expect(lookup(raw, "raw.http.request.full_uri in $moved")).toEqual([]);
    expect(lookup(raw, "http.request.full_uri in $old or raw.http.request.full_uri in $moved")).toEqual([]);
    expect(lookup(raw, "true")).toEqual([]);
    expect(lookup(list("moved", "lower(http.request.full_uri)"), "http.request.full_uri in $moved")).toEqual(
      [],
    );
  });
});
