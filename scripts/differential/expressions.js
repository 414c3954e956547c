// @ts-check
"use strict";

/** The number of broken variants of each example. */
const VARIANTS = 20;
/** Separators between bytes, whose rules have changed between versions of the reference implementation. */
const SEPARATED = ["eq 61:62", "eq 61-62", "eq 61.62", "eq 61:62-63", "in {61:62 63.64}"].map(
  (test) => `http.host ${test}`,
);
const PIECES = [
  ...Array.from('()[]{}"\\#$*.,!&|^~=<>-0aZ \n'),
  ...["é", "and ", "not ", "xor ", "eq ", "in ", "ssl", 'r"', "0x", "..", "1.2.3.4", "::", "/8", "[*]"],
];
/** Functions that both sides declare alike. The reference implementation models the others differently. */
const COMMON_FUNCTIONS = [
  ...["any", "all", "concat", "lower", "upper", "starts_with", "ends_with"],
  ...["has_key", "has_value", "remove_bytes", "encode_base64", "sha256"],
];
/** Operators that can precede a parenthesis, like the name of a function. */
const OPERATORS = ["and", "or", "xor", "not"];
/** @type {Readonly<Record<string, string>>} */
const COMPARISONS = { Bool: "", Bytes: ' eq "a"', Int: " eq 1", Ip: " eq 192.0.2.1" };

/**
 * Returns each example, and variants with one piece inserted, replaced or removed: the same variants in every run.
 * @param {readonly string[]} examples
 * @returns {string[]} each once
 */
function variantsOf(examples) {
  const random = newRandom(1);
  const given = [...examples, ...SEPARATED];
  const variants = given.flatMap((example) =>
    Array.from({ length: VARIANTS }, () => {
      const characters = Array.from(example);
      characters.splice(random(characters.length + 1), random(3), PIECES[random(PIECES.length)] ?? "");
      return characters.join("");
    }),
  );
  return [...new Set([...given, ...variants])];
}

/**
 * @param {string} name of a field
 * @param {string} type as `Map<Array<Bytes>>`
 * @returns {string} an expression that is valid if the field exists with this type
 */
function probeOf(name, type) {
  const parts = type.split(/[<>]+/).filter((part) => part !== "");
  const comparison = COMPARISONS[parts.at(-1) ?? ""] ?? "";
  return parts.length === 1
    ? `${name}${comparison}`
    : `any(${name}${"[*]".repeat(parts.length - 1)}${comparison})`;
}

/**
 * Returns whether both sides know every name in an expression. Blank text is not comparable: the reference implementation reads it
 * as "no expression".
 * @param {string} expression
 * @param {readonly string[]} foreign names that the reference implementation does not have
 */
function isComparable(expression, foreign) {
  if (expression.trim() === "" || foreign.some((name) => expression.includes(name))) return false;
  const called = [...expression.matchAll(/([a-z0-9_]+)\s*\(/g)].map((match) => match[1] ?? "");
  return called.every((name) => COMMON_FUNCTIONS.includes(name) || OPERATORS.includes(name));
}

/** @param {number} seed */
function newRandom(seed) {
  let state = seed;
  /** @param {number} limit */
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

module.exports = { isComparable, probeOf, variantsOf };
