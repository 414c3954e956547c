import { blocking, CUSTOM, parametersOf, type RuleExample, zone } from "./example";

const path = parametersOf("rewrite", "http_request_transform");
const header = parametersOf("rewrite", "http_request_late_transform");
const answer = parametersOf("rewrite", "http_response_headers_transform");
const redirect = parametersOf("redirect", "http_request_dynamic_redirect");
const listed = parametersOf("redirect", "http_request_redirect", "http.request.full_uri in $moved");
const route = parametersOf("route", "http_request_origin");
const config = parametersOf("set_config", "http_config_settings");
const cache = parametersOf("set_cache_settings", "http_request_cache_settings");
const cached = parametersOf("set_cache_settings", "http_response_cache_settings");
const control = parametersOf("set_cache_control", "http_response_cache_settings");
const tags = parametersOf("set_cache_tags", "http_response_cache_settings");
const compress = parametersOf("compress_response", "http_response_compression");
const serve = parametersOf("serve_error", "http_custom_errors");
const logged = parametersOf("log_custom_field", "http_log_custom_fields", "true");

const set = (value: string) => ({ operation: "set", value });
const toUrl = (value: string) => ({ from_value: { target_url: { value } } });
const byList = (name: string, key = "http.request.full_uri") => ({ from_list: { name, key } });
const edgeTtl = (more: object) => ({ edge_ttl: { mode: "override_origin", ...more } });
const status = (item: object) => ({
  edge_ttl: { mode: "respect_origin", status_code_ttl: [{ value: 60, ...item }] },
});
const key = (custom_key: object) => ({ cache_key: { custom_key } });
const query = (query_string: object) => key({ query_string });
const vary = (headers: object) => ({ vary: { default: { action: "bypass" }, headers } });
const normalized = { action: "normalize" };
const names = (length: number) => Array.from({ length }, (_, index) => `a${index}`);
const page = (content: string) => ({ content, content_type: "text/html" });
const answering = (content: string) =>
  blocking("ssl", { action_parameters: { response: { status_code: 403, ...page(content) } } });

/** Constraints on `action_parameters`. */
export const PARAMETER_EXAMPLES = {
  "block-content-size": { at: CUSTOM, bad: answering("x".repeat(2049)), good: answering("Not here.") },
  "rewrite-needs-member": path({}, { uri: { path: { value: "/new" } } }),
  "rewrite-uri-phase": {
    ...header({ uri: { path: { value: "/new" } } }, { uri: { path: { value: "/new" } } }),
    goodAt: zone("http_request_transform"),
  },
  "rewrite-headers-phase": {
    ...path({ headers: { "X-A": set("1") } }, { headers: { "X-A": set("1") } }),
    goodAt: zone("http_request_late_transform"),
  },
  "rewrite-uri-needs-member": path({ uri: {} }, { uri: { path: { value: "/new" } } }),
  "rewrite-path": path({ uri: { path: { value: "new" } } }, { uri: { path: { value: "/new" } } }),
  "rewrite-query": path({ uri: { query: { value: "?a=1" } } }, { uri: { query: { value: "a=1" } } }),
  "rewrite-path-query": path(
    { uri: { path: { value: "/new?a=1" } } },
    { uri: { path: { value: "/new" }, query: { value: "a=1" } } },
  ),
  "rewrite-size": path(
    { uri: { query: { value: "a".repeat(4097) } } },
    { uri: { query: { value: "a".repeat(20) } } },
  ),
  "header-name": answer({ headers: { "X A": set("1") } }, { headers: { "X-A": set("1") } }),
  "header-add-phase": header(
    { headers: { "X-A": { operation: "add", value: "1" } } },
    { headers: { "X-A": set("1") } },
  ),
  "header-value-or-expression": header(
    { headers: { "X-A": { operation: "set" } } },
    { headers: { "X-A": set("1") } },
  ),
  "header-remove-takes-none": header(
    { headers: { "X-A": { operation: "remove", value: "1" } } },
    { headers: { "X-A": { operation: "remove" } } },
  ),
  "header-value-characters": answer({ headers: { "X-A": set("a\nb") } }, { headers: { "X-A": set("a b") } }),
  "header-reserved": header(
    { headers: { Host: set("a.example") } },
    { headers: { "X-Host": set("a.example") } },
  ),
  "header-forwarded-for-returns": header(
    { headers: { "X-Forwarded-For": { operation: "remove" } } },
    { headers: { "X-Real-IP": { operation: "remove" } } },
  ),
  "header-set-cookie-replaces": answer(
    { headers: { "Set-Cookie": set("seen=1") } },
    { headers: { "Set-Cookie": { operation: "add", value: "seen=1" } } },
  ),
  "header-cache-control-visitors": answer(
    { headers: { "CDN-Cache-Control": set("max-age=60") } },
    { headers: { "Cache-Control": set("no-store") } },
  ),
  "value-is-expression": header(
    { headers: { "X-Client": set("ip.src") } },
    { headers: { "X-Client": { operation: "set", expression: "ip.src" } } },
  ),
  "value-placeholder": redirect(toUrl("https://a.example/$1"), toUrl("https://a.example/new")),
  "redirect-one-source": redirect({}, toUrl("https://a.example/new")),
  "redirect-source-phase": redirect(byList("moved"), toUrl("https://a.example/new")),
  "redirect-static-target": redirect(toUrl("www.example.com/new"), toUrl("https://www.example.com/new")),
  "redirect-query-twice": redirect(
    { from_value: { preserve_query_string: true, target_url: { value: "https://www.example.com/?a=1" } } },
    { from_value: { preserve_query_string: true, target_url: { value: "https://www.example.com/" } } },
  ),
  "redirect-list-name": {
    ...listed(byList("$moved"), byList("moved")),
    at: { phase: "http_request_redirect", kind: "root" },
  },
  "redirect-list-key-field": {
    ...listed(byList("moved", "full_uri"), byList("moved")),
    at: { phase: "http_request_redirect", kind: "root" },
  },
  "redirect-list-key": {
    ...listed(byList("moved", "raw.http.request.full_uri"), byList("moved")),
    at: { phase: "http_request_redirect", kind: "root" },
  },
  "redirect-list-unused": {
    ...listed(byList("old"), byList("moved")),
    at: { phase: "http_request_redirect", kind: "root" },
  },
  "route-needs-member": route({}, { origin: { port: 8443 } }),
  "route-origin-needs-member": route({ origin: {} }, { origin: { port: 8443 } }),
  "route-host-name": route({ origin: { host: "192.0.2.1" } }, { origin: { host: "a.example.com" } }),
  "route-host-header": route({ host_header: "https://a.example" }, { host_header: "a.example" }),
  "config-needs-setting": config({}, { automatic_https_rewrites: true }),
  "config-only-true": config({ disable_rum: false }, { disable_rum: true }),
  "config-retired": config({ mirage: true }, { rocket_loader: true }),
  "config-security-level": config({ security_level: "high" }, { security_level: "under_attack" }),
  "cache-settings-needs-setting": cache({}, { cache: true }),
  "cache-response-settings": cached({ strip_etags: true, cache: true }, { strip_etags: true }),
  "cache-request-settings": {
    ...cache({ strip_set_cookie: true }, { strip_set_cookie: true }),
    goodAt: zone("http_response_cache_settings"),
  },
  "cache-bypassed": cache(
    { cache: false, edge_ttl: { mode: "respect_origin" } },
    { cache: true, edge_ttl: { mode: "respect_origin" } },
  ),
  "cache-ttl-default": cache(edgeTtl({}), edgeTtl({ default: 7200 })),
  "cache-ttl-default-respected": cache(
    { edge_ttl: { mode: "respect_origin", default: 7200 } },
    { edge_ttl: { mode: "override_origin", default: 7200 } },
  ),
  "cache-ttl-default-unused": cache(
    { browser_ttl: { mode: "bypass", default: 7200 } },
    { browser_ttl: { mode: "override_origin", default: 7200 } },
  ),
  "cache-status-repeated": cache(
    {
      edge_ttl: {
        mode: "respect_origin",
        status_code_ttl: [200, 200].map((status_code) => ({ status_code, value: 60 })),
      },
    },
    {
      edge_ttl: {
        mode: "respect_origin",
        status_code_ttl: [200, 404].map((status_code) => ({ status_code, value: 60 })),
      },
    },
  ),
  "cache-browser-ttl-range": cache(
    { browser_ttl: { mode: "override_origin", default: 0 } },
    { browser_ttl: { mode: "bypass" } },
  ),
  "cache-edge-ttl-minimum": {
    ...cache(edgeTtl({ default: 60 }), edgeTtl({ default: 7200 })),
    at: zone("http_request_cache_settings", "free"),
  },
  "cache-status-one-of": cache(status({}), status({ status_code: 404 })),
  "cache-status-range-needs-member": cache(
    status({ status_code_range: {} }),
    status({ status_code_range: { from: 500 } }),
  ),
  "cache-status-range-order": cache(
    status({ status_code_range: { from: 599, to: 500 } }),
    status({ status_code_range: { from: 500, to: 599 } }),
  ),
  "cache-key-device-type-once": cache(
    { cache_key: { cache_by_device_type: true, custom_key: { user: { device_type: true } } } },
    { cache_key: { cache_by_device_type: true } },
  ),
  "cache-key-query-one-of": cache(
    query({ include: { list: ["a"] }, exclude: { list: ["b"] } }),
    query({ include: { list: ["a"] } }),
  ),
  "cache-key-query-list-or-all": cache(
    query({ exclude: { all: true, list: ["a"] } }),
    query({ exclude: { all: true } }),
  ),
  "cache-key-query-size": cache(
    query({ include: { list: names(101) } }),
    query({ include: { list: names(3) } }),
  ),
  "cache-key-header-contains-only": cache(
    key({ header: { include: ["accept"] } }),
    key({ header: { contains: { accept: ["image/webp"] } } }),
  ),
  "cache-key-cookie-header": cache(
    key({ header: { include: ["cookie"] } }),
    key({ cookie: { include: ["session"] } }),
  ),
  "vary-size": cache(
    vary(Object.fromEntries(names(51).map((name) => [name, normalized]))),
    vary({ accept: normalized }),
  ),
  "vary-header-name": cache(vary({ Accept: normalized }), vary({ accept: normalized })),
  "vary-header-reserved": cache(vary({ host: normalized }), vary({ accept: normalized })),
  "vary-member-of-header": cache(
    vary({ accept: { action: "normalize", languages: ["de"] } }),
    vary({ "accept-language": { action: "normalize", languages: ["de"] } }),
  ),
  "cache-control-needs-directive": control({}, { "max-age": { operation: "set", value: 60 } }),
  "cache-control-needs-value": control(
    { "s-maxage": { operation: "set" } },
    { "s-maxage": { operation: "set", value: 60 } },
  ),
  "cache-control-remove-takes-none": control(
    { "max-age": { operation: "remove", value: 1 } },
    { "max-age": { operation: "remove" } },
  ),
  "cache-tags-one-source": tags({ operation: "set" }, { operation: "set", values: ["shop"] }),
  "compression-order": compress(
    { algorithms: [{ name: "auto" }, { name: "gzip" }] },
    { algorithms: [{ name: "gzip" }, { name: "auto" }] },
  ),
  "serve-error-one-source": serve({ status_code: 500 }, { asset_name: "page_500" }),
  "serve-error-content-type": serve({ content: "Sorry." }, page("Sorry.")),
  "serve-error-asset-name": serve({ asset_name: "error.html" }, { asset_name: "error" }),
  "serve-error-referrer": serve(page('<meta name="referrer" content="none">'), page("<p>Sorry.</p>")),
  "log-field-needs-member": logged({}, { request_fields: [{ name: "x-trace" }] }),
  "log-field-lower-case": logged(
    { response_fields: [{ name: "Server" }] },
    { response_fields: [{ name: "server" }] },
  ),
  "log-field-raw-or-transformed": logged(
    { request_fields: [{ name: "a" }], transformed_request_fields: [{ name: "a" }] },
    { request_fields: [{ name: "a" }] },
  ),
  "log-field-range": logged(
    { request_fields: [{ name: "range" }] },
    { request_fields: [{ name: "x-trace" }] },
  ),
} satisfies Readonly<Record<string, RuleExample>>;
