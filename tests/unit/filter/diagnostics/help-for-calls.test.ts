import { messageOf } from "./help-text";

type Row = [expression: string, words: string[]];

describe("messages for an invalid call", () => {
  it.each<Row>([
    [
      "lower()",
      ["invalid number of arguments (line 1, column 7).", 'Expected 1 argument for lower(); found ")".'],
    ],
    [
      'lower(http.host, "b")',
      ["invalid number of arguments (line 1, column 18).", 'Expected 1 argument for lower(); found ""b"".'],
    ],
    [
      "starts_with(http.host)",
      [
        "invalid number of arguments (line 1, column 22).",
        'Expected 2 arguments for starts_with(); found ")".',
      ],
    ],
    [
      "substring(http.host)",
      [
        "invalid number of arguments (line 1, column 20).",
        'Expected 2 to 3 arguments for substring(); found ")".',
      ],
    ],
    [
      "substring(http.host, 1, 2, 3)",
      [
        "invalid number of arguments (line 1, column 28).",
        'Expected 2 to 3 arguments for substring(); found "3".',
      ],
    ],
    [
      "concat()",
      [
        "invalid number of arguments (line 1, column 8).",
        'Expected 2 to 32 arguments for concat(); found ")".',
      ],
    ],
    [
      'lower("a")',
      [
        "argument 1 is a literal value (line 1, column 7).",
        'Expected a field or a computed value; found ""a"".',
      ],
    ],
    [
      "to_string(1.2.3.4)",
      [
        "argument 1 is a literal value (line 1, column 11).",
        'Expected a field or a computed value; found "1.2.3.4".',
      ],
    ],
    [
      "cidr(ip.src, cf.waf.score, 64) eq 1.2.3.4",
      [
        "argument 2 is not a literal value (line 1, column 14).",
        'Expected a literal value; found "cf.waf.score".',
      ],
    ],
    [
      'split(http.host, http.host, 3)[0] eq "a"',
      [
        "argument 2 is not a literal value (line 1, column 18).",
        'Expected a literal value; found "http.host".',
      ],
    ],
    [
      "cidr(ip.src, 33, 64) eq 1.2.3.4",
      [
        "argument 2 has a value that is not allowed (line 1, column 14).",
        'Expected a value between 1 and 32; found "33".',
      ],
    ],
    [
      "cidr(ip.src, 0, 64) eq 1.2.3.4",
      [
        "argument 2 has a value that is not allowed (line 1, column 14).",
        'Expected a value between 1 and 32; found "0".',
      ],
    ],
    [
      'split(http.host, "", 3)[0] eq "a"',
      [
        "argument 2 has a value that is not allowed (line 1, column 18).",
        'Expected a non-empty string; found """".',
      ],
    ],
    [
      "len(cf.waf.score) eq 1",
      [
        "argument 1 is of type Int (line 1, column 5).",
        'Expected a value of type Bytes or Array<_>; found "cf.waf.score".',
      ],
    ],
    [
      'concat(http.host, 1) eq "a"',
      ["argument 2 is of type Int (line 1, column 19).", 'Expected a value of type Bytes; found "1".'],
    ],
    [
      'concat(http.request.headers.names, "a")[0] eq "a"',
      [
        "argument 2 is of type Bytes (line 1, column 36).",
        'Expected a value of type Array<Bytes>; found ""a"".',
      ],
    ],
    [
      "has_value(http.request.headers.names, 1)",
      ["argument 2 is of type Int (line 1, column 39).", 'Expected a value of type Bytes; found "1".'],
    ],
    [
      'has_value(http.host, "a")',
      [
        "argument 1 is of type Bytes (line 1, column 11).",
        'Expected a value of type Array<_> or Map<_>; found "http.host".',
      ],
    ],
    [
      'has_key(http.request.headers.names, "a")',
      [
        "argument 1 is of type Array<Bytes> (line 1, column 9).",
        'Expected a value of type Map<_>; found "http.request.headers.names".',
      ],
    ],
    [
      'lookup_json_string(http.host, 1.2.3.4) eq "a"',
      [
        "argument 2 is of type Ip (line 1, column 31).",
        'Expected a value of type Int or Bytes; found "1.2.3.4".',
      ],
    ],
    [
      'to_string(http.host) eq "a"',
      [
        "argument 1 is of type Bytes (line 1, column 11).",
        'Expected a value of type {Bool, Int, Ip}; found "http.host".',
      ],
    ],
    [
      'concat(http.host, http.request.headers.names[*]) eq "a"',
      [
        "invalid use of map each access operator (line 1, column 19).",
        'Expected [*] in the first argument only; found "http.request.headers.names[*]".',
      ],
    ],
  ])("explain the arguments of %j", (expression, words) => {
    expect(messageOf(expression)).toEqual(words);
  });
});
