import { checkRule } from "../../../../provider/rulebook";
import { violationsOf } from "./violations-of";

const LATE = "http_request_late_transform";
const RESPONSE = "http_response_headers_transform";
const set = { operation: "set", value: "x" };
const add = { operation: "add", value: "x" };
const remove = { operation: "remove" };
const header = (phase: string, name: string, change: unknown) =>
  violationsOf("rewrite", phase, { headers: { [name]: change } });

describe("a header of rewrite", () => {
  it.each([
    [
      "a name with a space",
      RESPONSE,
      "X A",
      set,
      "refused header-name headers/X A: must have a name of letters, digits, hyphens and underscores",
    ],
    [
      "add for a request",
      LATE,
      "X-A",
      add,
      'refused header-add-phase headers/X-A/operation: must be "set" or "remove" for a request header, found "add"; "set" also creates a header that the request does not have',
    ],
    [
      "no value",
      LATE,
      "X-A",
      { operation: "set" },
      'refused header-value-or-expression headers/X-A: must have either value or expression for the operation "set", found neither',
    ],
    [
      "a value and an expression",
      RESPONSE,
      "X-A",
      { ...add, expression: "http.host" },
      'refused header-value-or-expression headers/X-A: must have either value or expression for the operation "add", found both',
    ],
    [
      "a value of a header that is removed",
      LATE,
      "X-A",
      { ...remove, value: "" },
      'refused header-remove-takes-none headers/X-A/value: cannot be combined with the operation "remove"; leave it out',
    ],
    [
      "a line break in a value",
      RESPONSE,
      "X-A",
      { operation: "set", value: "a\nb" },
      "refused header-value-characters headers/X-A/value: must consist of printable ASCII characters, found U+000A at position 2",
    ],
    [
      "an emoji in a value",
      RESPONSE,
      "X-A",
      { operation: "set", value: "😀" },
      "refused header-value-characters headers/X-A/value: must consist of printable ASCII characters, found U+1F600 at position 1",
    ],
  ])("cannot have %s", (_, phase, name, change, violation) => {
    expect(header(phase, name, change)).toEqual([violation]);
  });

  it.each(["ip.src", 'http.request.headers["a"][0]', 'concat(http.host, "/")', " lower(http.host) "])(
    "is probably not meant to be the text %s",
    (value) => {
      expect(header(LATE, "X-A", { operation: "set", value })).toEqual([
        "warning value-is-expression headers/X-A/value: is sent as it is written, although it looks like an expression; write it as expression",
      ]);
    },
  );

  it.each(["ssl", "ip.example.com", "max-age=60", "url(http.host)", "http.host, ip.src", "$1.00", "cf"])(
    "may be the text %s",
    (value) => {
      expect(header(LATE, "X-A", { operation: "set", value })).toEqual([]);
    },
  );

  it("accepts every printable ASCII character, an empty value, and an IP field as expression", () => {
    const value = ` ABCabc019_:;.,\\/"'?!(){}[]@<>=-+*#$&\`~^%|`;
    expect(header(LATE, "X_a-1", { operation: "set", value })).toEqual([]);
    expect(header(LATE, "X-A", { operation: "set", value: "" })).toEqual([]);
    expect(header(LATE, "X-A", { operation: "set", expression: "ip.src" })).toEqual([]);
  });
});

describe("a header that the edge keeps for itself", () => {
  const own = "the API keeps headers that begin with cf- or x-cf- for itself; choose another name";
  const onlyRemoved = "this header can only be removed; send the value in a header with another name";

  it.each([
    ["cf-ray", LATE, remove, own],
    ["CF-Connecting-IP", LATE, set, "this header can only be removed"],
    ["x-cf-a", RESPONSE, remove, own],
    [
      "Host",
      LATE,
      set,
      "the action route changes the Host header that the origin receives, in phase http_request_origin",
    ],
    ["Accept-Encoding", LATE, remove, "the edge chooses the encodings; leave the header out"],
    ["X-Forwarded-For", LATE, set, onlyRemoved],
    ["x-forwarded-proto", LATE, set, onlyRemoved],
    ["x-real-ip", LATE, set, onlyRemoved],
    ["true-client-ip", LATE, set, onlyRemoved],
    ["cookie", LATE, set, onlyRemoved],
    ["Server", RESPONSE, remove, "the edge writes this header; leave it out"],
    ["eh-cache-tag", RESPONSE, add, "the edge writes this header; leave it out"],
    ["eh-cdn-cache-control", RESPONSE, set, "the edge writes this header; leave it out"],
    ["Set-Cookie", RESPONSE, remove, "this header can only be added or set"],
  ])("is refused: %s", (name, phase, change, reason) => {
    expect(header(phase, name, change)).toEqual([
      `refused header-reserved headers/${name}/operation: cannot be "${change.operation}": ${reason}`,
    ]);
  });

  it.each([
    ["CF-Connecting-IP", LATE, remove],
    ["cookie", LATE, remove],
    ["x-real-ip", LATE, remove],
    ["host", RESPONSE, set],
    ["accept-encoding", RESPONSE, set],
    ["set-cookie", RESPONSE, add],
    ["server", LATE, set],
    ["cloudflare-a", LATE, set],
    ["x-cfa", LATE, set],
  ])("is accepted elsewhere, or with another operation: %s", (name, phase, change) => {
    expect(header(phase, name, change)).toEqual([]);
  });

  it.each([
    [
      "Host",
      LATE,
      set,
      "'set' is not a valid value for operation because it cannot be used on header 'Host'",
    ],
    [
      "server",
      RESPONSE,
      remove,
      "'remove' is not a valid value for operation because it cannot be used on header 'server'",
    ],
    [
      "cf-ray",
      LATE,
      set,
      "'set' is not a valid value for operation because it cannot be used on header beginning with 'cf-'",
    ],
  ])("is refused with the API's text and code 20087: %s", (name, phase, change, refusal) => {
    const rule = { action: "rewrite", action_parameters: { headers: { [name]: change } } };
    expect(checkRule(rule, { phase, kind: "zone", nameOf: (wire) => wire })).toMatchObject([
      { constraint: { code: 20087 }, refusal },
    ]);
  });
});

describe("a header change that does not do what it seems to do", () => {
  it.each([
    [
      "a removed x-forwarded-for",
      LATE,
      "X-Forwarded-For",
      remove,
      "header-forwarded-for-returns headers/X-Forwarded-For/operation: has no effect: the edge adds the header again after the rule; leave the change out",
    ],
    [
      "a set-cookie that replaces all others",
      RESPONSE,
      "Set-Cookie",
      set,
      'header-set-cookie-replaces headers/Set-Cookie/operation: is "set", which replaces all cookies of the response; use "add" to keep them',
    ],
    [
      "a header for the cache",
      RESPONSE,
      "CDN-Cache-Control",
      set,
      "header-cache-control-visitors headers/CDN-Cache-Control: changes what visitors receive, not what the edge caches; use set_cache_settings or set_cache_control for the cache",
    ],
    [
      "a time for shared caches",
      RESPONSE,
      "cache-control",
      { operation: "set", value: "public, s-maxage=600" },
      "header-cache-control-visitors headers/cache-control: changes what visitors receive, not what the edge caches; use set_cache_settings or set_cache_control for the cache",
    ],
  ])("is warned of: %s", (_, phase, name, change, violation) => {
    expect(header(phase, name, change)).toEqual([`warning ${violation}`]);
  });

  it("leaves a cache-control for browsers alone, and removed headers", () => {
    expect(header(RESPONSE, "cache-control", { operation: "set", value: "no-store" })).toEqual([]);
    expect(header(RESPONSE, "cdn-cache-control", remove)).toEqual([]);
    expect(header(RESPONSE, "etag", remove)).toEqual([]);
  });
});
