import type { CorrectProgram } from "../case";
import { inZone } from "../declare";

const filter = (
  title: string,
  expression: string,
  phase = "http_request_firewall_custom",
  rule: object = { action: "block" },
): CorrectProgram => ({
  title,
  program: inZone(phase, [{ expression, ...rule }]),
});

const long = (operand: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${operand} "/${n}"`).join(" or ");

/** Unusual expressions that the API accepts. */
export const expressions: readonly CorrectProgram[] = [
  filter("4,096 characters", `http.host eq "${"a".repeat(4081)}"`),
  filter("a hundred alternatives", long("http.request.uri.path eq", 100)),
  filter(
    "text that is not ASCII",
    'http.request.uri.path contains "größe" or http.user_agent contains "日本 🍣"',
  ),
  filter("an escaped quote and backslash", 'http.user_agent contains "a\\"b\\\\c\\x41\\101"'),
  filter("a raw string", 'http.request.uri.path matches r#"^/a/"b"\\d+$"#'),
  filter(
    "operators of C",
    '!ssl && (http.host == "a.example" || (http.host != "b.example" ^^ http.request.uri.path == "/"))',
  ),
  filter("no spaces", 'ssl and(http.host eq"a.example")'),
  filter("line breaks and tabs at the ends", '\t ssl\n  and http.host eq "a.example"\r\n'),
  filter("128 brackets", `${"(".repeat(127)}ssl${")".repeat(127)}`),
  filter(
    "ranges and networks of both families",
    "ip.src in {192.0.2.0/24 198.51.100.1..198.51.100.9 2001:db8::/32}",
  ),
  filter("a network without its last octets", "ip.src in {12/8}"),
  filter("an address compared with order", "ip.src ge 192.0.2.0 and ip.src lt 192.0.2.128"),
  filter("integers of every base", "ip.src.asnum in {0x10 010 64512..65534}"),
  filter("a bit of a number", "http.request.body.size & 1"),
  filter("a list of the account", "ip.src in $bad_actors_2026"),
  filter("a managed list", "ip.src in $cf.open_proxies"),
  filter("any over a header", 'any(lower(http.request.headers["x-a"][*])[*] eq "b")'),
  filter("all over names", 'all(http.request.headers.names[*] ne "x-debug")'),
  filter("the first value of a header", 'http.request.headers["x-a"][0] eq "b"'),
  filter("a cookie by JSON", 'lookup_json_string(http.request.body.raw, "a", "b", 0) eq "c"'),
  filter("a length", "len(http.request.uri.path) gt 2048"),
  filter("a network of an address", "cidr(ip.src, 24, 64) eq 192.0.2.0"),
  filter(
    "wildcards of both kinds",
    'http.host wildcard "*.a.example" and http.request.uri.path strict wildcard "/A/*"',
  ),
  filter(
    "a signature",
    'not is_timed_hmac_valid_v0("secret", http.request.uri, 100000, http.request.timestamp.sec, 8)',
  ),
  filter("bytes", "http.request.uri.path contains 2f:61:64"),
  filter("a substring from the end", 'substring(http.request.uri.path, -4) eq ".php"'),
  filter("decoded text", 'url_decode(http.request.uri.query, "r") contains "<script"'),
  filter("leaked credentials", "cf.waf.credential_check.password_leaked"),
  filter("two inequalities joined by and", 'http.host ne "a.example" and http.host ne "b.example"'),
  filter("a header that is not there", 'not len(http.request.headers["x-key"]) > 0'),
  filter(
    "a code of a response, in the phase of errors",
    "http.response.code in {500..599}",
    "http_custom_errors",
    { action: "serve_error", actionParameters: { content: "a", contentType: "text/html" } },
  ),
  filter("everything, in a phase that only adds a header", "true", "http_response_headers_transform", {
    action: "rewrite",
    actionParameters: { headers: { "x-a": { operation: "set", value: "b" } } },
  }),
  {
    title: "filters of the builder",
    program: (edge, world) => {
      const { field, and, not } = edge.filter;
      const condition = and(field("http.user_agent").eq('a"b'), not(field("ip.src").in(["192.0.2.0/24"])));
      return inZone("http_request_firewall_custom", [{ action: "block", expression: condition.toString() }])(
        edge,
        world,
      );
    },
  },
  {
    title: "a validated filter of every mode",
    program: (edge) =>
      (["both", "local", "api"] as const).map(
        (mode) =>
          new edge.ValidatedFilter(mode, { expression: "ssl", mode, phase: "http_request_firewall_custom" }),
      ),
  },
  {
    title: "every network of the gateway",
    program: (edge) => [
      new edge.GatewayEndpoint("main", { network: "mainnet" }),
      new edge.GatewayEndpoint("test", { network: "sepolia", onRetired: "fail" }),
    ],
  },
];
