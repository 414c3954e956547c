import { type Cause, ParseError } from "./causes/cause";
import {
  expectedLiteral,
  expectedName,
  invalidListName,
  nestingLimitExceeded,
  notAnOperand,
  notUtf8,
  unknownIdentifier,
  unrecognised,
} from "./causes/syntax-causes";
import {
  invalidArgumentsCount,
  invalidMapEach,
  operandMismatch,
  typeMismatch,
  unsupportedOperator,
} from "./causes/type-causes";
import type { Signature } from "../scheme/functions";
import { getIdentifier, isOfPackets, listPacketFields, type NameScope } from "../scheme/identifiers";
import { isPossibleName } from "../scheme/read-language";
import { arrayOf, BOOL_ARRAY, isArray, type Type, typeName } from "../scheme/types";
import {
  type Argument,
  type BytesLiteral,
  type Call,
  type Combination,
  type Comparison,
  CONSTANTS,
  type Expression,
  type Field,
  type Group,
  type Index,
  isBoolArray,
  isLiteral,
  isMapped,
  type Literal,
  type LogicalOperator,
  type Negation,
  type OrderingOperator,
  type Quantifier,
  type SetItem,
  type Span,
  type Test,
  type Value,
} from "./ast";
import {
  HEX_DIGITS,
  Lexer,
  LIST_NAME_CHARACTERS,
  NAME_CHARACTERS,
  NAME_STARTS,
  Tokens,
  WORD_CHARACTERS,
} from "./lexer";
import {
  acceptIp,
  atString,
  readBytes,
  readInt,
  readIntRange,
  readIp,
  readIpItem,
  readRegex,
  readWildcard,
} from "./literals";
import { codePointUnits } from "./source";
import {
  checkArgument,
  type Comparable,
  describeCount,
  elementType,
  parameterAt,
  returnType,
  supportedBy,
  wantedType,
} from "./typing";
import { ANY_ARGUMENTS, isOfUnknown, typedAs, typeOfOperand } from "./unknown-names";
import { decodeUtf8 } from "./utf8";
import { nearestWithin } from "../../words";

/** The service rejects longer expressions. The length is in code points. */
export const MAX_EXPRESSION_LENGTH = 4096;

const MAX_NESTING = 128;
const MAX_ELEMENT = 2n ** 32n - 1n;
const NO_INDEXES: readonly Index[] = [];
const LITERALS: Readonly<Record<"Int" | "Ip", (lexer: Lexer) => Literal>> = { Int: readInt, Ip: readIp };
const TRUTH: Test = { kind: "truth" };
const EXPECTED_END = "the end of the expression, or and, or, xor with another condition";
const EXPECTED_ARGUMENT = "an argument: a field, a call, a condition, a string, an integer or an IP address";

const LOGICAL_OPERATORS = new Tokens<LogicalOperator>([
  ["or", "or"],
  ["||", "or"],
  ["xor", "xor"],
  ["^^", "xor"],
  ["and", "and"],
  ["&&", "and"],
]);
/** A higher number binds more tightly. */
const PRECEDENCE: Readonly<Record<LogicalOperator, number>> = { or: 1, xor: 2, and: 3 };
/** Keywords need no word boundary: `notssl` is `not ssl`. */
const NOT = new Tokens([
  ["not", true],
  ["!", true],
]);
const QUANTIFIERS = new Tokens<Quantifier["quantifier"]>([
  ["any", "any"],
  ["all", "all"],
]);
/** In the order in which the reference implementation tries them. */
const COMPARISON_OPERATORS = new Tokens<ComparisonOperator>([
  ["in", "in"],
  ["eq", "eq"],
  ["==", "eq"],
  ["ne", "ne"],
  ["!=", "ne"],
  ["ge", "ge"],
  [">=", "ge"],
  ["le", "le"],
  ["<=", "le"],
  ["gt", "gt"],
  [">", "gt"],
  ["lt", "lt"],
  ["<", "lt"],
  ["&", "bits"],
  ["bitwise_and", "bits"],
  ["contains", "contains"],
  ["~", "matches"],
  ["matches", "matches"],
  ["wildcard", "wildcard"],
  ["strict wildcard", "strictWildcard"],
]);

type ComparisonOperator =
  "in" | OrderingOperator | "bits" | "contains" | "matches" | "wildcard" | "strictWildcard";

interface Lookahead {
  readonly operator: LogicalOperator;
  /** Start of the right operand. */
  readonly position: number;
}

/** Parses a span of a text by recursive descent, one method per production, and checks the types. Throws ParseError. */
export class Parser {
  readonly lexer: Lexer;
  private depth = 0;

  constructor(
    text: string,
    span: Span,
    private readonly scope: NameScope = {},
  ) {
    this.lexer = new Lexer(text, span);
    const lone = text.slice(span.start, span.end).search(/\p{Surrogate}/u);
    // The service never receives such a text: a request is UTF-8.
    if (lone >= 0) throw new ParseError(notUtf8, { start: span.start + lone, end: span.start + lone + 1 });
  }

  /** `filter = or-condition ;` of type Bool. Parses all of the span. */
  parseFilter(): Expression {
    const { lexer } = this;
    const ast = this.parseLogical();
    if (ast.type !== "Bool") throw lexer.error(typeMismatch(["Bool"], ast.type), undefined, ast.span);
    if (!lexer.atEnd)
      throw lexer.error(unrecognised("the expression continues where it should end", EXPECTED_END));
    return ast;
  }

  /**
   * ```ebnf
   * or-condition  = xor-condition { ws ( "or" | "||" ) ws xor-condition } ;
   * xor-condition = and-condition { ws ( "xor" | "^^" ) ws and-condition } ;
   * and-condition = simple { ws ( "and" | "&&" ) ws simple } ;
   * ```
   */
  private parseLogical(): Expression {
    let left = this.parseSimple();
    let next = this.peekLogicalOperator();
    while (next !== undefined) {
      left = this.parseRun(left, next);
      next = this.peekLogicalOperator();
    }
    return left;
  }

  /** Parses the rest of an `or-`, `xor-` or `and-condition` after its first operand. */
  private parseRun(first: Expression, { operator, position }: Lookahead): Combination {
    const { lexer } = this;
    lexer.position = position;
    const second = this.parseNextCondition(operator, first.type);
    const items: [Expression, Expression, ...Expression[]] = [first, second];
    let last = second;
    let next = this.peekLogicalOperator();
    while (next?.operator === operator) {
      lexer.position = next.position;
      last = this.parseNextCondition(operator, first.type);
      items.push(last);
      next = this.peekLogicalOperator();
    }
    const span = { start: first.span.start, end: last.span.end };
    return { kind: "combination", operator, items, type: first.type, span };
  }

  /** Parses an operand with all operators that bind more tightly. Its type must fit `type`, the type of the first operand. */
  private parseNextCondition(operator: LogicalOperator, type: Type): Expression {
    let operand = this.parseSimple();
    let next = this.peekLogicalOperator();
    while (next !== undefined && PRECEDENCE[next.operator] > PRECEDENCE[operator]) {
      operand = this.parseRun(operand, next);
      next = this.peekLogicalOperator();
    }
    const fits = isArray(type) ? isArray(operand.type) : type === operand.type;
    if (!fits)
      throw this.lexer.error(typeMismatch([typeName(type)], operand.type), next?.position, operand.span);
    return operand;
  }

  /** Returns the next logical operator without moving the lexer. */
  private peekLogicalOperator(): Lookahead | undefined {
    const { lexer } = this;
    const start = lexer.position;
    lexer.skipSpace();
    const operator = LOGICAL_OPERATORS.accept(lexer);
    if (operator === undefined) {
      lexer.position = start;
      return undefined;
    }
    lexer.skipSpace();
    const { position } = lexer;
    lexer.position = start;
    return { operator, position };
  }

  /** `simple = group | negation | quantifier | comparison ;` */
  private parseSimple(): Expression {
    const { lexer } = this;
    const start = lexer.position;
    if (lexer.startsWith("(")) return this.nested(() => this.parseGroup(start));
    if (this.acceptNot()) return this.nested(() => this.parseNegation(start), start);
    const quantifier = this.acceptQuantifier();
    if (quantifier !== undefined) return this.nested(() => this.parseQuantifier(quantifier, start));
    return this.parseComparison(this.parseValue());
  }

  /** `group = "(" ws or-condition ws ")" ;` */
  private parseGroup(start: number): Group {
    const { lexer } = this;
    lexer.expect("(");
    lexer.skipSpace();
    const expression = this.parseLogical();
    lexer.skipSpace();
    lexer.expect(")");
    return { kind: "group", expression, type: expression.type, span: lexer.spanFrom(start) };
  }

  /** `negation = ( "not" | "!" ) ws simple ;` The lexer is after the operator. */
  private parseNegation(start: number): Negation {
    const { lexer } = this;
    lexer.skipSpace();
    const operand = this.parseSimple();
    return { kind: "negation", operand, type: operand.type, span: lexer.spanFrom(start) };
  }

  /** `quantifier = ( "any" | "all" ) ws "(" ws argument ws ")" ;` The lexer is at the parenthesis. */
  private parseQuantifier(quantifier: Quantifier["quantifier"], start: number): Quantifier {
    const { lexer } = this;
    lexer.expect("(");
    lexer.skipSpace();
    const argument = this.parseQuantified();
    lexer.skipSpace();
    lexer.expect(")");
    return { kind: "quantifier", quantifier, argument, type: "Bool", span: lexer.spanFrom(start) };
  }

  /** Parses the argument of a quantifier, which must be of type Array<Bool>. */
  private parseQuantified(): Quantifier["argument"] {
    const start = this.lexer.position;
    const argument = this.parseArgument(BOOL_ARRAY);
    if (!isLiteral(argument) && isBoolArray(argument.type)) return argument;
    throw new ParseError(typeMismatch(["Array<Bool>"], argument.type), this.lexer.spanFrom(start));
  }

  private acceptNot(): boolean {
    return NOT.accept(this.lexer) === true;
  }

  /** Accepts `any` or `all` if a parenthesis follows, and stops before the parenthesis. Otherwise they are ordinary names. */
  private acceptQuantifier(): Quantifier["quantifier"] | undefined {
    const { lexer } = this;
    const start = lexer.position;
    const quantifier = QUANTIFIERS.accept(lexer);
    if (quantifier === undefined) return undefined;
    lexer.skipSpace();
    if (lexer.startsWith("(")) return quantifier;
    lexer.position = start;
    return undefined;
  }

  /** `comparison = value [ ws test ] ;` A Bool or Array<Bool> has no test, every other value needs one. `left` is parsed. */
  private parseComparison(value: Value): Comparison {
    const left = isOfUnknown(value) ? typedAs(value, this.peekTestType()) : value;
    const test = this.parseTest(left.type);
    const truthType: Type = test === TRUTH ? left.type : "Bool";
    const type = isMapped(left) ? BOOL_ARRAY : truthType;
    return { kind: "comparison", left, test, type, span: this.lexer.spanFrom(left.span.start) };
  }

  /** Returns the type that the test behind a value of an unknown name asks for. Does not move the lexer. */
  private peekTestType(): Type {
    const { lexer } = this;
    const start = lexer.position;
    lexer.skipSpace();
    const operator = lexer.startsWith("&&") ? undefined : COMPARISON_OPERATORS.accept(lexer);
    lexer.skipSpace();
    const { position } = lexer;
    const isName = operator !== undefined && NAME_STARTS.has(lexer.code());
    const right = isName ? this.attempt(() => this.parseValue("Bytes")) : undefined;
    lexer.position = start;
    if (operator === undefined) return "Bool";
    // A value of a known name has its own type.
    if (right && !isOfUnknown(right)) return right.type;
    return typeOfOperand(lexer, operator, position);
  }

  /**
   * ```ebnf
   * test = ( "in" | "eq" | "==" | "ne" | "!=" | "ge" | ">=" | "le" | "<=" | "gt" | ">" | "lt" | "<"
   *        | "&" | "bitwise_and" | "contains" | "matches" | "~" | "wildcard" | "strict wildcard" ) ws operand ;
   * ```
   */
  private parseTest(type: Type): Test {
    if (type === "Bool" || isBoolArray(type)) return TRUTH;
    const { lexer } = this;
    lexer.skipSpace();
    const start = lexer.position;
    const operator = COMPARISON_OPERATORS.accept(lexer);
    if (operator === undefined) throw lexer.error(expectedName("ComparisonOp"));
    const operatorSpan = lexer.spanFrom(start);
    lexer.skipSpace();
    const test = typeof type === "string" ? this.parseOperand(type, operator) : undefined;
    if (test === undefined) throw new ParseError(unsupportedOperator(type, supportedBy(type)), operatorSpan);
    return test;
  }

  /**
   * `operand = literal | value | set | list | bytes | regex | wildcard ;` Operator and type of the left side decide which.
   * Returns `undefined` if the operator does not support the type.
   */
  private parseOperand(type: Comparable, operator: ComparisonOperator): Test | undefined {
    const { lexer } = this;
    switch (operator) {
      case "in":
        if (lexer.accept("$")) return { kind: "inList", name: this.parseListName() };
        return { kind: "oneOf", items: this.parseSet(type) };
      case "bits":
        return type === "Int" ? this.parseBits() : undefined;
      case "contains":
        return type === "Bytes" ? { kind: "contains", literal: readBytes(lexer) } : undefined;
      case "matches":
        return type === "Bytes" ? { kind: "matches", pattern: readRegex(lexer) } : undefined;
      case "wildcard":
      case "strictWildcard":
        if (type !== "Bytes") return undefined;
        return { kind: "wildcard", strict: operator === "strictWildcard", pattern: readWildcard(lexer) };
      default:
        return this.parseOrdering(type, operator);
    }
  }

  private parseOrdering(type: Comparable, operator: OrderingOperator): Test {
    const right =
      type === "Bytes" ? this.parseBytesOrValue() : this.parseLiteralOrValue(type, LITERALS[type]);
    return right.kind === "value"
      ? { kind: "values", operator, right }
      : { kind: "ordering", operator, literal: right };
  }

  private parseBits(): Test {
    const right = this.parseLiteralOrValue("Int", readInt);
    return right.kind === "value"
      ? { kind: "values", operator: "bits", right }
      : { kind: "bits", literal: right };
  }

  /** A text that starts as a name, such as `ab::1`, is a `literal` if it reads as one, and otherwise a `value`. */
  private parseLiteralOrValue<T extends Literal>(type: "Int" | "Ip", read: (lexer: Lexer) => T): T | Value {
    const { lexer } = this;
    if (!NAME_STARTS.has(lexer.code())) return read(lexer);
    return this.attempt(() => read(lexer)) ?? this.parseRight(type);
  }

  /** `ab-cd` and `ab.cd` are bytes, unless a longer name starts like that: `cf.edge.server_ip`. */
  private parseBytesOrValue(): BytesLiteral | Value {
    const { lexer } = this;
    const start = lexer.position;
    if (!NAME_STARTS.has(lexer.code())) return readBytes(lexer);
    if (atString(lexer)) return this.parseRawString();
    const bytes = this.startsWithIdentifier() ? undefined : this.attempt(() => readBytes(lexer));
    if (bytes !== undefined && !NAME_CHARACTERS.has(lexer.code())) return bytes;
    lexer.position = start;
    return this.attempt(() => readBytes(lexer, ":")) ?? this.parseRight("Bytes");
  }

  /** The reference implementation reads an invalid raw string on the right as a name: `r`. */
  private parseRawString(): BytesLiteral {
    const { lexer } = this;
    const start = lexer.position;
    try {
      return readBytes(lexer);
    } catch (problem) {
      if (!(problem instanceof ParseError)) throw problem;
      const { text, plain = text, expected } = problem.reason;
      const span = { start, end: start + 1 };
      throw new ParseError({ ...unknownIdentifier, plain, expected }, span, problem.shown);
    }
  }

  /** Parses a `value` that must be of a type and must not be mapped by `[*]`. */
  private parseRight(wanted: Comparable): Value {
    const value = this.parseValue(wanted);
    const right = isOfUnknown(value) ? typedAs(value, wanted) : value;
    const type = isMapped(right) ? arrayOf(right.type) : right.type;
    if (type !== wanted) throw new ParseError(operandMismatch(wanted, type, isMapped(right)), right.span);
    return right;
  }

  /** `set = "{" { ws item } ws "}" ;` Items need no separator, and a comma is not allowed. */
  private parseSet(type: Comparable): SetItem[] {
    const { lexer } = this;
    lexer.expect("{");
    const items: SetItem[] = [];
    for (;;) {
      lexer.skipSpace();
      if (lexer.accept("}")) return items;
      items.push(this.parseItem(type));
    }
  }

  /** `item = bytes | int-range | ip-item ;` according to the type of the left side. */
  private parseItem(type: Comparable): SetItem {
    if (type === "Bytes") return readBytes(this.lexer);
    return type === "Int" ? readIntRange(this.lexer) : readIpItem(this.lexer);
  }

  /** `list = "$" list-name ;` A list name neither starts nor ends with a dot. The lexer is after the `$`. */
  private parseListName(): string {
    const { lexer } = this;
    const start = lexer.position;
    const end = lexer.endOfRun(LIST_NAME_CHARACTERS);
    const name = lexer.text.slice(start, end);
    if (name === "") {
      const wrong = lexer.atEnd ? "" : lexer.text.slice(start, start + codePointUnits(lexer.text, start));
      throw lexer.error(invalidListName(wrong));
    }
    if (name.startsWith(".") || name.endsWith(".")) throw lexer.error(invalidListName(name));
    lexer.position = end;
    return name;
  }

  /** `value = ( field | call ) { index } ;` On the right of a comparison, `operand` is the type of the left side. */
  parseValue(operand?: Comparable): Value {
    const { lexer } = this;
    const start = lexer.position;
    const source = this.parseIdentifier(operand);
    // Fast path: most values have no index.
    if (!lexer.startsWith("["))
      return { kind: "value", source, indexes: NO_INDEXES, type: source.type, span: source.span };
    const indexes: Index[] = [];
    let type = source.type;
    while (lexer.startsWith("[")) {
      const index = this.parseIndex();
      type = source.outside === "unknown" ? type : elementType(index, type);
      indexes.push(index);
    }
    return { kind: "value", source, indexes, type, span: lexer.spanFrom(start) };
  }

  /** `field = name ; name = word { "." word } ;` A name of a function starts a `call`. */
  private parseIdentifier(operand?: Comparable): Field | Call {
    const { lexer } = this;
    const start = lexer.position;
    do lexer.expectRun("identifier character", WORD_CHARACTERS);
    while (lexer.accept("."));
    const span = lexer.spanFrom(start);
    const name = lexer.text.slice(span.start, span.end);
    const identifier = getIdentifier(name, this.scope);
    if (identifier === undefined || (operand !== undefined && CONSTANTS.has(name)))
      return this.parseUnknown(name, span, operand);
    const { outside } = identifier;
    const origin = outside && { outside };
    if (identifier.kind === "field")
      return { kind: "field", name: identifier.name, type: identifier.type, ...origin, span };
    lexer.skipSpace();
    const call = this.nested(() => this.parseCall(identifier.name, identifier.signature, start));
    return { ...call, ...origin };
  }

  /** Returns a field, or a call if a parenthesis follows. @throws ParseError unless unknown names are allowed */
  private parseUnknown(name: string, span: Span, operand?: Comparable): Field | Call {
    const { lexer, scope } = this;
    if (scope.language?.unknownNames !== "warn" || !isPossibleName(name)) {
      const unknown = unknownName(name, scope.phase);
      throw new ParseError(operand === undefined ? unknown : { ...unknown, ...notAnOperand(operand) }, span);
    }
    lexer.skipSpace();
    if (lexer.peek() === "(") {
      const call = this.nested(() => this.parseCall(name, ANY_ARGUMENTS, span.start));
      return { ...call, outside: "unknown" };
    }
    lexer.position = span.end;
    return { kind: "field", name, type: "Bytes", outside: "unknown", span };
  }

  /** `index = "[" ws ( "*" | quoted | integer ) ws "]" ;` */
  private parseIndex(): Index {
    const { lexer } = this;
    const start = lexer.position;
    lexer.expect("[");
    lexer.skipSpace();
    const index = this.parseIndexContent();
    lexer.skipSpace();
    lexer.expect("]");
    return { ...index, span: lexer.spanFrom(start) };
  }

  private parseIndexContent(): Index {
    const { lexer } = this;
    const start = lexer.position;
    if (lexer.accept("*")) return { kind: "each", span: lexer.spanFrom(start) };
    if (lexer.peek() === '"') {
      const key = decodeUtf8(readBytes(lexer).bytes);
      if (key === undefined) throw lexer.error(expectedLiteral("expected utf8 string"), start);
      return { kind: "key", key, span: lexer.spanFrom(start) };
    }
    const element = this.attempt(() => readInt(lexer));
    if (element === undefined) {
      throw lexer.error(expectedLiteral("expected quoted utf8 string or positive integer"), start);
    }
    if (element.value < 0n || element.value > MAX_ELEMENT) {
      throw lexer.error(expectedLiteral("expected positive integer as index"), start);
    }
    return { kind: "element", index: Number(element.value), span: element.span };
  }

  /** `call = name ws "(" ws [ argument { ws "," ws argument } ] ws ")" ;` The lexer is at the parenthesis. */
  private parseCall(name: string, signature: Signature, start: number): Call {
    const { lexer } = this;
    const args = this.parseArguments(name, signature);
    if (args.length < signature.params.length) throw this.countError(name, signature);
    lexer.expect(")");
    const returned = returnType(signature, args);
    const type = isMappedArgument(args[0]) ? arrayOf(returned) : returned;
    return { kind: "call", name, arguments: args, type, span: lexer.spanFrom(start) };
  }

  /** Parses the arguments up to the closing parenthesis and checks each before it parses the next. */
  private parseArguments(name: string, signature: Signature): Argument[] {
    const { lexer } = this;
    lexer.expect("(");
    lexer.skipSpace();
    const args: Argument[] = [];
    while (!lexer.atEnd && lexer.peek() !== ")") {
      if (args.length > 0) lexer.expect(",");
      lexer.skipSpace();
      const start = lexer.position;
      const parameter = parameterAt(signature, args.length);
      const argument = this.parseArgument(parameter && wantedType(parameter, args[0]));
      const span = lexer.spanFrom(start);
      if (args.length > 0 && isMappedArgument(argument)) throw new ParseError(invalidMapEach, span);
      if (parameter === undefined) throw this.countError(name, signature, start);
      checkArgument(parameter, args, argument, span);
      args.push(argument);
      lexer.skipSpace();
    }
    return args;
  }

  private countError(name: string, signature: Signature, start?: number): ParseError {
    return this.lexer.error(invalidArgumentsCount(describeCount(name, signature)), start);
  }

  /**
   * `argument = string | or-condition | value [ ws test ] | ip | integer | bytes ;`
   *
   * Like the reference implementation, it chooses by the first characters: an `or-condition` starts with a parenthesis, `not`
   * or a quantifier. If the characters do not decide, it tries a value, an address, an integer and bytes, in this order.
   *
   * @param wanted the type of a value of an unknown name
   */
  private parseArgument(wanted: Type = "Bytes"): Argument {
    const { lexer } = this;
    if (atString(lexer)) return readBytes(lexer);
    if (this.startsCondition()) return this.parseLogical();
    if (this.startsWithName()) return this.parseComputed(this.parseValue(), wanted);
    const value = this.startsWithIdentifier() ? this.attempt(() => this.parseValue()) : undefined;
    if (value !== undefined) return this.parseComputed(value, wanted);
    const literal =
      acceptIp(lexer) ?? this.attempt(() => readInt(lexer)) ?? this.attempt(() => readBytes(lexer));
    if (literal === undefined) throw lexer.error(unrecognised("this is not an argument", EXPECTED_ARGUMENT));
    return literal;
  }

  private startsCondition(): boolean {
    if (this.lexer.peek() === "(") return true;
    const start = this.lexer.position;
    const found = this.acceptNot() || this.acceptQuantifier() !== undefined;
    this.lexer.position = start;
    return found;
  }

  /** Tells whether a name starts here: one of the first three characters is a word character but not a hex digit. */
  private startsWithName(): boolean {
    for (let distance = 0; distance < 3; distance += 1) {
      const code = this.lexer.code(distance);
      if (!WORD_CHARACTERS.has(code)) return false;
      if (!HEX_DIGITS.has(code)) return true;
    }
    return false;
  }

  /** Tells whether the run of words and dots at the lexer is a name of the scheme, or, if allowed, an unknown name and no bytes. */
  private startsWithIdentifier(): boolean {
    const { text, position } = this.lexer;
    const name = text.slice(position, this.lexer.endOfRun(NAME_CHARACTERS));
    const mayBeUnknown = this.scope.language?.unknownNames === "warn" && /[g-z_]/i.test(name);
    return getIdentifier(name, this.scope) !== undefined || (mayBeUnknown && isPossibleName(name));
  }

  /** Parses the comparison of a value if an operator follows, after optional spaces. */
  private parseComputed(value: Value, wanted: Type): Comparison | Value {
    const { lexer } = this;
    const start = lexer.position;
    lexer.skipSpace();
    const found = COMPARISON_OPERATORS.accept(lexer) !== undefined;
    lexer.position = start;
    if (found) return this.parseComparison(value);
    return isOfUnknown(value) ? typedAs(value, wanted) : value;
  }

  /** Runs a parser one level deeper. Parentheses, not, any, all and calls share one limit. */
  private nested<T>(parse: () => T, start = this.lexer.position): T {
    if (this.depth >= MAX_NESTING) throw this.lexer.error(nestingLimitExceeded(MAX_NESTING), start);
    this.depth += 1;
    try {
      return parse();
    } finally {
      this.depth -= 1;
    }
  }

  /** Runs a parser. If it fails, resets the lexer and returns `undefined`. */
  attempt<T>(parse: () => T): T | undefined {
    const start = this.lexer.position;
    try {
      return parse();
    } catch (problem) {
      if (!(problem instanceof ParseError)) throw problem;
      this.lexer.position = start;
      return undefined;
    }
  }
}

function isMappedArgument(argument: Argument | undefined): boolean {
  return argument?.kind === "value" && isMapped(argument);
}

function unknownName(name: string, phase: string | undefined): Cause {
  const meant = isOfPackets(phase)
    ? nearestWithin(name, listPacketFields(), Math.ceil(name.length / 5))
    : undefined;
  return meant === undefined ? unknownIdentifier : { ...unknownIdentifier, hint: `Did you mean ${meant}?` };
}
