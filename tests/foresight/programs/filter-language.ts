import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

/** A custom rule with this expression. */
const filter = (
  title: string,
  expression: string,
  remedy: RegExp,
  as: FaultyProgram["as"] = "error",
): FaultyProgram => ({
  title,
  program: inZone("http_request_firewall_custom", [{ action: "block", expression }]),
  property: "rules[0].expression",
  remedy,
  as,
});

/** Expressions that the API refuses, or accepts with another meaning than their author's. */
export const filterLanguage: readonly FaultyProgram[] = [
  filter("a misspelt field", 'http.request.uri.pth eq "/a"', /did you mean|http\.request\.uri\.path/i),
  filter("a field of another language", 'request.path == "/a"', /name of a field|http\.request\.uri\.path/i),
  filter("a single equals sign", 'http.host = "a.example"', /eq|==/),
  filter("single quotes", "http.host eq 'a.example'", /double quote|"/),
  filter("no quotes at all", "http.host eq a.example", /quote|"/),
  filter("curly quotes", "http.host eq “a.example”", /quote|"/),
  filter("an upper-case operator", 'http.host EQ "a.example"', /\beq\b/),
  filter("an upper-case AND", 'ssl AND http.host eq "a.example"', /\band\b/),
  filter("a string compared with a number", "http.host eq 12", /quote|string|Bytes|"/),
  filter("a number in quotes", 'http.response.code eq "404"', /number|integer|without|404/i),
  filter("a Boolean compared with true", "ssl eq true", /ssl|without|alone/),
  filter("an IP network after eq", "ip.src eq 10.0.0.0/8", /\bin\b/),
  filter("an IP address in quotes", 'ip.src eq "192.0.2.1"', /192\.0\.2\.1\?|without|quotes/),
  filter("a set with commas", "ip.src in {192.0.2.1, 192.0.2.2}", /space|comma/),
  filter("a set in round brackets", 'http.host in ("a.example" "b.example")', /\{/),
  filter("a network with host bits", "ip.src in {192.0.2.1/24}", /192\.0\.2\.0\/24/),
  filter("a range that runs backwards", "ip.src.asnum in {20..10}", /10\.\.20|start|order/),
  filter("a mask that is too long", "ip.src in {192.0.2.0/33}", /32/),
  filter("an unclosed string", 'http.host eq "a.example', /quote/),
  filter("an unclosed bracket", '(http.host eq "a.example"', /\)|bracket|parenthes/),
  filter("nothing", "", /true|expression/),
  filter("only white space", "   ", /true|expression|blank|empty/),
  filter("a header that is not indexed by a list", 'http.request.headers["x-a"] eq "b"', /any|\[0\]|\[\*\]/),
  filter("a header by attribute", 'http.request.headers.x-a eq "b"', /\["/),
  filter("[*] without any", 'http.request.headers["x-a"][*] eq "b"', /any\(/),
  filter("an array without any", 'http.request.headers.names eq "x-a"', /any\(|\[\*\]/),
  filter("a regular expression that does not close", 'http.host matches "(a"', /group|\)|close/),
  filter("a look-ahead", 'http.host matches "^(?!a)"', /look|not supported/i),
  filter("a wildcard with two stars", 'http.host wildcard "**.example"', /star|\*/),
  filter("an unknown escape", 'http.host contains "\\n"', /escape|\\x0a|xHH|\\\\/i),
  filter("contains on an address", 'ip.src contains "192.0.2"', /\bin\b|\beq\b/),
  filter("a function that does not exist", 'contains(http.host, "a")', /contains|operator|function/),
  filter("a function with too few arguments", "starts_with(http.host)", /argument/),
  filter("a function on a literal", 'lower("A") eq "a"', /field/i),
  filter("a function with an upper-case name", 'Lower(http.host) eq "a"', /lower/),
  filter("a list with a hyphen in its name", "ip.src in $bad-actors", /_|underscore|letters/),
  filter("a list in quotes", 'ip.src in "$bad_actors"', /\$|\{|without/),
  filter("4,097 characters", `http.host eq "${"a".repeat(4083)}"`, /4,?096/),
  // Versions of the reference implementation differ.
  filter("a byte string with dashes", "http.host eq 61-62", /separator|colon|quote/, "warning"),
  filter("a comment", "ssl # only TLS", /comment|operator|end|and/i),
  filter("129 brackets", `${"(".repeat(129)}ssl${")".repeat(129)}`, /128/),
];
