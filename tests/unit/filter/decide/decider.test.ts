import {
  compare,
  Decider,
  type Node,
  parseFilter,
  readLanguage,
  refutable,
  satisfiable,
} from "../../../../provider/filter";
import { fromLatin1 } from "../../../../provider/filter/evaluate/byte-functions";
import { alwaysTrue, implies, neverTrue } from "../../../../provider/filter/decide/certain/certain";
import { parsed } from "./decide-texts";

/** Answers of one decider to questions about conditions, all of which must be true. */
function answers(...questions: readonly (readonly string[])[]): string[] {
  const decider = new Decider();
  return questions.map((texts) => {
    const expressions = texts.map(parsed);
    return decider.ask({
      nodes: expressions.map((one) => decider.node(one)),
      shows: (results) => expressions.every((one) => results(one) === true),
    }).kind;
  });
}

describe("a decider", () => {
  it("claims of a value no more than it has learned", () => {
    expect(
      answers(
        ['http.referer eq "a"', 'not http.referer contains ""'],
        ['not http.referer contains ""'],
        ['any(http.request.cookies["a"][*] eq "x")', 'not any(http.request.cookies["a"][*] contains "")'],
        ['not any(http.request.cookies["a"][*] contains "")'],
      ),
    ).toEqual(["no", "yes", "no", "yes"]);
  });

  it("names the parts of a question that cannot be true together", () => {
    const decider = new Decider();
    const texts = ["ssl", 'http.host eq "a.test"', "cf.client.bot", 'http.host eq "b.test"'];
    const nodes = texts.map((text) => decider.node(parsed(text)));
    const decision = decider.ask({ nodes, shows: () => true });
    const core = decision.kind === "no" ? decision.core : undefined;
    expect(core?.map((node: Node) => texts[nodes.indexOf(node)])).toEqual([
      'http.host eq "a.test"',
      'http.host eq "b.test"',
    ]);
  });
});

describe("the names of headers", () => {
  const WITH_KEY = 'any(http.request.headers["x-api-key"][*] eq "k")';

  it("have capitals where the client writes them", () => {
    const [plain, lower] = ["http.request.headers.names[*]", "lower(http.request.headers.names[*])[*]"].map(
      (names) => compare(parsed(WITH_KEY), parsed(`any(${names} eq "x-api-key")`)),
    );
    expect(plain?.relation).toBe("overlap");
    expect(lower?.relation).toBe("implies");
    expect(satisfiable(parsed('any(http.request.headers.names[*] eq "X-Api-Key")')).kind).toBe("yes");
  });

  it("differ in that from the names of arguments, which are the keys", () => {
    const argument = 'any(http.request.uri.args["Id"][*] eq "1")';
    expect(compare(parsed(argument), parsed('any(http.request.uri.args.names[*] eq "Id")')).relation).toBe(
      "implies",
    );
  });
});

describe("names and entries of one map", () => {
  const HEADERS = "http.request.headers";

  it.each([
    [
      `not any(lower(${HEADERS}.names[*])[*] eq "authorization")`,
      `not has_key(${HEADERS}, "authorization")`,
      "equal",
    ],
    [`len(${HEADERS}["x"]) gt 0`, `has_key(${HEADERS}, "x")`, "equal"],
    [`any(${HEADERS}.names[*] eq "X")`, `any(${HEADERS}["x"][*] contains "")`, "implies"],
    [`any(${HEADERS}.names[*] eq "x")`, `any(${HEADERS}["x"][*] eq "1")`, "overlap"],
    [
      `any(${HEADERS}.names[*] in {"x" "y"})`,
      `has_key(${HEADERS}, "x") or has_key(${HEADERS}, "y")`,
      "implies",
    ],
    [
      'any(http.request.uri.args.names[*] eq "Id")',
      'any(http.request.uri.args["Id"][*] eq "") or any(http.request.uri.args["Id"][*] ne "")',
      "equal",
    ],
    ['any(http.request.uri.args.names[*] eq "Id")', 'has_key(http.request.uri.args, "id")', "overlap"],
    ['len(http.request.cookies["a"]) ge 0', 'http.request.cookies["a"][0] contains ""', "equal"],
  ])("compares %s with %s", (a, b, relation) => {
    expect(compare(parsed(a), parsed(b)).relation).toBe(relation);
  });

  it("agree in a witness", () => {
    const answer = satisfiable(
      parsed(`any(${HEADERS}.names[*] eq "X-Key") and not any(${HEADERS}["x-key"][*] in {"" "1" "a"})`),
    );
    if (answer.kind !== "yes") throw new Error(answer.kind);
    const map = answer.witness.fields.get(HEADERS);
    if (!(map instanceof Map)) throw new TypeError("no headers");
    expect([...map.keys()]).toEqual(["x-key"]);
  });
});

describe("the URL before normalization", () => {
  it("has scheme and host of the request", () => {
    const other = parsed('starts_with(raw.http.request.full_uri, "http://a.test/")');
    expect(compare(other, parsed("ssl")).relation).toBe("disjoint");
    expect(compare(other, parsed('http.host eq "a.test"')).relation).toBe("implies");
    const answer = satisfiable(other);
    if (answer.kind !== "yes") throw new Error(answer.kind);
    const { fields } = answer.witness;
    expect(fields.get("http.host")).toEqual(fromLatin1("a.test"));
    expect(fields.get("http.request.full_uri")).toEqual(fromLatin1("http://a.test/"));
    expect(fields.get("ssl")).toBe(false);
  });
});

describe("what is assumed", () => {
  it.each([
    ['http.host eq "WWW.example.com"', "http.host is a lower-case host name without scheme and path"],
    ['not http.host contains ""', "every request has http.host"],
    ["cf.waf.score gt 100", "cf.waf.score is from 0 to 100"],
    ["cf.threat_score gt 10", "cf.threat_score is always 0"],
    [
      'any(http.request.headers.names[*] eq "Accept: a")',
      "http.request.headers.names[*] are header names, in the case in which the client writes them",
    ],
    ['cf.tls_version eq "1.3"', 'cf.tls_version is written as in "TLSv1.3"'],
  ])("is a part of the proof that nothing matches %s", (text, says) => {
    const answer = satisfiable(parsed(text));
    expect(answer.kind === "no" && answer.assumptions.map((one) => one.says)).toEqual([says]);
    expect(satisfiable(parsed(text), { assumes: false }).kind).toBe("yes");
  });

  it("is nothing if the proof needs nothing", () => {
    const answer = satisfiable(parsed('http.host eq "a" and http.host eq "b"'));
    expect(answer).toMatchObject({ kind: "no", assumptions: [] });
  });
});

describe("an undecided question", () => {
  it.each([
    ['ssl and sha256(http.host) eq "abc"', "opaque", ['sha256(http.host) eq "abc"']],
    ["http.host eq http.referer", "opaque", ["http.host eq http.referer"]],
    ["cf.waf.score & 2 and ssl", "opaque", ["cf.waf.score & 2"]],
  ])("names the parts of %s that leave it so", (text, because, parts) => {
    const answer = satisfiable(parsed(text));
    expect(answer).toMatchObject({ kind: "undecided", because });
    const spans =
      answer.kind === "undecided" ? answer.parts.map(({ span }) => text.slice(span.start, span.end)) : [];
    expect(spans).toEqual(parts);
  });

  it("is decided if the other parts are enough", () => {
    const text = 'sha256(http.host) eq "abc"';
    expect(satisfiable(parsed(`ssl or ${text}`)).kind).toBe("yes");
    expect(satisfiable(parsed(`${text} and not ${text}`)).kind).toBe("no");
    expect(refutable(parsed(text)).kind).toBe("yes");
  });
});

describe("fields that the language lacks", () => {
  it("are decided if they are declared", () => {
    const language = readLanguage({ fields: { label: "a test", value: '{ "my.field": "Bytes" }' } });
    const parse = (text: string) => {
      const result = parseFilter(text, { language });
      if (!result.valid) throw new Error(result.diagnostics[0].cause);
      return result.ast;
    };
    const { relation } = compare(parse('my.field eq "a" or ssl'), parse('lower(my.field) eq "a" or ssl'));
    expect(relation).toBe("implies");
  });
});

describe("a witness", () => {
  it.each([
    [
      'lookup_json_string(http.request.body.raw, "a", "b") eq "x"',
      "http.request.body.raw",
      '{"a":{"b":"x"}}',
    ],
    ['url_decode(http.request.uri.query, "r") contains "x"', "http.request.uri.query", "x=1"],
    ['decode_base64(http.cookie) eq "x"', "http.cookie", "eA"],
    ['http.request.uri.path.extension eq "php"', "http.request.uri", "/index.php"],
    ['http.user_agent contains "Mozilla"', "http.host", "www.example.com"],
  ])("of %s has what functions read, and else plausible values", (text, field, value) => {
    const answer = satisfiable(parsed(text));
    const found = answer.kind === "yes" ? answer.witness.fields.get(field) : undefined;
    expect(Buffer.from(found as Uint8Array).toString()).toBe(value);
  });

  it("says what must be in lists", () => {
    const answer = satisfiable(parsed("ip.src in $office and not ip.src in $blocked"));
    expect(answer).toMatchObject({
      kind: "yes",
      witness: {
        lists: new Map([
          ["office", [{ family: 4, value: 0xcb007109n }]],
          ["blocked", []],
        ]),
      },
    });
  });
});

describe("what is certain", () => {
  it("is false as long as a question is undecided", () => {
    const [opaque, host] = [parsed('sha256(http.host) eq "abc"'), parsed('http.host eq "a"')];
    expect([alwaysTrue(opaque), neverTrue(opaque), implies(host, opaque)]).toEqual([false, false, false]);
  });

  it("is true if it is proved", () => {
    expect(alwaysTrue(parsed("ssl or not ssl"))).toBe(true);
    expect(neverTrue(parsed('http.host eq "a" and http.host eq "b"'))).toBe(true);
    expect(implies(parsed('http.host eq "a"'), parsed('http.host in {"a" "b"}'))).toBe(true);
  });
});
