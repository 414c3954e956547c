import { messageOf } from "./help-text";

type Row = [expression: string, words: string[]];

describe("messages for invalid structure", () => {
  it.each<Row>([
    ["(ssl", ['")" is missing (line 1, column 5).', 'Expected ")"; found the end of the expression.']],
    [
      "ssl and",
      [
        "a name is missing (line 1, column 8).",
        "Expected the name of a field or function; found the end of the expression.",
      ],
    ],
    [
      "ssl and \n",
      [
        "a name is missing (line 1, column 8).",
        "Expected the name of a field or function; found the end of the expression.",
      ],
    ],
    [
      "ssl ssl",
      [
        "the expression continues where it should end (line 1, column 5).",
        'Expected the end of the expression, or and, or, xor with another condition; found "ssl".',
      ],
    ],
    [
      "not",
      [
        "a name is missing (line 1, column 4).",
        "Expected the name of a field or function; found the end of the expression.",
      ],
    ],
    [
      "http.host",
      [
        "an operator is missing (line 1, column 10).",
        "Expected a comparison operator (eq, ne, lt, le, gt, ge, in, contains, matches, wildcard, strict wildcard or &); found the end of the expression.",
      ],
    ],
    ['concat("a" "b")', ['"," is missing (line 1, column 12).', 'Expected ","; found ""b"".']],
    [
      "lower(%)",
      [
        "this is not an argument (line 1, column 7).",
        'Expected an argument: a field, a call, a condition, a string, an integer or an IP address; found "%".',
      ],
    ],
    [
      'any(http.request.headers.names[*] eq "a" and ssl )',
      ['")" is missing (line 1, column 42).', 'Expected ")"; found "and".'],
    ],
  ])("explain what is missing, or too much, in %j", (expression, words) => {
    expect(messageOf(expression)).toEqual(words);
  });

  it.each<Row>([
    [
      'http.request.headers[%] eq "a"',
      [
        "the index is missing or has the wrong form (line 1, column 22).",
        'Expected a quoted utf8 string or positive integer; found "%".',
        'Did you mean "%"?',
      ],
    ],
    [
      'http.request.headers.names[-1] eq "a"',
      [
        "the index is missing or has the wrong form (line 1, column 28).",
        'Expected a positive integer as index; found "-1".',
      ],
    ],
    [
      'http.request.headers["\\xff"][0] eq "a"',
      [
        "the index is missing or has the wrong form (line 1, column 22).",
        'Expected a utf8 string; found ""\\xff"".',
      ],
    ],
    [
      'http.request.headers.names["x"] eq "a"',
      [
        "the index does not fit a value of type Array<Bytes> (line 1, column 27).",
        'Expected a number such as [0], or [*]; found "["x"]".',
      ],
    ],
    [
      'http.request.headers[0] eq "a"',
      [
        "the index does not fit a value of type Map<Array<Bytes>> (line 1, column 21).",
        'Expected a key such as ["name"], or [*]; found "[0]".',
      ],
    ],
    [
      "cf.waf.score[*] eq 1",
      [
        "the index does not fit a value of type Int (line 1, column 13).",
        'Expected no index: a value of type Int contains no other values; found "[*]".',
      ],
    ],
  ])("explain the index in %j", (expression, words) => {
    expect(messageOf(expression)).toEqual(words);
  });

  it.each<Row>([
    [
      'http.request.headers contains "a"',
      [
        "the operator is not for values of type Map<Array<Bytes>> (line 1, column 22).",
        'Expected an index such as ["key"] or [*] before the operator: a map as a whole cannot be compared; found "contains".',
      ],
    ],
    [
      'http.request.headers["x"] eq "a"',
      [
        "the operator is not for values of type Array<Bytes> (line 1, column 27).",
        'Expected an index such as [0] or [*] before the operator: an array as a whole cannot be compared; found "eq".',
      ],
    ],
    [
      'cf.waf.score contains "a"',
      [
        "the operator is not for values of type Int (line 1, column 14).",
        'Expected eq, ne, lt, le, gt, ge or in, or &, for a value of type Int; found "contains".',
      ],
    ],
    [
      'ip.src contains "a"',
      [
        "the operator is not for values of type Ip (line 1, column 8).",
        'Expected eq, ne, lt, le, gt, ge or in for a value of type Ip; found "contains".',
      ],
    ],
    [
      "http.host & 1",
      [
        "the operator is not for values of type Bytes (line 1, column 11).",
        'Expected eq, ne, lt, le, gt, ge, in, contains, matches, wildcard or strict wildcard for a value of type Bytes; found "&".',
      ],
    ],
    [
      'has_value(http.request.headers[*], "a")[*] eq 1',
      [
        "expected value of type Bool, but got Array<Bool> (line 1, column 1).",
        'Expected a value of type Bool; found "has_value(http.request.headers[*], "a")[…".',
        "[*] results in many conditions. Combine them with any(…) or all(…).",
      ],
    ],
    [
      "any(http.request.headers.names)",
      [
        "expected value of type Array<Bool>, but got Array<Bytes> (line 1, column 5).",
        'Expected a value of type Array<Bool>; found "http.request.headers.names".',
        'any and all need a comparison of many elements: any(http.request.headers.names[*] eq "x").',
      ],
    ],
    [
      "any(ssl)",
      [
        "expected value of type Array<Bool>, but got Bool (line 1, column 5).",
        'Expected a value of type Array<Bool>; found "ssl".',
        'any and all need a comparison of many elements: any(http.request.headers.names[*] eq "x").',
      ],
    ],
    [
      'http.request.headers.names[*] eq "a"',
      [
        "expected value of type Bool, but got Array<Bool> (line 1, column 1).",
        'Expected a value of type Bool; found "http.request.headers.names[*] eq "a"".',
        "[*] results in many conditions. Combine them with any(…) or all(…).",
      ],
    ],
    [
      'ssl and http.request.headers.names[*] eq "a" or ssl',
      [
        "expected value of type Bool, but got Array<Bool> (line 1, column 9).",
        'Expected a value of type Bool; found "http.request.headers.names[*] eq "a"".',
        "[*] results in many conditions. Combine them with any(…) or all(…).",
      ],
    ],
  ])("explain the type in %j", (expression, words) => {
    expect(messageOf(expression)).toEqual(words);
  });
});
