import { messageOf } from "./help-text";

type Row = [expression: string, words: string[]];

describe("messages for an invalid literal", () => {
  it.each<Row>([
    [
      'http.host eq "a\\q"',
      [
        'expected ", xHH or OOO after \\ (line 1, column 17).',
        'Expected \\", \\\\, \\xHH (two hex digits) or \\OOO (three octal digits); found "q".',
      ],
    ],
    [
      'http.host eq "\\x4"',
      ["this is not a byte (line 1, column 17).", 'Expected two hex digits; found "4"".'],
    ],
    [
      'http.host eq "\\40"',
      ["this is not a byte (line 1, column 16).", 'Expected three octal digits, at most 377; found "40"".'],
    ],
    [
      'http.host eq "a',
      [
        "could not find an ending quote (line 1, column 15).",
        'Expected a quote that ends the string; found "a".',
      ],
    ],
    [
      'http.host eq r"a',
      [
        "could not find an ending quote (line 1, column 15).",
        'Expected a quote that ends the string; found ""a".',
      ],
    ],
    [
      'http.host eq "a\\',
      [
        "could not find an ending quote (line 1, column 15).",
        'Expected a quote that ends the string; found "a\\".',
      ],
    ],
    [
      "http.host eq r#a",
      [
        "this is not a raw string (line 1, column 16).",
        'Expected the quote of a raw string: r"…" or r#"…"#; found "a".',
      ],
    ],
    [
      "http.host eq 6",
      [
        "a string or a byte is not complete (line 1, column 14).",
        'Expected a string in double quotes, or all digits of each byte; found "6".',
        'Did you mean "6"?',
      ],
    ],
    [
      "http.host eq 61:+g",
      ["this is not a byte (line 1, column 17).", 'Expected two hex digits; found "+g".'],
    ],
    [
      "http.host eq -5:61",
      [
        "this is not a string (line 1, column 14).",
        'Expected a string in double quotes such as "example.com", or bytes such as 61:62; found "-5:61".',
        'Did you mean "-5:61"?',
      ],
    ],
    [
      "http.host eq",
      [
        "a string is missing (line 1, column 13).",
        'Expected a string in double quotes, a raw string r"…", or bytes such as 61:62; found the end of the expression.',
      ],
    ],
  ])("explain the string in %j", (expression, words) => {
    expect(messageOf(expression)).toEqual(words);
  });

  it.each<Row>([
    [
      "http.host matches",
      [
        "a regular expression is missing (line 1, column 18).",
        'Expected a regular expression: "…" or r"…"; found the end of the expression.',
      ],
    ],
    [
      "http.host matches a",
      [
        "this is not a string (line 1, column 19).",
        'Expected a string in double quotes, or a raw string r"…"; found "a".',
        'Did you mean "a"?',
      ],
    ],
    [
      'http.host matches "a("',
      [
        "regular expression: unclosed group (line 1, column 20).",
        'Expected a regular expression in Rust regex syntax; found "a(".',
      ],
    ],
    [
      'http.host matches r"(" or ssl',
      [
        "regular expression: unclosed group (line 1, column 19).",
        'Expected a regular expression in Rust regex syntax; found "r"("".',
      ],
    ],
    [
      'http.host matches "a{1000}{1000}"',
      [
        "compiled, the regular expression exceeds 10485760 bytes (line 1, column 20).",
        'Expected a smaller regular expression: counted repetitions multiply its size; found "a{1000}{1000}".',
      ],
    ],
    [
      'http.host wildcard "a**"',
      [
        "wildcard contains a double star (line 1, column 20).",
        'Expected single stars: one * matches any run of bytes, / included; found ""a**"".',
      ],
    ],
    [
      'http.host wildcard r"a\\b"',
      [
        "invalid wildcard: wildcard syntax error at position 1: invalid escape sequence (line 1, column 20).",
        'Expected \\* or \\\\ after a backslash in a wildcard; found "r"a\\b"".',
      ],
    ],
    [
      'http.host wildcard r"a\\"',
      [
        "invalid wildcard: wildcard syntax error at position 1: incomplete escape sequence at the end of the wildcard (line 1, column 20).",
        'Expected \\* or \\\\ after a backslash in a wildcard; found "r"a\\"".',
      ],
    ],
  ])("explain the pattern in %j", (expression, words) => {
    expect(messageOf(expression)).toEqual(words);
  });

  it.each<Row>([
    [
      "cf.waf.score eq 99999999999999999999",
      [
        "number too large to fit in target type (line 1, column 17).",
        'Expected an integer of 64 bits: 42, -7, 0x1f (hex) or 017 (octal); found "99999999999999999999".',
      ],
    ],
    [
      "cf.waf.score eq -99999999999999999999999999",
      [
        "number too small to fit in target type (line 1, column 17).",
        'Expected an integer of 64 bits: 42, -7, 0x1f (hex) or 017 (octal); found "-99999999999999999999999999".',
      ],
    ],
    [
      "cf.waf.score eq 08",
      [
        "this is not an integer (line 1, column 17).",
        'Expected an integer of 64 bits: 42, -7, 0x1f (hex) or 017 (octal); found "08".',
      ],
    ],
    [
      "cf.waf.score eq 01777777777777777777777",
      [
        "number too large to fit in target type (line 1, column 17).",
        'Expected an integer of 64 bits: 42, -7, 0x1f (hex) or 017 (octal); found "01777777777777777777777".',
      ],
    ],
    [
      "cf.waf.score eq 0xg",
      ["this is not an integer (line 1, column 19).", 'Expected an integer; found "g".'],
    ],
    [
      "cf.waf.score in {5..1}",
      [
        "incompatible range bounds (line 1, column 18).",
        'Expected a range whose start is not above its end, both of the same address family; found "5..1".',
      ],
    ],
  ])("explain the number in %j", (expression, words) => {
    expect(messageOf(expression)).toEqual(words);
  });

  it.each<Row>([
    [
      "ip.src in {1.2.3.4.5}",
      [
        "this is not an IP address (line 1, column 12).",
        'Expected an IPv4 or IPv6 address; found "1.2.3.4.5".',
      ],
    ],
    [
      "ip.src in {1.2.3.4/x}",
      [
        "couldn't parse length in network: cannot parse integer from empty string (line 1, column 20).",
        "Expected a mask length: 0 to 32 for IPv4, 0 to 128 for IPv6; found nothing.",
      ],
    ],
    [
      "ip.src in {1.2.3.4/256}",
      [
        "couldn't parse length in network: number too large to fit in target type (line 1, column 20).",
        'Expected a mask length: 0 to 32 for IPv4, 0 to 128 for IPv6; found "256".',
      ],
    ],
    [
      "ip.src in {1.2.3.4/33}",
      [
        "invalid length for network: Network length 33 is too long for Ipv4 (maximum: 32) (line 1, column 12).",
        'Expected a mask length of 0 to 32; found "1.2.3.4/33".',
      ],
    ],
    [
      "ip.src in {::1/129}",
      [
        "invalid length for network: Network length 129 is too long for Ipv6 (maximum: 128) (line 1, column 12).",
        'Expected a mask length of 0 to 128; found "::1/129".',
      ],
    ],
    [
      "ip.src in {192.0.2.1/24}",
      [
        "host part of address was not zero (line 1, column 12).",
        'Expected the address of the network itself, 192.0.2.0/24; found "192.0.2.1".',
      ],
    ],
    [
      "ip.src in {1/4}",
      [
        "host part of address was not zero (line 1, column 12).",
        'Expected the address of the network itself, 0.0.0.0/4; found "1".',
      ],
    ],
    [
      "ip.src in {1.2.3.4..1.2.3.1}",
      [
        "incompatible range bounds (line 1, column 12).",
        'Expected a range whose start is not above its end, both of the same address family; found "1.2.3.4..1.2.3.1".',
      ],
    ],
    [
      "ip.src in {0.0.0.1..::5}",
      [
        "incompatible range bounds (line 1, column 12).",
        'Expected a range whose start is not above its end, both of the same address family; found "0.0.0.1..::5".',
      ],
    ],
  ])("explain the address in %j", (expression, words) => {
    expect(messageOf(expression)).toEqual(words);
  });

  it.each<Row>([
    [
      "ip.src in $.a",
      [
        'invalid list name ".a" (line 1, column 12).',
        'Expected the name of a list: lower-case letters, digits, _ and ., not starting or ending with .; found ".a".',
      ],
    ],
    [
      "ip.src in $a.",
      [
        'invalid list name "a." (line 1, column 12).',
        'Expected the name of a list: lower-case letters, digits, _ and ., not starting or ending with .; found "a.".',
      ],
    ],
    [
      "ip.src in $ ",
      [
        'invalid list name "" (line 1, column 12).',
        "Expected the name of a list: lower-case letters, digits, _ and ., not starting or ending with .; found the end of the expression.",
      ],
    ],
    [
      "ip.src in $.office.",
      [
        'invalid list name ".office." (line 1, column 12).',
        'Expected the name of a list: lower-case letters, digits, _ and ., not starting or ending with .; found ".office.".',
      ],
    ],
  ])("explain the list in %j", (expression, words) => {
    expect(messageOf(expression)).toEqual(words);
  });

  it("explain a raw string with too many hashes, and cut what they quote", () => {
    const hashes = "#".repeat(256);
    expect(messageOf(`http.host eq r${hashes}"a"${hashes}`)).toEqual([
      "invalid raw string hash count, there can't be more than 255 #s (line 1, column 15).",
      `Expected at most 255 #; found "${"#".repeat(40)}…".`,
    ]);
  });
});
