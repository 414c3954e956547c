import {
  parseFilter,
  printRequest,
  printSecretRequest,
  readRequestFields,
  type RuntimeValue,
  satisfiable,
  type Witness,
} from "../../../../provider/filter";

const PLAIN = {
  "http.host": "www.example.com",
  "http.request.full_uri": "https://www.example.com/",
  "http.request.method": "GET",
  "http.request.uri": "/",
  "http.request.uri.path": "/",
  "http.request.uri.query": "",
  "http.request.version": "HTTP/2",
  "ip.src": "203.0.113.9",
  ssl: true,
};
const URL = "http.request.full_uri";

function parsed(text: string) {
  const result = parseFilter(text);
  if (!result.valid) throw new Error(`${text}: ${result.diagnostics[0].cause}`);
  return result.ast;
}

function shown(fields: object, read: string, lists: Record<string, RuntimeValue[]> = {}): string {
  const witness: Witness = {
    fields: readRequestFields({ ...PLAIN, ...fields }),
    lists: new Map(Object.entries(lists)),
  };
  return printRequest(witness, [parsed(read)]);
}

describe("a witness as a readable request", () => {
  it.each([
    ["ssl", {}, "GET https://www.example.com/"],
    [
      'ip.src eq 192.0.2.1 and ip.src.country eq "DE"',
      {
        [URL]: "https://www.example.com/admin",
        "ip.src": "203.0.113.7",
        "ip.src.country": "DE",
        "http.user_agent": "nikto",
      },
      "GET https://www.example.com/admin from 203.0.113.7 (DE), agent nikto",
    ],
    [
      'http.request.method eq "POST"',
      { "http.request.method": "POST", [URL]: "http://a/?q=1" },
      "POST http://a/?q=1",
    ],
    [
      'http.request.version eq "HTTP/1.1"',
      { "http.request.version": "HTTP/1.1" },
      "GET https://www.example.com/ HTTP/1.1",
    ],
    ["ssl", { "ip.src": "2001:db8::1" }, "GET https://www.example.com/ from 2001:db8::1"],
    ['ip.src.country eq "T1"', { "ip.src.country": "T1" }, "GET https://www.example.com/ from T1"],
    [
      'ip.geoip.country eq "DE"',
      { "ip.src.country": "DE", "ip.geoip.country": "DE" },
      "GET https://www.example.com/ from DE",
    ],
    [
      'ip.src in {203.0.113.0/24} and ip.src.continent eq "EU" and ip.src.asnum eq 64496',
      { "ip.src.continent": "EU", "ip.src.asnum": 64496 },
      "GET https://www.example.com/ from 203.0.113.9 (continent EU, AS64496)",
    ],
    [
      'http.user_agent contains "a b"',
      { "http.user_agent": "a b" },
      'GET https://www.example.com/ with agent "a b"',
    ],
    [
      'not http.user_agent contains "a" and not any(http.request.headers["x-key"][*] eq "a")',
      {},
      "GET https://www.example.com/ without agent, header x-key",
    ],
    [
      "cf.client.bot and not cf.waf.score lt 20",
      { "cf.client.bot": true, "cf.waf.score": 50 },
      "GET https://www.example.com/ with cf.client.bot, cf.waf.score 50",
    ],
    ["cf.client.bot", { "cf.client.bot": false }, "GET https://www.example.com/ with not cf.client.bot"],
    ["cf.client.bot", {}, "GET https://www.example.com/"],
    [
      'any(http.request.headers["x-a"][*] eq "q") and http.request.headers["x-b"][1] eq "r"',
      {
        "http.request.headers": { "x-a": ["q"], "x-b": ["", "r"] },
        "http.request.headers.names": ["x-a", "x-b"],
      },
      'GET https://www.example.com/ with header x-a q, header x-b ["", r]',
    ],
    [
      'any(http.request.headers.names[*] eq "x-key")',
      { "http.request.headers.names": ["x-key"] },
      "GET https://www.example.com/ with http.request.headers.names [x-key]",
    ],
    [
      'http.request.cookies["s"][0] eq "1" and http.request.uri.args["p"][0] eq "2"',
      { "http.request.cookies": { s: ["1"] }, "http.request.uri.args": { p: ["2"] } },
      "GET https://www.example.com/ with cookie s 1, argument p 2",
    ],
    [
      'raw.http.request.uri.path contains "%2e"',
      { "raw.http.request.full_uri": "https://www.example.com/%2e", "raw.http.request.uri.path": "/%2e" },
      "GET https://www.example.com/ with raw URL https://www.example.com/%2e",
    ],
    [
      'raw.http.request.uri.path contains "/"',
      { "raw.http.request.full_uri": "https://www.example.com/", "raw.http.request.uri.path": "/" },
      "GET https://www.example.com/",
    ],
  ])("shows what %s reads", (read, fields, text) => {
    expect(shown(fields, read)).toBe(text);
  });

  it("shows what the lists contain", () => {
    const office = { office: [{ family: 4, value: 0xc0000201n }] as const };
    const read = "ip.src in $office";
    expect(shown({ "ip.src": "192.0.2.1" }, read, { office: [...office.office] })).toBe(
      "GET https://www.example.com/ from 192.0.2.1, with 192.0.2.1 in $office",
    );
    expect(shown({}, "ssl", { office: [...office.office], bots: [] })).toBe(
      "GET https://www.example.com/ with 192.0.2.1 in $office, with nothing in $bots",
    );
  });

  it.each([
    [{ base64: Buffer.from("https://a/\x1b[31m").toString("base64") }, String.raw`GET "https://a/\x1b[31m"`],
    [{ base64: Buffer.from([0x68, 0x3a, 0xff, 0x0a]).toString("base64") }, String.raw`GET "h:\xff\x0a"`],
    ["https://a/\u202e\u00a0é", String.raw`GET "https://a/\xe2\x80\xae\xc2\xa0é"`],
    ['https://a/"\\', String.raw`GET "https://a/\"\\"`],
    ["https://a/b,c", "GET https://a/b,c"],
    ["https://a/日本", "GET https://a/日本"],
  ])("never shows control characters as they are: %j", (url, text) => {
    expect(shown({ [URL]: url }, "ssl")).toBe(text);
  });

  it("quotes other values that would run into their surroundings, and shortens long ones", () => {
    const agent = (text: unknown) => shown({ "http.user_agent": text }, 'http.user_agent eq ""');
    expect(agent("")).toBe('GET https://www.example.com/ with agent ""');
    expect(agent("a, b")).toBe('GET https://www.example.com/ with agent "a, b"');
    expect(agent("a\n")).toBe(String.raw`GET https://www.example.com/ with agent "a\x0a"`);
    expect(agent("x".repeat(5001))).toBe(
      `GET https://www.example.com/ with agent "${"x".repeat(60)}…" (5,001 bytes)`,
    );
    expect(shown({ [URL]: `https://a/${"x".repeat(500)}` }, "ssl")).toBe(
      `GET "https://a/${"x".repeat(190)}…" (510 bytes)`,
    );
    expect(agent({ base64: Buffer.alloc(100, 0xff).toString("base64") })).toBe(
      String.raw`GET https://www.example.com/ with agent "${"\\xff".repeat(60)}…" (100 bytes)`,
    );
  });

  it("shows the first values of many, and keys of fields without a name of their own", () => {
    const read = 'any(http.request.body.form["a b"][*] eq "x")';
    const form = { "a b": ["1", "2", "3", "4", "5", "6"] };
    expect(shown({ "http.request.body.form": form }, read)).toBe(
      'GET https://www.example.com/ with http.request.body.form["a b"] [1, 2, 3, 4, 5, … 6 values]',
    );
    expect(shown({}, read)).toBe('GET https://www.example.com/ without http.request.body.form["a b"]');
  });

  it("does not name a missing part of the URL, which shows that it is missing", () => {
    const read = 'http.request.uri.path.extension in {"jpg"} or http.request.uri.path eq "/cart"';
    expect(shown({ [URL]: "https://www.example.com/cart" }, read)).toBe("GET https://www.example.com/cart");
  });

  it("names all fields of a request without a URL", () => {
    const witness: Witness = {
      fields: readRequestFields({ "http.host": "A", ssl: false }),
      lists: new Map(),
    };
    expect(printRequest(witness, [parsed('http.host eq "A" and not ssl')])).toBe(
      "a request with http.host A, not ssl",
    );
  });

  it("shows fields and lists of a secret expression, and no values", () => {
    const text =
      'http.request.headers["x-key"][0] eq "s3cret" and not ip.src in $partners and http.host eq "h1dden"';
    expect(printSecretRequest([parsed(text)])).toBe(
      "a request with certain values of http.host, http.request.headers, ip.src and $partners (not shown: the expression is secret)",
    );
    expect(printSecretRequest([parsed("true")])).toBe("any request");
  });

  it("shows a witness that the engine finds", () => {
    const ast = parsed('http.request.uri.path eq "/admin" and not ip.src in {203.0.113.0/24}');
    const answer = satisfiable(ast);
    expect(answer.kind === "yes" && printRequest(answer.witness, [ast])).toBe(
      "GET https://www.example.com/admin from 198.51.100.7",
    );
  });
});
