import { lazily } from "../../../lazily";
import { sampleOfPattern } from "../../../regex";
import { concatenate, fromLatin1, toLatin1 } from "../../evaluate/byte-functions";
import { isBytes, type RuntimeValue } from "../../evaluate/runtime-value";
import { type Comparison, CONSTANTS, type Expression, type Test, type Value } from "../../parse/ast";
import { boundsOf, wordDomainOf } from "../theory/domains";
import { runtimeNumber } from "../theory/find-value";
import { common, niceNumber, numbersOf } from "../theory/numbers";
import { ordinaryFields } from "../witness/polish";
import { type Fields, requestWith } from "../witness/request-of";

const ORDINARY = lazily(ordinaryFields);
const STAR = 0x2a;
const SLASH = fromLatin1("/");
const PATH = "http.request.uri.path";
/** They follow from other fields, so they are not free to choose. */
const DERIVED = /^raw\.|^http\.request\.(full_uri|uri|uri\.path\.extension)$/;
/** They leave most literals as they are. */
const TRANSPARENT: ReadonlySet<string> = new Set(["lower", "upper", "url_decode"]);
/** Texts of fields whose usual text, the first one, many rules exclude. */
const TEXTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["ip.src.country", ["DE", "US", "JP", "BR"]],
  ["http.request.method", ["GET", "POST", "HEAD", "PUT"]],
]);
const TEXT_TESTS: ReadonlySet<string> = new Set(["starts_with", "ends_with", "contains"]);

/**
 * Returns a request that may match an expression: an ordinary one, with values that the literals of the conditions name. The evaluator must
 * confirm it. No value is one that a field cannot have by what is documented. Undefined if no literal names a value that is needed.
 */
export function guessRequest(ast: Expression): Fields | undefined {
  const wished: Fields = new Map();
  return wish(ast, true, wished) ? requestWith(new Map([...ORDINARY(), ...wished])) : undefined;
}

/** Adds values with which a condition probably holds, or does not hold. Returns false if none are known. */
function wish(ast: Expression, holds: boolean, wished: Fields): boolean {
  switch (ast.kind) {
    case "group":
      return wish(ast.expression, holds, wished);
    case "negation":
      return wish(ast.operand, !holds, wished);
    case "combination": {
      const { operator, items } = ast;
      if (operator === "xor") return false;
      const needsAll = (operator === "and") === holds;
      return needsAll
        ? items.every((item) => wish(item, holds, wished))
        : items.some((item) => wish(item, holds, wished));
    }
    case "quantifier":
      return !holds;
    case "comparison":
      return holds ? wishThatHolds(ast, wished) : wishThatFails(ast, wished);
  }
}

function wishThatFails({ left, test }: Comparison, wished: Fields): boolean {
  if (test.kind === "truth" && left.type === "Bool") return set(left, false, wished);
  if (test.kind !== "ordering" || test.operator !== "ne") return avoid(left, textsOf(test), wished);
  return wishThatHolds(
    { kind: "comparison", left, test: { ...test, operator: "eq" }, type: "Bool", span: left.span },
    wished,
  );
}

/** Sets a text that is none of these, if the usual one is among them and another is known. Without one, the evaluator decides. */
function avoid(left: Value, texts: readonly Uint8Array[], wished: Fields): boolean {
  const name = fieldOf(left)?.name ?? "";
  const avoided = new Set(texts.map((text) => toLatin1(text)));
  const [usual = "", ...others] = TEXTS.get(name) ?? [];
  if (!avoided.has(usual) || wished.has(name)) return true;
  const other = others.find((text) => !avoided.has(text));
  return other === undefined || set(left, fromLatin1(other), wished);
}

function wishThatHolds({ left, test }: Comparison, wished: Fields): boolean {
  const { source } = left;
  if (test.kind === "values" || test.kind === "inList") return false;
  if (test.kind === "truth") {
    if (source.kind === "field") return set(left, true, wished);
    const [value, literal] = source.arguments;
    if (!TEXT_TESTS.has(source.name) || value?.kind !== "value" || literal?.kind !== "bytes") return false;
    return add(value, literal.bytes, wished, source.name === "starts_with");
  }
  if (left.type === "Int" || left.type === "Ip") {
    const bounds = boundsOf(left);
    const numbers = numbersOf(test) ?? [];
    const number = niceNumber(bounds ? common(numbers, [bounds.interval]) : numbers, left.type);
    return number !== undefined && set(left, runtimeNumber(number, left.type), wished);
  }
  if (test.kind === "contains") return add(left, test.literal.bytes, wished, false);
  if (test.kind === "matches") {
    const sample = sampleOfPattern(test.pattern.pattern);
    return sample !== undefined && add(left, sample, wished, false);
  }
  if (test.kind === "ordering" && test.operator === "ne" && test.literal.kind === "bytes")
    return avoid(left, [test.literal.bytes], wished);
  const [text] = textsOf(test);
  return text !== undefined && set(left, text, wished);
}

/** Returns texts that pass a test, as far as its literals name them. */
function textsOf(test: Test): readonly Uint8Array[] {
  switch (test.kind) {
    case "ordering":
      return test.operator === "eq" && test.literal.kind === "bytes" ? [test.literal.bytes] : [];
    case "wildcard":
      return [test.pattern.bytes.filter((byte) => byte !== STAR)];
    case "oneOf":
      return test.items.flatMap((item) => (item.kind === "bytes" ? [item.bytes] : []));
    default:
      return [];
  }
}

/** Adds a text to the value of a field, or in front of it. */
function add(value: Value, text: Uint8Array, wished: Fields, isFirst: boolean): boolean {
  const field = fieldOf(value);
  if (field?.value.type !== "Bytes") return false;
  const known = wished.get(field.name);
  const start = field.name === PATH && !isFirst && text[0] !== SLASH[0] ? SLASH : new Uint8Array();
  const before = isBytes(known) ? known : start;
  return set(value, concatenate(isFirst ? [text, before] : [before, text]), wished);
}

function set(value: Value, runtime: RuntimeValue, wished: Fields): boolean {
  const field = fieldOf(value);
  if (field === undefined) return false;
  if (isBytes(runtime) && wordDomainOf(field.value)?.has(runtime) === false) return false;
  wished.set(field.name, runtime);
  return true;
}

/** Returns the field that a value is, by its present name, apart from functions that leave most texts as they are. */
function fieldOf({ source, indexes, ...value }: Value): { name: string; value: Value } | undefined {
  if (indexes.length > 0) return undefined;
  if (source.kind === "call") {
    const [argument] = source.arguments;
    return TRANSPARENT.has(source.name) && argument?.kind === "value" ? fieldOf(argument) : undefined;
  }
  if (CONSTANTS.has(source.name) || DERIVED.test(source.name)) return undefined;
  const name = source.name.replace("ip.geoip.", "ip.src.");
  return { name, value: { ...value, source: { ...source, name }, indexes } };
}
