import { fieldsOf, parseFilter } from "../../../provider/filter";

describe("fieldsOf", () => {
  it("names each field once, sorted, wherever it stands", () => {
    const parsed = parseFilter(
      'not (ssl xor ip.src in $office) and any(lower(http.request.headers["x"][*])[*] eq "a") ' +
        'or concat(http.host, http.cookie) eq "a" or ssl',
    );
    expect(parsed.valid && fieldsOf(parsed.ast)).toEqual([
      "http.cookie",
      "http.host",
      "http.request.headers",
      "ip.src",
      "ssl",
    ]);
  });

  it("names nothing of strings, lists and functions", () => {
    const parsed = parseFilter('len(concat("ssl", "http.host")) gt 3');
    expect(parsed.valid && fieldsOf(parsed.ast)).toEqual([]);
  });
});
