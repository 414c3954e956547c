import { ask, renew, testEngine, UNKNOWN } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
let args: Record<string, unknown>;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform, {}, { sharesClock: true });
  args = {
    accountId: platform.accountId,
    name: "office",
    kind: "ip",
    description: "Our offices",
    items: [{ ip: "192.0.2.1" }, { ip: "198.51.100.0/24", comment: "Berlin" }],
  };
});

const items = async () => {
  const lists = `/accounts/${platform.accountId}/rules/lists`;
  const [list] = await ask<{ id: string }[]>(platform, "GET", lists);
  return ask<unknown[]>(platform, "GET", `${lists}/${list?.id ?? ""}/items`);
};

describe("the arguments of a List", () => {
  it.each<[Record<string, unknown>, string]>([
    [
      { name: "Office Berlin" },
      'name: must be 1 to 50 lower-case letters, digits and _, found "Office Berlin"; write "office_berlin"',
    ],
    [{ kind: "ips" }, 'kind: must be "ip", "hostname", "asn" or "redirect", found "ips"; did you mean "ip"?'],
    [
      { items: [{ ip: "192.0.2.0/33" }] },
      'items[0].ip: must be an IPv4 or IPv6 address, or a network such as 192.0.2.0/24 or 2001:db8::/32, found "192.0.2.0/33"',
    ],
    [
      { items: [{ asn: 1 }] },
      'items[0].asn: an item of a list of kind "ip" has no asn: write { ip: "192.0.2.0/24" }, or declare a list of kind "asn"',
    ],
    [
      { items: [{ ip: "192.0.2.1" }, { ip: "192.0.2.1/32" }] },
      'items[1]: repeats items[0] ("192.0.2.1"): remove one of them',
    ],
    [{ items: [{ ipp: "192.0.2.1" }] }, 'items[0].ipp: is not a known property; did you mean "ip"?'],
    [{ items: undefined }, "items: is missing; write a list of items"],
    [
      { kind: "asn", items: [{ asn: "AS64496" }] },
      'items[0].asn: must be the number of an autonomous system, from 1 to 4294967295, found "AS64496"; write 64496, without quotes',
    ],
    [
      { kind: "hostname", items: [{ hostname: { urlHostname: "https://example.com" } }] },
      'items[0].hostname.urlHostname: must be a host name such as example.com or *.example.com, without scheme, port and path, found "https://example.com"',
    ],
    [
      { kind: "redirect", items: [{ redirect: { sourceUrl: "example.com/a", targetUrl: "/b" } }] },
      'items[0].redirect.targetUrl: must be a URL such as https://example.com/new, found "/b"',
    ],
    ...[
      [
        "*.example.com/old",
        'no wildcard in the host, found "*.example.com/old"; write example.com/old with includeSubdomains: true',
      ],
      [
        "https://www.*.com/old",
        'no wildcard in the host, found "https://www.*.com/old"; write a host and a path with includeSubdomains: true',
      ],
      [
        "example.com/old?id=1",
        'no query, found "example.com/old?id=1"; write example.com/old, or redirect by a rule of the phase http_request_dynamic_redirect, which can compare the query',
      ],
      ["example.com?id=1", "no query"],
      ["example.com:8443/old", 'no port, found "example.com:8443/old"; write example.com/old'],
      ["https://me@example.com", 'no user, found "https://me@example.com"; write https://example.com'],
      [
        "example.com/old#top",
        'no fragment, which browsers do not send, found "example.com/old#top"; write example.com/old',
      ],
    ].map(([sourceUrl, problem]): [Record<string, unknown>, string] => [
      { kind: "redirect", items: [{ redirect: { sourceUrl, targetUrl: "https://example.com/b" } }] },
      `items[0].redirect.sourceUrl: must have ${problem ?? ""}`,
    ]),
    [
      {
        kind: "redirect",
        items: [{ redirect: { sourceUrl: "ftp://example.com", targetUrl: "https://example.com/" } }],
      },
      'items[0].redirect.sourceUrl: must be a host and path such as example.com/old, found "ftp://example.com"',
    ],
    [
      {
        kind: "redirect",
        items: [
          {
            redirect: {
              sourceUrl: `example.com${"/a".repeat(17)}`,
              targetUrl: "https://example.com/b",
              subpathMatching: true,
            },
          },
        ],
      },
      "items[0].redirect.sourceUrl: must have at most 16 slashes in its path with subpathMatching: true, found 17",
    ],
    [
      {
        kind: "redirect",
        items: [{ redirect: { sourceUrl: "example.com/a", targetUrl: "https:///b" } }],
      },
      'items[0].redirect.targetUrl: must be a URL such as https://example.com/new, found "https:///b"',
    ],
    [
      {
        kind: "redirect",
        items: [
          {
            redirect: {
              sourceUrl: "example.com/a",
              targetUrl: "https://example.com/b?c=d",
              preserveQueryString: true,
            },
          },
        ],
      },
      "items[0].redirect.preserveQueryString: adds the query of the request to a target that has a query, which the API refuses (code 10055): remove the query from targetUrl, or leave this out",
    ],
    [
      {
        kind: "redirect",
        items: ["example.com", "example.com/"].map((sourceUrl) => ({
          redirect: { sourceUrl, targetUrl: "https://example.org/" },
        })),
      },
      'items[1]: repeats items[0] ("example.com/"): remove one of them',
    ],
    [
      { items: [{ ip: "0.0.0.0/0" }] },
      'items[0].ip: must be an IPv4 network of /8 or longer, found "0.0.0.0/0"; write smaller networks, or compare ip.src in the expression of a rule',
    ],
    [{ items: [{ ip: "::/3" }] }, 'items[0].ip: must be an IPv6 network of /4 or longer, found "::/3"'],
    [{ ownership: "mine" }, 'ownership: must be "shared" or "exclusive", found "mine"'],
  ])("are checked at preview: %j", async (change, problem) => {
    expect((await engine.problems("List", { ...args, ...change }))[0]).toContain(problem);
  });

  it.each([
    ...["10.0.0.0/8", "::/4", "2000::/12", "192.0.2.7/24"].map((ip) => ({ kind: "ip", items: [{ ip }] })),
    ...[
      { sourceUrl: `example.com${"/a".repeat(16)}`, subpathMatching: true },
      { sourceUrl: `example.com${"/a".repeat(17)}` },
      { targetUrl: "magnet:?xt=urn:btih:2bd9d334" },
      { targetUrl: "mailto:office@example.com" },
      { targetUrl: "https://me:secret@example.com:8443/b?c=d#e" },
      { targetUrl: "https://example.com/b#a?b", preserveQueryString: true },
      { targetUrl: "https://example.com/b?c=d", preserveQueryString: false },
    ].map((more) => ({
      kind: "redirect",
      items: [{ redirect: { sourceUrl: "example.com/a", targetUrl: "https://example.com/b", ...more } }],
    })),
  ])("may be %j, and the platform takes them", async (change) => {
    await engine.up("List", { ...args, ...change });
    expect(await items()).toHaveLength(1);
  });

  it("may be unknown", async () => {
    const unknown = { ...args, items: [{ ip: UNKNOWN }, { ip: "192.0.2.1" }] };
    expect(await engine.problems("List", { ...unknown, __preview: true })).toEqual([]);
    expect(await engine.problems("List", { ...args, items: UNKNOWN, __preview: true })).toEqual([]);
  });

  it("are not quoted if they are secret", async () => {
    const secret = { ...args, secretInputs: ["items"], items: [{ ip: "192.0.2.77/99" }] };
    expect((await engine.problems("List", secret)).join()).not.toContain("192.0.2.77");
    for (const sourceUrl of [
      "hidden.example/a?b",
      "*.hidden.example",
      "hidden.example:1",
      "u@hidden.example",
    ]) {
      const redirect = { sourceUrl, targetUrl: "https://hidden.example/?q", preserveQueryString: true };
      const problems = await engine.problems("List", { ...secret, kind: "redirect", items: [{ redirect }] });
      expect(problems).toHaveLength(2);
      expect(problems.join()).not.toContain("hidden");
    }
  });
});
