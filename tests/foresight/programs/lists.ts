import type { ListArgs } from "../../../provider";
import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

/** A list with one fault in its arguments. */
const list = (title: string, args: object, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  // Programs in JavaScript pass whatever they like.
  program: ({ List }) =>
    new List("office", { name: "office", kind: "ip", items: [], ...args } as unknown as ListArgs),
  property,
  remedy,
});

/** A rule that names a list. The account has the lists of the world. */
const naming = (title: string, expression: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_request_firewall_custom", [{ action: "block", expression }]),
  property: "rules[0].expression",
  remedy,
  // The plugin only warns: a later resource of the program may declare the list.
  as: "warning",
});

/** Lists of an account, and rules that name them. */
export const lists: readonly FaultyProgram[] = [
  list("a name with a capital and a space", { name: "Office Berlin" }, "name", /office_berlin/),
  list("an unknown kind", { kind: "ips" }, "kind", /"ip"/),
  list("an address that is none", { items: [{ ip: "192.0.2.256" }] }, "items[0].ip", /192\.0\.2\.0\/24/),
  list("an item of another kind", { items: [{ asn: 64496 }] }, "items[0].asn", /ip:/),
  list(
    "an address twice, in two forms",
    { items: [{ ip: "192.0.2.1" }, { ip: "192.0.2.1/32" }] },
    "items[1]",
    /items\[0\]|remove/,
  ),
  list(
    "a host name with a scheme",
    { kind: "hostname", items: [{ hostname: { urlHostname: "https://example.com" } }] },
    "items[0].hostname.urlHostname",
    /example\.com/,
  ),
  list(
    "a redirect to a path",
    { kind: "redirect", items: [{ redirect: { sourceUrl: "example.com/a", targetUrl: "/b" } }] },
    "items[0].redirect.targetUrl",
    /https:\/\//,
  ),
  list("a kind that the list of that name does not have", { name: "moved" }, "kind", /redirect/),
  list("all of a list that exists", { name: "bad_actors_2026", ownership: "exclusive" }, "name", /takeOver/),
  naming("a misspelt name", "ip.src in $bad_actor_2026", /bad_actors_2026/),
  naming("a list of redirects for an address", "ip.src in $moved", /IP addresses/),
];
