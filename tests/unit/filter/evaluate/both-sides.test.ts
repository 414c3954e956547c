import { matches } from "./matches";

const names = (...list: string[]) => ({ "http.request.headers.names": list });

describe("a comparison of two values", () => {
  it("takes a default for a missing value, as in the documentation", () => {
    const documented = 'http.request.uri.path eq coalesce(http.request.uri.args["p"][0], "/")';
    const args = { "http.request.uri.args": { p: ["/a"] }, "http.request.uri.path": "/a" };
    expect(matches(documented, args)).toBe(true);
    expect(matches(documented, { "http.request.uri.path": "/" })).toBe(true);
    expect(matches(documented, { "http.request.uri.path": "/b" })).toBe(false);
  });

  it.each([
    ["bytes", "http.request.uri.path", "raw.http.request.uri.path", ["/a", "/a%62", "/b"]],
    ["integers", "cf.waf.score", "cf.edge.server_port", [-1, 0, 7]],
    ["IPv4 addresses", "ip.src", "cf.edge.server_ip", ["9.0.0.1", "10.0.0.1", "10.0.0.2"]],
    ["IPv6 addresses", "ip.src", "cf.edge.server_ip", ["::1", "::a", "1::"]],
  ])("orders %s", (_, left, right, ascending) => {
    for (const [at, one] of ascending.entries())
      for (const [other, value] of ascending.entries()) {
        const fields = { [left]: one, [right]: value };
        const holding = ["eq", "ne", "lt", "le", "gt", "ge"].filter((operator) =>
          matches(`${left} ${operator} ${right}`, fields),
        );
        expect(holding).toEqual(
          at === other ? ["eq", "le", "ge"] : at < other ? ["ne", "lt", "le"] : ["ne", "gt", "ge"],
        );
      }
  });

  it("does not order addresses of different families", () => {
    const fields = { "ip.src": "10.0.0.1", "cf.edge.server_ip": "::ffff:10.0.0.1" };
    const holding = ["eq", "ne", "lt", "le", "gt", "ge"].filter((operator) =>
      matches(`ip.src ${operator} cf.edge.server_ip`, fields),
    );
    expect(holding).toEqual(["ne"]);
  });

  it.each([
    [6, 3, true],
    [4, 3, false],
    [-1, 8, true],
    [0, 0, false],
  ])("tests the common bits of %d and %d", (score, port, expected) => {
    const fields = { "cf.waf.score": score, "cf.edge.server_port": port };
    expect(matches("cf.waf.score & cf.edge.server_port", fields)).toBe(expected);
  });

  it.each(["eq", "ne", "lt", "le", "gt", "ge"])("is false for %s if either value is missing", (operator) => {
    const expression = `http.host ${operator} http.cookie`;
    expect(matches(expression, { "http.host": "a" })).toBe(false);
    expect(matches(expression, { "http.cookie": "a" })).toBe(false);
    expect(matches(expression, {})).toBe(false);
    expect(matches(`not ${expression}`, {})).toBe(true);
  });

  it("compares each element with the same value", () => {
    const fields = { ...names("a", "b"), "http.host": "b" };
    expect(matches("any(http.request.headers.names[*] eq http.host)", fields)).toBe(true);
    expect(matches("all(http.request.headers.names[*] eq http.host)", fields)).toBe(false);
    expect(matches("all(http.request.headers.names[*] le http.host)", fields)).toBe(true);
  });

  it("is false for each element if the value on the right is missing", () => {
    expect(matches("any(http.request.headers.names[*] ne http.host)", names("a"))).toBe(false);
    expect(matches("all(http.request.headers.names[*] ne http.host)", names("a"))).toBe(false);
    expect(matches("all(http.request.headers.names[*] ne http.host)", names())).toBe(true);
    expect(matches("all(http.request.headers.names[*] ne http.host)", {})).toBe(true);
  });
});
