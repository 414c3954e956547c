import { compileFilter, parseFilter } from "../../../../provider/filter";
import { matches } from "./matches";

const names = (...list: string[]) => ({ "http.request.headers.names": list });

describe("a mapped call of a missing array", () => {
  it.each(["http.request.headers.names[*]", 'http.request.headers["x"][*]', "http.request.headers[*][*]"])(
    "is missing too, so that any and all of it are false, unlike all of an empty array: %s",
    (array) => {
      expect(matches(`all(starts_with(${array}, "a"))`)).toBe(false);
      expect(matches(`any(starts_with(${array}, "a"))`)).toBe(false);
      expect(
        matches(`all(starts_with(${array}, "a"))`, { ...names(), "http.request.headers": { x: [] } }),
      ).toBe(true);
    },
  );

  it("is like an empty array if its results are compared", () => {
    expect(matches('all(lower(http.request.headers.names[*])[*] eq "a")')).toBe(true);
    expect(matches('any(lower(http.request.headers.names[*])[*] eq "a")')).toBe(false);
  });
});

describe("conditions that a star applies to each element", () => {
  it("are evaluated element by element, up to the length of the shortest array", () => {
    const fields = { ...names("a", "b", "c"), "http.request.headers.values": ["x", "b"] };
    const both = (operator: string) =>
      `(http.request.headers.names[*] eq "b" ${operator} http.request.headers.values[*] eq "b")`;
    expect(matches(`any(${both("and")})`, fields)).toBe(true);
    expect(matches(`all(${both("or")})`, fields)).toBe(false);
    expect(matches(`any(${both("xor")})`, fields)).toBe(false);
    expect(
      matches('any((http.request.headers.names[*] eq "c" or http.request.headers.values[*] eq "z"))', fields),
    ).toBe(false);
  });

  it("can be arguments of functions, with one result for each element", () => {
    const fields = names("x", "a");
    expect(matches('len(http.request.headers.names[*] eq "a") eq 2', fields)).toBe(true);
    expect(
      matches(
        'concat(http.request.headers.names[*] eq "a", http.request.headers.names[*] eq "x")[1]',
        fields,
      ),
    ).toBe(true);
    expect(
      matches(
        'concat(http.request.headers.names[*] eq "a", http.request.headers.names[*] eq "x")[3]',
        fields,
      ),
    ).toBe(false);
  });
});

describe("a condition as an argument", () => {
  it.each([
    ['http.host eq "a"', "true"],
    ['not http.host eq "a"', "false"],
    ['any(http.request.headers.names[*] eq "x")', "true"],
    ["ssl", "false"],
  ])("is passed as its result: to_string(%s) is %s", (condition, expected) => {
    const fields = { "http.host": "a", ssl: false, ...names("x") };
    expect(matches(`to_string(${condition}) eq "${expected}"`, fields)).toBe(true);
  });
});

describe("a function with an argument that is missing", () => {
  it.each([
    ["len(http.host) ge 0"],
    ['to_string(cf.waf.score) ge ""'],
    ['substring(http.cookie, 0, cf.waf.score) ge ""'],
    ['substring(http.cookie, cf.waf.score) ge ""'],
    ['remove_query_args(http.host, "a") ge ""'],
    ['encode_base64(http.host, "p") ge ""'],
    ['split(http.host, ",", 3)[0] ge ""'],
    ['join(http.request.headers.names, ",") ge ""'],
    ['join(http.request.accepted_languages, http.host) ge ""'],
    ["cidr(ip.src, 24, 64) in {0.0.0.0/0 ::/0}"],
    ['has_key(http.request.headers, "a")'],
    ["has_key(http.request.cookies, http.host)"],
    ['has_value(http.request.headers.names, "a")'],
    ["has_value(http.request.accepted_languages, http.host)"],
    ['regex_replace(http.host, "a", "b") ge ""'],
    ['regex_replace("a", "a", http.host) ge ""'],
    ['wildcard_replace(http.host, "a", "b") ge ""'],
    ["bit_slice(http.host, 0, 1) ge 0"],
    ['concat(http.host, http.user_agent) ge ""'],
    ['concat(http.request.headers.names, http.request.headers.values)[0] ge ""'],
  ])("has no result: %s is false", (expression) => {
    const there = { "http.cookie": "abc", "http.request.accepted_languages": ["de"] };
    expect(matches(expression, { ...there, "http.request.cookies": { a: ["b"] } })).toBe(false);
  });

  it("is skipped by concat, for texts and for arrays", () => {
    expect(matches('concat(http.host, "x") eq "x"')).toBe(true);
    const joined =
      "concat(http.request.headers.names, http.request.headers.values, http.request.accepted_languages)";
    const fields = { ...names("a", "b"), "http.request.accepted_languages": ["de"] };
    expect(matches(`join(${joined}, "+") eq "a+b+de"`, fields)).toBe(true);
  });
});

describe("a list of the host program", () => {
  it("is not searched for a missing value", () => {
    const parsed = parseFilter("ip.src in $all");
    if (!parsed.valid) throw new Error(parsed.diagnostics[0].cause);
    const filter = compileFilter(parsed.ast);
    const lists = new Map([["all", () => true]]);
    expect(filter.run(new Map([["ip.src", { family: 4, value: 1n }]]), lists)).toBe(true);
    expect(filter.run(new Map(), lists)).toBe(false);
  });

  it("contains nothing if it is absent", () => {
    expect(matches("ip.src in $all", { "ip.src": "10.0.0.1" })).toBe(false);
  });
});
