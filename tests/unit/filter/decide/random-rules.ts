import {
  type Expression,
  type RequestFields,
  type RuntimeValue,
  walkFilter,
} from "../../../../provider/filter";

/** Returns numbers from 0 to 1 that depend on the seed only. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    // The lower bits of such numbers are regular.
    return (state >>> 8) / 2 ** 24;
  };
}

type Random = () => number;

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

const TEXTS = [
  "/admin",
  "/api",
  "/api/",
  "/api/v1",
  "a",
  "admin",
  ".php",
  "php",
  "example.com",
  "www.example.com",
  "curl",
  "X",
  "/",
  "/a?b",
  "Bot",
  "%2e",
  "ad",
  "in/",
  "",
  "GET",
  "DE",
];
const PATTERNS = [
  "^/api",
  "admin$",
  "(?i)admin",
  "^/a.*n$",
  "\\bapi\\b",
  "[0-9]+",
  "^$",
  ".",
  "(a|b)+c?",
  "^[^/]*$",
];
const TEXT_FIELDS = [
  "http.request.uri.path",
  "http.request.uri.path",
  "http.request.uri.query",
  "http.request.uri",
  "http.request.full_uri",
  "http.host",
  "http.user_agent",
  "http.user_agent",
  "http.referer",
  "http.request.uri.path.extension",
  "http.request.method",
  "ip.src.country",
  'http.request.headers["x"][0]',
  'http.request.headers["x"][1]',
];
const NAMES = "http.request.headers.names[*]";
const VALUES = "http.request.headers.values[*]";
const ARRAYS = [NAMES, VALUES, 'http.request.headers["x"][*]', 'http.request.cookies["a"][*]'];
const ORDERINGS = ["eq", "ne", "lt", "le", "gt", "ge"];

/** Returns a random expression: functions in functions, sets, orders, patterns, arrays, lists, missing values. */
export function randomRule(random: Random, depth = 2): string {
  if (depth === 0 || random() < 0.35) return condition(random);
  const operator = pick(random, ["and", "or", "and", "or", "xor"]);
  const items = Array.from({ length: 2 + Math.floor(random() * 2) }, () => randomRule(random, depth - 1));
  return `${random() < 0.25 ? "not " : ""}(${items.join(` ${operator} `)})`;
}

function condition(random: Random): string {
  const kind = random();
  if (kind < 0.15) return otherCondition(random);
  if (kind < 0.25) {
    const array = pick(random, ARRAYS);
    const element = random() < 0.3 ? `lower(${array})[*]` : array;
    const negation = random() < 0.3 ? "not " : "";
    return `${pick(random, ["any", "all"])}(${negation}${textTest(random, element, array)})`;
  }
  const field = pick(random, TEXT_FIELDS);
  if (kind < 0.32) return `len(${field}) ${pick(random, ORDERINGS)} ${Math.floor(random() * 12)}`;
  const value = textValue(random, field);
  if (kind < 0.42) return `${pick(random, ["starts_with", "ends_with"])}(${value}, ${text(random)})`;
  return textTest(random, value, value);
}

function textValue(random: Random, field: string): string {
  const kind = random();
  if (kind < 0.4) return field;
  const inner = random() < 0.25 ? textValue(random, field) : field;
  const start = Math.floor(random() * 3);
  return pick(random, [
    `lower(${inner})`,
    `upper(${inner})`,
    `url_decode(${inner})`,
    `substring(${inner}, ${start}, ${start + Math.floor(random() * 4)})`,
    `substring(${inner}, ${start})`,
    `remove_bytes(${inner}, "/.")`,
  ]);
}

function textTest(random: Random, value: string, whole: string): string {
  const wildcard = `"${pick(random, ["", "*"])}${pick(random, TEXTS) || "a"}*"`;
  return pick(random, [
    `${value} ${pick(random, ORDERINGS)} ${text(random)}`,
    `${value} contains ${text(random)}`,
    `${value} contains ${text(random)}`,
    `${value} wildcard ${wildcard}`,
    `${value} strict wildcard ${wildcard}`,
    `${value} matches "${pick(random, PATTERNS)}"`,
    `${value} in {${text(random)} ${text(random)} ${text(random)}}`,
    `${whole} eq ${text(random)}`,
  ]);
}

function otherCondition(random: Random): string {
  return pick(random, [
    "ip.src in {10.0.0.0/8 192.0.2.0/24}",
    "ip.src in {10.0.0.0/9}",
    "ip.src in {10.0.0.0/9 10.128.0.0/9 ::/1}",
    `ip.src ${pick(random, ORDERINGS)} 10.128.0.0`,
    "cidr(ip.src, 8, 64) eq 10.0.0.0",
    "cidr(ip.src, 24, 64) in {192.0.2.0/25}",
    'has_key(http.request.headers, "x")',
    `len(http.request.headers["x"]) ${pick(random, ORDERINGS)} ${Math.floor(random() * 3)}`,
    `any(lower(${NAMES})[*] eq "x")`,
    `any(lower(${NAMES})[*] in {"x" "bot"})`,
    `has_key(http.request.headers, "bot")`,
    `raw.http.request.full_uri contains "http${pick(random, ["", "s"])}://${pick(random, ["a", "admin", "www."])}"`,
    "ip.src in $office",
    "ip.src in $partners",
    "ip.src.asnum in {1..5 9}",
    `ip.geoip.asnum ${pick(random, ORDERINGS)} ${Math.floor(random() * 10)}`,
    `cf.waf.score ${pick(random, ORDERINGS)} ${Math.floor(random() * 10)}`,
    "ssl",
    "cf.client.bot",
    "http.referer eq http.referer",
  ]);
}

function text(random: Random): string {
  return JSON.stringify(pick(random, TEXTS));
}

/** Returns the texts of an expression, from which words near its literals can be made. */
export function literalsOf(expression: Expression): string[] {
  const found: string[] = [];
  const add = (bytes: Uint8Array) => found.push(Buffer.from(bytes).toString("latin1"));
  walkFilter(expression, (node) => {
    if (node.kind === "bytes") add(node.bytes);
    if (node.kind !== "comparison") return;
    const { test } = node;
    if (test.kind === "contains" || (test.kind === "ordering" && test.literal.kind === "bytes"))
      add(test.literal.kind === "bytes" ? test.literal.bytes : new Uint8Array());
    if (test.kind === "wildcard")
      add(Buffer.from(test.pattern.bytes).map((byte) => (byte === 0x2a ? 0x78 : byte)));
    if (test.kind === "matches") found.push(test.pattern.pattern.replace(/[\\^$()?|+*[\]]/g, ""));
    if (test.kind === "oneOf") for (const item of test.items) if (item.kind === "bytes") add(item.bytes);
  });
  return found;
}

/** Returns the fields of a request whose words are near some texts. What depends on other fields is right. */
export function requestNear(random: Random, texts: readonly string[]): RequestFields {
  const fields = new Map<string, RuntimeValue>();
  const bytes = (word: string) => Buffer.from(word, "latin1");
  const word = () => nearWord(random, texts);
  const host =
    word()
      .toLowerCase()
      .replace(/[^a-z0-9._:-]/g, "") || "www.example.com";
  const path = `/${word()
    .replace(/^\//, "")
    .replace(/[?#\x00-\x20\x7f]/g, "")}`;
  const query = random() < 0.4 ? "" : word().replace(/[#\x00-\x20\x7f]/g, "");
  const hasQuery = query !== "" || random() < 0.05;
  const ssl = random() < 0.8;
  const uri = hasQuery ? `${path}?${query}` : path;
  fields.set("http.host", bytes(host));
  fields.set("http.request.uri.path", bytes(path));
  fields.set("http.request.uri.query", bytes(query));
  fields.set("http.request.uri", bytes(uri));
  fields.set("http.request.full_uri", bytes(`${ssl ? "https" : "http"}://${host}${uri}`));
  fields.set("ssl", ssl);
  const extension = /\.([^./]*)$/.exec(path)?.[1]?.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (extension !== undefined) fields.set("http.request.uri.path.extension", bytes(extension));
  fields.set("http.request.method", bytes(pick(random, ["GET", "POST", "PUT", "HEAD"])));
  fields.set("ip.src.country", bytes(pick(random, ["DE", "CN", "US", "T1"])));
  const v4 = pick(random, [
    0x0a000001n,
    0x0a800001n,
    0xc0000201n,
    0x01010101n,
    BigInt(Math.floor(random() * 2 ** 32)),
  ]);
  fields.set("ip.src", random() < 0.9 ? { family: 4, value: v4 } : { family: 6, value: v4 << 90n });
  if (random() < 0.9) fields.set("http.user_agent", bytes(word()));
  if (random() < 0.7) fields.set("http.referer", bytes(word()));
  if (random() < 0.9) {
    const number = BigInt(Math.floor(random() * 10));
    fields.set("ip.src.asnum", number).set("ip.geoip.asnum", number);
  }
  if (random() < 0.8) fields.set("cf.waf.score", BigInt(Math.floor(random() * 12)));
  if (random() < 0.9) fields.set("cf.client.bot", random() < 0.3);
  const cookies = Array.from({ length: Math.floor(random() * 4) }, () => bytes(word()));
  if (random() < 0.8) fields.set("http.request.cookies", new Map(cookies.length > 0 ? [["a", cookies]] : []));
  // Names and map are two views of one thing. A header that comes twice has its name twice, as the client writes it.
  const headers = new Map<string, Uint8Array[]>();
  const names: Uint8Array[] = [];
  const values: Uint8Array[] = [];
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    const written = pick(random, ["x", "x", "X", "bot", "Bot"]);
    const value = bytes(word());
    const key = written.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value]);
    names.push(bytes(written));
    values.push(value);
  }
  if (random() < 0.8) {
    fields.set("http.request.headers", headers).set("http.request.headers.names", names);
    fields.set("http.request.headers.values", values);
  }
  fields.set("raw.http.request.full_uri", bytes(`${ssl ? "https" : "http"}://${host}${uri}`));
  return fields;
}

function nearWord(random: Random, texts: readonly string[]): string {
  if (texts.length > 0 && random() < 0.3) return pick(random, texts);
  let word = "";
  const pieces = Math.floor(random() * 3) + (random() < 0.8 ? 1 : 0);
  for (let piece = 0; piece < pieces; piece += 1) {
    const one = texts.length === 0 ? "x" : pick(random, texts);
    word += pick(random, [
      one,
      one,
      one,
      one,
      one,
      one,
      one.toUpperCase(),
      one.toLowerCase(),
      one.slice(1),
      one.slice(0, -1),
      one.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ]);
    if (random() < 0.2) word += pick(random, ["x", "/", ".", "-", "9", "?"]);
  }
  return word;
}
