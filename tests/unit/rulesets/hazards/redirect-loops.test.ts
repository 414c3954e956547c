import fc from "fast-check";

import { compileFilter, parseFilter, readRequestFields } from "../../../../provider/filter";
import { judge } from "./judge";

const ADDRESSES = ["http", "https"].flatMap((scheme) =>
  ["example.com", "www.example.com", "a.www.example.com", "elsewhere.example"].flatMap((host) =>
    ["/", "/old", "/old/a", "/old/old/", "/de/old", "/a://www.example.com/old"].flatMap((path) =>
      ["", "?a=1", "?a=/old/b"].map((query) => `${scheme}://${host}${path}${query}`),
    ),
  ),
);

const CONDITIONS = [
  'http.host eq "example.com"',
  'ends_with(http.host, "example.com")',
  'http.host in {"example.com" "www.example.com"}',
  "ssl",
  "not ssl",
  'starts_with(http.request.uri.path, "/old")',
  'http.request.uri.path eq "/old"',
  'http.request.uri contains "/old"',
  'http.request.uri.query eq ""',
  'http.request.uri.query contains "a=1"',
  'http.request.full_uri wildcard "http*://*example.com/*"',
  'http.request.full_uri wildcard "https://www.*/old*"',
];

/** What an expression returns for the parts of an address. */
const TARGETS: Readonly<Record<string, (url: URL) => string>> = {
  '"/old/b"': () => "/old/b",
  '"https://example.com/old?a=1"': () => "https://example.com/old?a=1",
  'concat("https://example.com", http.request.uri.path)': ({ pathname }) => `https://example.com${pathname}`,
  'concat("https://www.", http.host, http.request.uri)': ({ hostname, pathname, search }) =>
    `https://www.${hostname}${pathname}${search}`,
  'concat("http://", http.host, "/old", http.request.uri.path)': ({ hostname, pathname }) =>
    `http://${hostname}/old${pathname}`,
  'concat("/de", http.request.uri)': ({ pathname, search }) => `/de${pathname}${search}`,
  'concat(http.request.uri.path, "/old")': ({ pathname }) => `${pathname}/old`,
  'wildcard_replace(http.request.full_uri, "http*://*/*", "https://${2}/old/${3}")': ({ href }) =>
    href.replace(/^https?:\/\/([^/]*)\/(.*)$/, "https://$1/old/$2"),
  'wildcard_replace(http.request.full_uri, "https://www.*", "https://example.com/${1}")': ({ href }) =>
    href.replace(/^https:\/\/www\./, "https://example.com/"),
};

function fieldsOf({ protocol, hostname, pathname, search, href }: URL) {
  return readRequestFields({
    "http.host": hostname,
    "http.request.full_uri": href,
    ssl: protocol === "https:",
    "http.request.uri": pathname + search,
    "http.request.uri.path": pathname,
    "http.request.uri.query": search.slice(1),
  });
}

describe("redirects that are called a loop", () => {
  it("match every request again that they redirect", () => {
    let loops = 0;
    fc.assert(
      fc.property(
        fc.subarray(CONDITIONS, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(" and ", " or "),
        fc.constantFrom(...Object.entries(TARGETS)),
        fc.boolean(),
        (conditions, operator, [target, follow], keepsQuery) => {
          const expression = conditions.join(operator);
          const from_value = { target_url: { expression: target }, preserve_query_string: keepsQuery };
          const rule = { action: "redirect", expression, action_parameters: { from_value } };
          const found = judge([rule], { phase: "http_request_dynamic_redirect" });
          if (!found.some((text) => text.startsWith("redirects-to-itself"))) return;
          loops += 1;
          const parsed = parseFilter(expression);
          if (!parsed.valid) throw new Error(expression);
          const filter = compileFilter(parsed.ast);
          for (const address of ADDRESSES) {
            const url = new URL(address);
            if (!filter.run(fieldsOf(url))) continue;
            const next = new URL(follow(url), url);
            if (keepsQuery) next.search = [next.search, url.search].find((one) => one !== "") ?? "";
            if (!filter.run(fieldsOf(next)))
              throw new Error(`${expression} redirects ${address} to ${next.href}, which it does not match`);
          }
        },
      ),
      { numRuns: 1_000 },
    );
    expect(loops).toBeGreaterThan(20);
  });
});
