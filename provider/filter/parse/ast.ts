import { type CompoundType, isArray, type Type } from "../scheme/types";

/** An expression that computes a value: a value, or a literal text. */
export type ValueExpression = Value | BytesLiteral;

/** A part of an expression, as JavaScript indexes: `expression.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A condition. Its type is Bool, or Array<Bool> if `[*]` maps it over several values. */
export type Expression = Combination | Negation | Group | Quantifier | Comparison;

/** The operators that join conditions. */
export type LogicalOperator = "or" | "xor" | "and";

/** Two or more conditions joined by the same operator: `a or b or c` is one node. */
export interface Combination {
  readonly kind: "combination";
  readonly operator: LogicalOperator;
  readonly items: readonly [Expression, Expression, ...Expression[]];
  readonly type: Type;
  readonly span: Span;
}

/** A condition after `not`. */
export interface Negation {
  readonly kind: "negation";
  readonly operand: Expression;
  readonly type: Type;
  readonly span: Span;
}

/** An expression in parentheses. */
export interface Group {
  readonly kind: "group";
  readonly expression: Expression;
  readonly type: Type;
  readonly span: Span;
}

/** `any(…)` or `all(…)` around conditions on the values of an array. */
export interface Quantifier {
  readonly kind: "quantifier";
  readonly quantifier: "any" | "all";
  readonly argument: Expression | Value;
  readonly type: "Bool";
  readonly span: Span;
}

/** A value and its test. */
export interface Comparison {
  readonly kind: "comparison";
  readonly left: Value;
  readonly test: Test;
  readonly type: Type;
  readonly span: Span;
}

/** The operators that compare by equality or order. */
export type OrderingOperator = "eq" | "ne" | "ge" | "le" | "gt" | "lt";

/** The test of a comparison: operator and right-hand side. */
export type Test =
  | { readonly kind: "truth" }
  | { readonly kind: "ordering"; readonly operator: OrderingOperator; readonly literal: Literal }
  | { readonly kind: "bits"; readonly literal: IntLiteral }
  /** A comparison with another value of the same type, not with a literal. `bits` is `&`. It is false if either value is missing. */
  | { readonly kind: "values"; readonly operator: OrderingOperator | "bits"; readonly right: Value }
  | { readonly kind: "contains"; readonly literal: BytesLiteral }
  | { readonly kind: "matches"; readonly pattern: RegexLiteral }
  | { readonly kind: "wildcard"; readonly strict: boolean; readonly pattern: BytesLiteral }
  | { readonly kind: "oneOf"; readonly items: readonly SetItem[] }
  | { readonly kind: "inList"; readonly name: string };

/** A test of a value alone: it needs nothing else of the request. */
export type LiteralTest = Exclude<Test, { readonly kind: "values" }>;

/** Names that are constants, not fields of a request. A comparison cannot have them on its right side. */
export const CONSTANTS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** A field or a call with its indexes. */
export interface Value {
  readonly kind: "value";
  readonly source: Field | Call;
  readonly indexes: readonly Index[];
  /** The type after the last index. With `[*]` it is the type of one element. */
  readonly type: Type;
  readonly span: Span;
}

/**
 * Where a name that the table of the language lacks comes from: a user has declared it, or nobody has. The type of an unknown one is
 * what the expression around it asks for.
 */
export type Outside = "declared" | "unknown";

/** A field of a request, without indexes. */
export interface Field {
  readonly kind: "field";
  readonly name: string;
  readonly type: Type;
  readonly outside?: Outside;
  readonly span: Span;
}

/** A call of a function, without indexes. */
export interface Call {
  readonly kind: "call";
  readonly name: string;
  readonly arguments: readonly Argument[];
  /** The return type. It is an array if `[*]` in the first argument maps the call. */
  readonly type: Type;
  readonly outside?: Outside;
  readonly span: Span;
}

/** An argument of a function. */
export type Argument = Expression | Value | Literal;

/** `[0]`, `["key"]` or `[*]` after a value. */
export type Index =
  | { readonly kind: "element"; readonly index: number; readonly span: Span }
  | { readonly kind: "key"; readonly key: string; readonly span: Span }
  | { readonly kind: "each"; readonly span: Span };

/** A literal that a value is compared with. */
export type Literal = BytesLiteral | IntLiteral | IpLiteral;
/** An item of a set in braces. */
export type SetItem = BytesLiteral | IntRange | IpLiteral | IpRange | IpNetwork;

/** A text or a sequence of bytes. */
export interface BytesLiteral {
  readonly kind: "bytes";
  readonly type: "Bytes";
  readonly bytes: Uint8Array;
  /** The source form: "…", r#"…"#, or 61:62. */
  readonly notation: "quoted" | "raw" | "hex";
  readonly span: Span;
}

/** An integer of 64 bits. */
export interface IntLiteral {
  readonly kind: "int";
  readonly type: "Int";
  readonly value: bigint;
  readonly span: Span;
}

/** An IP address. */
export interface IpLiteral {
  readonly kind: "ip";
  readonly type: "Ip";
  readonly address: IpAddress;
  readonly span: Span;
}

/** The pattern of `matches`. */
export interface RegexLiteral {
  readonly kind: "regex";
  /** The pattern as the regex engine reads it: without quotes, and with `\"` unescaped. */
  readonly pattern: string;
  readonly notation: "quoted" | "raw";
  readonly span: Span;
}

/** Both ends are inclusive. A single number is a range of one. */
export interface IntRange {
  readonly kind: "intRange";
  readonly first: bigint;
  readonly last: bigint;
  readonly span: Span;
}

/** A range of addresses: `10.0.0.1..10.0.0.9`. Both ends are inclusive. */
export interface IpRange {
  readonly kind: "ipRange";
  readonly first: IpAddress;
  readonly last: IpAddress;
  readonly span: Span;
}

/** A network: `192.0.2.0/24`. */
export interface IpNetwork {
  readonly kind: "ipNetwork";
  readonly address: IpAddress;
  readonly prefix: number;
  readonly span: Span;
}

/** An address of either family. */
export interface IpAddress {
  readonly family: 4 | 6;
  /** The address as a number: 32 bits, or 128. */
  readonly value: bigint;
}

/** Returns a condition without the parentheses around it. */
export function withoutGroups(condition: Expression): Expression {
  return condition.kind === "group" ? withoutGroups(condition.expression) : condition;
}

export function isMapped(value: Value): boolean {
  return value.indexes.some((index) => index.kind === "each");
}

export function isLiteral(argument: Argument): argument is Literal {
  return argument.kind === "bytes" || argument.kind === "int" || argument.kind === "ip";
}

export function isBoolArray(type: Type): type is CompoundType {
  return isArray(type) && type.element === "Bool";
}
