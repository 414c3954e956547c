import { and, field, list, not, or, parseFilter, xor } from "../../../provider/filter";

describe("the builder of expressions", () => {
  it.each([
    [field("http.host").eq('say "hi" \\ there'), 'http.host eq "say \\"hi\\" \\\\ there"'],
    [field("http.host").in(["a", "b"]), 'http.host in {"a" "b"}'],
    [field("ip.src").in(list("office")), "ip.src in $office"],
    [
      field("ip.src").in(["192.0.2.0/24", "10.0.0.1..10.0.0.9"]),
      "ip.src in {192.0.2.0/24 10.0.0.1..10.0.0.9}",
    ],
    [field("cf.waf.score").in([1, { from: 5, to: 9n }]), "cf.waf.score in {1 5..9}"],
    [field("cf.waf.score").hasBits(8), "cf.waf.score & 8"],
    [field("http.host").lower().length().gt(3), "len(lower(http.host)) gt 3"],
    [
      field("http.host").urlDecode({ recursive: true }).contains("<"),
      'url_decode(http.host, "r") contains "<"',
    ],
    [field("http.host").matches('^"a"\\d$'), 'http.host matches r#"^"a"\\d$"#'],
    [field("http.host").wildcard("*.a\\*b"), 'http.host wildcard "*.a\\\\*b"'],
    [field("http.request.headers").key("x").at(0).eq("1"), 'http.request.headers["x"][0] eq "1"'],
    [field("http.request.headers").hasKey("x"), 'has_key(http.request.headers, "x")'],
    [
      field("http.request.headers")
        .key("x")
        .any((value) => value.contains("1")),
      'any(http.request.headers["x"][*] contains "1")',
    ],
    [
      field("http.request.headers.names").all((name) => or(name.eq("a"), name.startsWith("b"))),
      'all((http.request.headers.names[*] eq "a" or starts_with(http.request.headers.names[*], "b")))',
    ],
    [field("cf.bot_management.detection_ids").length().eq(0), "len(cf.bot_management.detection_ids) eq 0"],
    [not(field("ssl")), "not ssl"],
    [and(field("ssl")), "ssl"],
    [and(field("ssl"), or(field("true"), field("false"))), "ssl and (true or false)"],
    [and(field("ssl"), and(field("true"), field("false"))), "ssl and true and false"],
    [not(xor(field("ssl"), field("true"))), "not (ssl xor true)"],
  ])("writes %s", (condition, expected) => {
    expect(condition.toString()).toBe(expected);
    expect(parseFilter(expected).valid).toBe(true);
  });

  it.each([
    ["an address", () => field("ip.src").eq("300.1.1.1"), /this is not an IP address/],
    ["a regular expression", () => field("http.host").matches("("), /unclosed group/],
    ["a wildcard", () => field("http.host").wildcard("**"), /double star/],
    ["a list's name", () => field("ip.src").in(list("Office")), /invalid list name/],
    ["an integer", () => field("cf.waf.score").eq(2 ** 53), /bigint/],
    [
      "an element",
      () => field("http.request.headers.names").any((name) => name.matches("[")),
      /unclosed character/,
    ],
  ])("refuses %s that the language refuses", (_, make, message) => {
    expect(make).toThrow(message);
  });

  it("refuses to combine nothing", () => {
    expect(() => and()).toThrow("and() needs at least one condition.");
  });

  it("offers the operators of each field's type, at compile time too", () => {
    type OfInt = keyof ReturnType<typeof field<"cf.waf.score">>;
    type OfBytes = keyof ReturnType<typeof field<"http.host">>;
    const intContains: "contains" extends OfInt ? true : false = false;
    const bytesContains: "contains" extends OfBytes ? true : false = true;
    expect("contains" in field("cf.waf.score")).toBe(intContains);
    expect("contains" in field("http.host")).toBe(bytesContains);
  });
});
