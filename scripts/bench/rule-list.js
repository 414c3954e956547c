// @ts-check
"use strict";

/**
 * A rule in wire names.
 * @typedef {object} WrittenRule
 * @property {string} ref
 * @property {string} action
 * @property {string} expression
 * @property {Record<string, unknown>} [action_parameters]
 */

const ACTIONS = ["block", "managed_challenge", "block", "js_challenge", "log", "block", "challenge"];
const TOOLS = ["sqlmap", "nikto", "masscan", "zgrab", "python-requests", "go-http-client", "scrapy", "curl"];
const FOLDERS = ["admin", "api", "shop", "account", "wp-admin", "blog", "search", "internal"];
const EXTENSIONS = ["php", "asp", "env", "sql", "bak", "zip"];
const COUNTRIES = ["DE", "FR", "US", "CN", "BR", "IN", "PL", "NL"];
const METHODS = ["GET", "POST", "PUT", "DELETE"];

/**
 * Kinds of expressions that people write, each with a number that makes the rules of one kind differ.
 * @type {readonly ((n: number) => string)[]}
 */
const KINDS = [
  (n) => `starts_with(http.request.uri.path, "/${at(FOLDERS, n)}/${n}") and not ip.src in {192.0.2.0/24}`,
  (n) => `ip.src in {10.${n % 256}.0.0/16 172.16.${n % 256}.0/24}`,
  (n) => `lower(http.user_agent) contains "${at(TOOLS, n)}/${n}" or http.user_agent eq ""`,
  (n) => `http.host eq "shop${n}.example.com" and http.request.method in {"PUT" "DELETE"}`,
  (n) => `http.request.uri.path matches "^/${at(FOLDERS, n)}/v[0-9]+/${n}(/|$)"`,
  (n) =>
    `ip.src.country in {"${at(COUNTRIES, n)}" "${at(COUNTRIES, n + 3)}"} and ip.src.asnum eq ${64_000 + n}`,
  (n) => `http.request.uri.path.extension eq "${at(EXTENSIONS, n)}" and http.host eq "files${n}.example.com"`,
  (n) => `http.request.uri.query contains "id${n}=" and not cf.client.bot`,
  (n) =>
    `(http.request.uri.path eq "/login${n}" and http.request.method eq "${at(METHODS, n)}") or cf.waf.score lt ${n % 20}`,
  (n) =>
    `http.host wildcard "*.tenant${n}.example.com" and http.request.uri.path wildcard "/${at(FOLDERS, n)}/*"`,
  (n) => `url_decode(http.request.uri.query) contains "<script${n}"`,
  (n) =>
    `any(http.request.headers["x-key-${n}"][*] eq "") or not any(http.request.headers.names[*] eq "x-key-${n}")`,
  (n) => `ends_with(http.request.uri.path, "/${n}.${at(EXTENSIONS, n)}") and http.referer ne ""`,
  (n) => `cf.bot_management.score lt ${1 + (n % 30)} and ip.src in $partners`,
  (n) => `http.request.full_uri wildcard "https://app${n}.example.com/${at(FOLDERS, n)}*"`,
  (n) => `http.cookie contains "session${n}=" and len(http.user_agent) lt ${10 + (n % 20)}`,
];

/** Returns rules of all kinds. Every eleventh is a skip rule. @param {number} count @returns {WrittenRule[]} */
function ruleList(count) {
  return Array.from({ length: count }, (_, index) => {
    const written = { ref: `rule-${index}`, expression: at(KINDS, index)(index) };
    return index % 11 === 10
      ? { ...written, action: "skip", action_parameters: { products: ["waf"], phases: ["http_ratelimit"] } }
      : { ...written, action: at(ACTIONS, index) };
  });
}

/**
 * Returns another version of rules: an expression that matches more, one that matches less, another action, a rule that moved, one
 * that was removed, and one that is written otherwise and means the same.
 * @param {readonly WrittenRule[]} rules at least sixty
 */
function changedList(rules) {
  const changed = rules.map((rule) => ({ ...rule }));
  /** @param {number} index @param {(expression: string) => string} write */
  const rewrite = (index, write) => {
    const rule = changed[index];
    if (rule !== undefined) rule.expression = write(rule.expression);
  };
  rewrite(0, (expression) => expression.replace("192.0.2.0/24", "192.0.2.0/23"));
  rewrite(20, (expression) => `${expression} and ssl`);
  rewrite(39, (expression) => `not (not (${expression}))`);
  const rule = changed[35];
  if (rule !== undefined) rule.action = "log";
  const [moved] = changed.splice(50, 1);
  if (moved !== undefined) changed.splice(3, 0, moved);
  changed.splice(55, 1);
  return changed;
}

/** @template T @param {readonly T[]} items not empty @param {number} index @returns {T} */
function at(items, index) {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError("an empty list");
  return item;
}

module.exports = { changedList, ruleList };
