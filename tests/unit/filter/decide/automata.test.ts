import { compileFilter, Decider, type RequestFields, type RuntimeValue } from "../../../../provider/filter";
import { ofUrlPart, type UrlPart } from "../../../../provider/filter/decide/words/url";
import { parsed } from "./decide-texts";
import { pick, randomOf } from "./random-rules";

/** Short words of few letters: many of them meet each condition, and many do not. */
const LETTERS = ["a", "b", "A", "/", ".", "%", "4", "1", "+", " ", "_", "\n"];
const TESTS = [
  ...["eq", "ne", "lt", "le", "gt", "ge"].map((operator) => `VALUE ${operator} "ab"`),
  'VALUE contains "aab"',
  'VALUE contains "ab/ab"',
  'VALUE in {"a" "ab" "" "b/"}',
  'starts_with(VALUE, "ab")',
  'ends_with(VALUE, "aba")',
  'VALUE wildcard "A*b*"',
  'VALUE wildcard "*a*/"',
  'VALUE strict wildcard "*A"',
  'VALUE matches r#"\\bab?\\b"#',
  'VALUE matches "(?i)^(ab|ba)+$"',
  'VALUE matches "(?m)a$"',
  'VALUE matches "[^a/]{2,3}a"',
  'VALUE matches "^(?:a|b.)*$"',
  ...["lt", "eq", "ge"].map((operator) => `len(VALUE) ${operator} 3`),
  "VALUE ne lower(VALUE)",
  "upper(VALUE) le lower(VALUE)",
  "upper(VALUE) gt lower(VALUE)",
];
const VALUES = [
  "FIELD",
  "lower(FIELD)",
  "upper(FIELD)",
  "url_decode(FIELD)",
  "url_decode(url_decode(FIELD))",
  "lower(url_decode(FIELD))",
  "substring(FIELD, 1)",
  "substring(FIELD, 1, 3)",
  "substring(FIELD, 2, 1)",
  'remove_bytes(FIELD, "/.")',
  'substring(remove_bytes(FIELD, "a"), 1, 4)',
];

/** Returns the automaton of a condition on one field. */
function automatonOf(text: string) {
  const decider = new Decider();
  const literal = decider.circuit.literalOf(decider.node(parsed(text)));
  const set = literal?.atom.kind === "value" ? literal.atom.set : undefined;
  const automaton = set?.kind === "words" ? set.language()?.automaton : undefined;
  if (automaton === undefined) throw new Error(`no automaton: ${text}`);
  return automaton;
}

function randomWord(random: () => number, longest: number): string {
  return Array.from({ length: Math.floor(random() * (longest + 1)) }, () => pick(random, LETTERS)).join("");
}

describe("the automaton of a condition", () => {
  it.each(TESTS)("accepts the words that pass %s, whatever is computed before", (test) => {
    const random = randomOf(3);
    const wrong: string[] = [];
    for (const value of VALUES) {
      // Two different computations of one value are not compared.
      if (/VALUE.*VALUE/.test(test) && !/^(FIELD|lower|upper)/.test(value)) continue;
      const text = test.replaceAll("VALUE", value.replace("FIELD", "http.referer"));
      const [automaton, filter] = [automatonOf(text), compileFilter(parsed(text))];
      for (let tries = 0; tries < 150; tries += 1) {
        const word = Buffer.from(randomWord(random, 7));
        const matches = filter.run(new Map([["http.referer", word]]));
        if (automaton.run(word) !== matches) wrong.push(`${text}: ${JSON.stringify(word.toString())}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

const PARTS: readonly (readonly [UrlPart, string])[] = [
  ["host", "http.host"],
  ["path", "http.request.uri.path"],
  ["query", "http.request.uri.query"],
  ["uri", "http.request.uri"],
  ["extension", "http.request.uri.path.extension"],
];

/** The fields of a URL, by their documentation. */
function partsOf(url: string): RequestFields {
  const { host, path, query } =
    /^https?:\/\/(?<host>[^/]*)(?<path>[^?]*)(?:\?(?<query>.*))?$/.exec(url)?.groups ?? {};
  const segment = path?.slice(path.lastIndexOf("/") + 1) ?? "";
  const dot = segment.lastIndexOf(".");
  const fields: (readonly [string, string | undefined])[] = [
    ["http.host", host],
    ["http.request.uri.path", path],
    ["http.request.uri.query", query ?? ""],
    ["http.request.uri", url.replace(/^https?:\/\/[^/]*/, "")],
    ["http.request.uri.path.extension", dot < 0 ? undefined : segment.slice(dot + 1).toLowerCase()],
  ];
  return new Map(
    fields.flatMap(([name, text]): [string, RuntimeValue][] =>
      text === undefined ? [] : [[name, Buffer.from(text)]],
    ),
  );
}

describe("the automaton of a part of the URL", () => {
  it.each(PARTS)("accepts the URLs whose %s the automaton of the part accepts", (part, field) => {
    const random = randomOf(4);
    const wrong: string[] = [];
    for (const test of TESTS.filter((one) => !/VALUE.*VALUE/.test(one))) {
      const text = test.replaceAll("VALUE", field);
      const filter = compileFilter(parsed(text));
      const automaton = ofUrlPart(automatonOf(text), part, () => undefined);
      for (let tries = 0; tries < 60; tries += 1) {
        const host = randomWord(random, 3).replace(/[^a-z.]/g, "");
        const path = `/${randomWord(random, 6).replace(/[\n ]/g, "")}`;
        const query = random() < 0.5 ? "" : `?${randomWord(random, 3).replace(/[\n ]/g, "")}`;
        const url = `http${random() < 0.5 ? "s" : ""}://${host}${path}${query}`;
        if (automaton.run(Buffer.from(url)) !== filter.run(partsOf(url))) wrong.push(`${text}: ${url}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
