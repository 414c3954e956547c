import type { ZonePlan } from "../../../../provider/api";
import { violationsOf } from "./violations-of";

const REQUEST = "http_request_cache_settings";
const RESPONSE = "http_response_cache_settings";

describe("set_cache_settings", () => {
  it.each([
    [
      "nothing",
      REQUEST,
      {},
      "warning cache-settings-needs-setting : must have at least one setting, found none; the rule changes nothing",
    ],
    [
      "a setting of requests in a rule for responses",
      RESPONSE,
      { strip_etags: true, cache: true },
      "refused cache-response-settings cache: cannot be used in phase http_response_cache_settings, which takes strip_etags, strip_last_modified, strip_set_cookie; move it to a rule in phase http_request_cache_settings",
    ],
    [
      "a setting of responses in a rule for requests",
      REQUEST,
      { strip_set_cookie: true },
      "warning cache-request-settings strip_set_cookie: is a setting of phase http_response_cache_settings; move it to a rule there",
    ],
    [
      "a time without cache",
      REQUEST,
      { cache: false, edge_ttl: { mode: "respect_origin" } },
      "warning cache-bypassed edge_ttl: has no effect with cache: false; leave it out, or set cache to true",
    ],
    [
      "an edge time that the mode refuses",
      REQUEST,
      { edge_ttl: { mode: "respect_origin", default: 60 } },
      'refused cache-ttl-default-respected edge_ttl/default: cannot be used with mode "respect_origin"; leave it out, or use mode "override_origin"',
    ],
    [
      "an edge time that its mode does not use",
      REQUEST,
      { edge_ttl: { mode: "bypass_by_default", default: 60 } },
      'warning cache-ttl-default-unused edge_ttl/default: has no effect with mode "bypass_by_default"; leave it out, or use mode "override_origin"',
    ],
    [
      "two times for a status",
      REQUEST,
      {
        edge_ttl: {
          mode: "respect_origin",
          status_code_ttl: [200, 200].map((status_code) => ({ status_code, value: 60 })),
        },
      },
      "warning cache-status-repeated edge_ttl/status_code_ttl/1/status_code: is 200 again, as in item 0 of the list; remove one of the two",
    ],
    [
      "an edge time without its seconds",
      REQUEST,
      { edge_ttl: { mode: "override_origin" } },
      'refused cache-ttl-default edge_ttl: must have default, the time in seconds, with mode "override_origin"',
    ],
    [
      "a browser time without its seconds",
      REQUEST,
      { browser_ttl: { mode: "override_origin" } },
      'refused cache-ttl-default browser_ttl: must have default, the time in seconds, with mode "override_origin"',
    ],
    [
      "a browser time of 0",
      REQUEST,
      { browser_ttl: { mode: "override_origin", default: 0 } },
      'refused cache-browser-ttl-range browser_ttl/default: must be at least 1, found 0; use mode "bypass" if browsers may not cache the response',
    ],
  ])("reports %s", (_, phase, parameters, violation) => {
    expect(violationsOf("set_cache_settings", phase, parameters)).toEqual([violation]);
  });

  it.each([
    ["the settings of responses", RESPONSE, { strip_etags: true, strip_last_modified: false }],
    ["no cache, but a time for browsers", REQUEST, { cache: false, browser_ttl: { mode: "bypass" } }],
    ["times with their seconds", REQUEST, { edge_ttl: { mode: "override_origin", default: 7200 } }],
    ["a browser time of 1", REQUEST, { browser_ttl: { mode: "override_origin", default: 1 } }],
    ["modes without seconds", REQUEST, { edge_ttl: { mode: "bypass_by_default" } }],
  ])("accepts %s", (_, phase, parameters) => {
    expect(violationsOf("set_cache_settings", phase, parameters)).toEqual([]);
  });

  it.each([
    ["free", 7200],
    ["pro", 3600],
  ] as const)("warns of an edge time below the minimum of the plan %s", (plan, minimum) => {
    const edge = (seconds: number, zonePlan?: ZonePlan) =>
      violationsOf(
        "set_cache_settings",
        REQUEST,
        { edge_ttl: { mode: "override_origin", default: seconds } },
        "true",
        zonePlan,
      );
    expect(edge(minimum - 1, plan)).toEqual([
      `warning cache-edge-ttl-minimum edge_ttl/default: must be at least ${minimum} in the plan ${plan}, found ${minimum - 1}`,
    ]);
    expect([...edge(minimum, plan), ...edge(1, "business"), ...edge(1)]).toEqual([]);
  });

  const status = (item: unknown) =>
    violationsOf("set_cache_settings", REQUEST, {
      edge_ttl: { mode: "respect_origin", status_code_ttl: [item] },
    });

  it.each([
    [
      "no status code",
      { value: 60 },
      "refused cache-status-one-of edge_ttl/status_code_ttl/0: must have either status_code or status_code_range, found neither",
    ],
    [
      "a status code and a range",
      { value: 60, status_code: 404, status_code_range: { from: 500 } },
      "refused cache-status-one-of edge_ttl/status_code_ttl/0: must have either status_code or status_code_range, found both",
    ],
    [
      "an empty range",
      { value: 60, status_code_range: {} },
      "refused cache-status-range-needs-member edge_ttl/status_code_ttl/0/status_code_range: must have from or to, found neither",
    ],
    [
      "a range that ends before it begins",
      { value: 60, status_code_range: { from: 599, to: 500 } },
      "warning cache-status-range-order edge_ttl/status_code_ttl/0/status_code_range: must not begin after its end, found 599 to 500; no response has such a status code",
    ],
  ])("reports a time for %s", (_, item, violation) => {
    expect(status(item)).toEqual([violation]);
  });

  it("accepts a status code, and a range with one end or two", () => {
    expect(status({ value: -1, status_code: 404 })).toEqual([]);
    expect(status({ value: 0, status_code_range: { from: 500 } })).toEqual([]);
    expect(status({ value: 0, status_code_range: { from: 500, to: 500 } })).toEqual([]);
  });
});

describe("the cache key", () => {
  const key = (cache_key: unknown) => violationsOf("set_cache_settings", REQUEST, { cache_key });
  const query = (query_string: unknown) => key({ custom_key: { query_string } });
  const headers = (header: unknown) => key({ custom_key: { header } });
  const AT = "cache_key/custom_key";

  it.each([
    [
      "the device type twice",
      key({ cache_by_device_type: true, custom_key: { user: { device_type: true } } }),
      `refused cache-key-device-type-once ${AT}/user/device_type: cannot be combined with cache_by_device_type; leave one of them out`,
    ],
    [
      "included and excluded names",
      query({ include: { list: ["a"] }, exclude: { list: ["b"] } }),
      `refused cache-key-query-one-of ${AT}/query_string: must have either include or exclude, found both`,
    ],
    [
      "all names and a list",
      query({ exclude: { all: true, list: ["a"] } }),
      `refused cache-key-query-list-or-all ${AT}/query_string/exclude: must have either list or all, found both`,
    ],
    [
      "101 names",
      query({ include: { list: Array.from({ length: 101 }, (_, index) => `a${index}`) } }),
      `refused cache-key-query-size ${AT}/query_string/include/list: must have at most 100 names, found 101`,
    ],
    [
      "a header with too many values",
      headers({ include: ["x-a", "Accept-Language"] }),
      `refused cache-key-header-contains-only ${AT}/header/include/1: cannot be "Accept-Language", which has too many values; write the values that matter in header.contains`,
    ],
    [
      "the presence of such a header",
      headers({ check_presence: ["referer"] }),
      `refused cache-key-header-contains-only ${AT}/header/check_presence/0: cannot be "referer", which has too many values; write the values that matter in header.contains`,
    ],
    [
      "cookies as a header",
      headers({ include: ["cookie"] }),
      `refused cache-key-cookie-header ${AT}/header/include/0: cannot be "cookie"; write the names of cookies in custom_key.cookie`,
    ],
  ])("cannot have %s", (_, violations, violation) => {
    expect(violations).toEqual([violation]);
  });

  it.each([
    ["empty objects", key({ custom_key: { header: {}, query_string: {}, user: {}, host: {}, cookie: {} } })],
    ["one device type", key({ cache_by_device_type: true, custom_key: { user: { device_type: false } } })],
    ["all names", query({ include: { all: true } })],
    ["a list of all that is off", query({ include: { all: false, list: ["a"] } })],
    ["values of an otherwise refused header", headers({ contains: { accept: ["image/webp"] } })],
    ["other headers", headers({ include: ["origin", "x-a"], check_presence: ["authorization"] })],
  ])("accepts %s", (_, violations) => {
    expect(violations).toEqual([]);
  });
});

describe("vary", () => {
  const vary = (headers: unknown) =>
    violationsOf("set_cache_settings", REQUEST, { vary: { default: { action: "bypass" }, headers } });
  const action = "normalize";

  it.each([
    [
      "a header with capital letters",
      { Accept: { action } },
      'refused vary-header-name vary/headers/Accept: must have a name of at most 128 lower-case letters, digits, hyphens and underscores; write "accept"',
    ],
    [
      "a header of the edge",
      { "cf-ray": { action } },
      "refused vary-header-reserved vary/headers/cf-ray: cannot be part of vary; leave the header out",
    ],
    [
      "the host",
      { host: { action } },
      "refused vary-header-reserved vary/headers/host: cannot be part of vary; leave the header out",
    ],
    [
      "languages of another header",
      { accept: { action, languages: ["de"] } },
      "refused vary-member-of-header vary/headers/accept/languages: can only be used with the header accept-language; leave it out",
    ],
    [
      "media types of another header",
      { "accept-language": { action, media_types: ["text/html"] } },
      "refused vary-member-of-header vary/headers/accept-language/media_types: can only be used with the header accept; leave it out",
    ],
    [
      "51 headers",
      Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`a${index}`, { action }])),
      "refused vary-size vary/headers: must have at most 50 headers, found 51",
    ],
  ])("cannot have %s", (_, headers, violation) => {
    expect(vary(headers)).toEqual([violation]);
  });

  it("accepts media types of accept, languages of accept-language, and other headers", () => {
    expect(vary({ accept: { action, media_types: ["image/avif"] } })).toEqual([]);
    expect(vary({ "accept-language": { action, languages: ["de"] }, "x_a-1": { action } })).toEqual([]);
    expect(violationsOf("set_cache_settings", REQUEST, { vary: { default: { action } } })).toEqual([]);
  });
});

describe("rules for the response's cache", () => {
  it.each([
    [
      "no directive",
      violationsOf("set_cache_control", RESPONSE, {}),
      "warning cache-control-needs-directive : must have at least one directive, such as max-age, found none; the rule changes nothing",
    ],
    [
      "a time without seconds",
      violationsOf("set_cache_control", RESPONSE, { "s-maxage": { operation: "set" } }),
      'refused cache-control-needs-value s-maxage: must have value, the time in seconds, with the operation "set"',
    ],
    [
      "seconds of a directive that is removed",
      violationsOf("set_cache_control", RESPONSE, { "max-age": { operation: "remove", value: 1 } }),
      'refused cache-control-remove-takes-none max-age/value: cannot be combined with the operation "remove"; leave it out',
    ],
    [
      "no tags",
      violationsOf("set_cache_tags", RESPONSE, { operation: "set" }),
      "refused cache-tags-one-source : must have either values or expression, found neither",
    ],
    [
      "tags and an expression",
      violationsOf("set_cache_tags", RESPONSE, { operation: "set", values: ["a"], expression: "b" }),
      "refused cache-tags-one-source : must have either values or expression, found both",
    ],
  ])("cannot have %s", (_, violations, violation) => {
    expect(violations).toEqual([violation]);
  });

  it("accept complete directives and tags", () => {
    const directives = {
      "max-age": { operation: "set", value: 0, cloudflare_only: true },
      "s-maxage": { operation: "remove" },
      private: { operation: "set", qualifiers: ["set-cookie"] },
      "no-cache": { operation: "set" },
      immutable: { operation: "remove" },
    };
    expect(violationsOf("set_cache_control", RESPONSE, directives)).toEqual([]);
    expect(violationsOf("set_cache_tags", RESPONSE, { operation: "remove", values: [] })).toEqual([]);
    expect(violationsOf("set_cache_tags", RESPONSE, { operation: "add", expression: "x" })).toEqual([]);
  });
});
