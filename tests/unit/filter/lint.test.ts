import { type FilterWarning, lintFilter, parseFilter } from "../../../provider/filter";

describe("lintFilter", () => {
  it("says nothing of an expression without doubts", () => {
    expect(
      lint('ssl and (http.host eq "a" or ip.src in {192.0.2.0/24})', "http_request_firewall_custom"),
    ).toEqual([]);
  });

  it("names the replacement of a deprecated field, once", () => {
    expect(messages('ip.geoip.country eq "T1" or ip.geoip.country eq "XX"')).toEqual([
      "The field ip.geoip.country is deprecated. Write ip.src.country.",
    ]);
  });

  it("shows how mixed operators are read", () => {
    expect(lint("ssl or cf.client.bot xor true and false")).toEqual([
      {
        rule: "mixed-operators",
        message:
          "xor and or stand side by side, and xor binds more strongly. It is read as: ssl or (cf.client.bot xor (true and false)). Write the parentheses.",
        span: { start: 0, end: 39 },
      },
      expect.objectContaining({ span: { start: 7, end: 39 } }),
    ]);
  });

  it("has no doubts where the parentheses are written", () => {
    expect(lint("ssl or (cf.client.bot and true)")).toEqual([]);
  });

  it.each([
    ['http.host in {"a" "b" r"a"}', 'The set that http.host is compared with holds r"a" more than once.'],
    ["cf.waf.score in {1 2..3 0x1}", "The set that cf.waf.score is compared with holds 1 more than once."],
    ["ip.src in {10/8 10.0.0.0/8}", "The set that ip.src is compared with holds 10.0.0.0/8 more than once."],
  ])("finds the item that stands twice in %j", (expression, message) => {
    expect(messages(expression)).toEqual([`${message} Remove it, or correct it.`]);
  });

  it("counts the length in characters", () => {
    expect(lint(`http.host eq "${"é".repeat(4082)}"`)).toEqual([
      {
        rule: "length",
        message:
          "The expression has 4097 characters; the service takes at most 4096. Move values to a list, or make two rules of it.",
        span: { start: 4096, end: 4097 },
      },
    ]);
    expect(lint(`http.host eq "${"é".repeat(4081)}"`)).toEqual([]);
  });

  it("says which fields and functions a phase lacks", () => {
    expect(messages("http.response.code eq 200", "http_request_firewall_custom")).toEqual([
      "The field http.response.code is known once there is a response, but the phase http_request_firewall_custom runs before. Use it in a phase of responses.",
    ]);
    expect(messages('split(http.host, ".", 2)[0] eq "a"', "http_request_firewall_custom")).toEqual([
      "split() is documented in response header transforms and custom errors; the phase http_request_firewall_custom may refuse it.",
    ]);
    expect(messages("cidr(ip.src, 24, 64) eq 192.0.2.0", "http_ratelimit")).toEqual([]);
    expect(messages("http.response.code eq 200", "http_response_headers_transform")).toEqual([]);
  });

  it("says nothing about phases where none is given", () => {
    expect(messages("http.response.code eq 200")).toEqual([]);
  });

  it("says which operators need another plan, once", () => {
    expect(messages('http.host matches "a" or http.host ~ "b"')).toEqual([
      "matches needs a Business or Enterprise plan. wildcard and contains do not.",
    ]);
  });
});

function lint(expression: string, phase?: string): FilterWarning[] {
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw new Error(parsed.diagnostics[0].cause);
  return lintFilter(parsed.ast, expression, phase === undefined ? {} : { phase });
}

function messages(expression: string, phase?: string): string[] {
  return lint(expression, phase).map(({ message }) => message);
}
