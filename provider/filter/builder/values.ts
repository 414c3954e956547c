import { printQuoted, printRegex } from "../print/print-literal";
import type { Condition } from "./condition";

/** Turns the text of a comparison into a condition. Conditions on array elements are checked later, with `any` or `all`. */
export type MakeCondition = (text: string) => Condition;

/** A list of the account. */
export class FilterList {
  constructor(readonly name: string) {}
}

export type { Integer };
/** A range with inclusive ends. */
export interface IntegerRange {
  readonly from: Integer;
  readonly to: Integer;
}

/** Names a list of the account for `in`: `field("ip.src").in(list("office"))`. */
export function list(name: string): FilterList {
  return new FilterList(name);
}

/** @throws RangeError for a value that is known later, which a program without types may pass. */
function refuseLater(field: string, operand: unknown): void {
  if (typeof operand !== "object" || operand === null || (!("apply" in operand) && !("then" in operand)))
    return;
  throw operandError(
    `${field} is compared with a value that is known later, an Output or a promise: build the expression with buildFilter, or inside ` +
      "value.apply((value) => …).",
  );
}

/** @throws RangeError for a value that is no text, which a program without types may pass. */
function refuseOthers(field: string, operand: unknown): void {
  if (typeof operand === "string") return;
  throw operandError(
    `${field} is compared with a ${typeof operand}, but its values are text: write a string.`,
  );
}

function operandError(message: string): RangeError {
  const error = new RangeError(message);
  // The SDK prints the stack of an error: the message alone.
  error.stack = message;
  return error;
}

/** Values of one type. `Operand` are the right sides of a comparison: literals and other values of the type. */
abstract class Comparable<Operand, Item> {
  constructor(
    /** @internal */
    protected readonly text: string,
    /** @internal */
    protected readonly make: MakeCondition,
  ) {}

  eq(operand: Operand): Condition {
    return this.compare("eq", operand);
  }

  ne(operand: Operand): Condition {
    return this.compare("ne", operand);
  }

  lt(operand: Operand): Condition {
    return this.compare("lt", operand);
  }

  le(operand: Operand): Condition {
    return this.compare("le", operand);
  }

  gt(operand: Operand): Condition {
    return this.compare("gt", operand);
  }

  ge(operand: Operand): Condition {
    return this.compare("ge", operand);
  }

  /** Matches one of the items, or a member of a list of the account. */
  in(items: readonly Item[] | FilterList): Condition {
    const set =
      items instanceof FilterList
        ? printList(items.name)
        : `{${items.map((item) => this.printItem(item)).join(" ")}}`;
    return this.make(`${this.text} in ${set}`);
  }

  toString(): string {
    return this.text;
  }

  protected coalesced(others: readonly Operand[]): string {
    return `coalesce(${[this.text, ...others.map((other) => this.print(other))].join(", ")})`;
  }

  protected abstract print(operand: Operand): string;
  protected abstract printItem(item: Item): string;

  private compare(operator: string, operand: Operand): Condition {
    refuseLater(this.text, operand);
    return this.make(`${this.text} ${operator} ${this.print(operand)}`);
  }
}

/** A text or a sequence of bytes, which can be mapped by `[*]`. */
export class BytesValue extends Comparable<string | BytesField, string> {
  contains(part: string): Condition {
    return this.make(`${this.text} contains ${quoteText(part)}`);
  }

  /** Searches the value for a regular expression in Rust regex syntax. */
  matches(pattern: string): Condition {
    const printed = printRegex({
      kind: "regex",
      pattern: wellFormed(pattern),
      notation: "raw",
      span: { start: 0, end: 0 },
    });
    return this.make(`${this.text} matches ${printed}`);
  }

  /** Matches the whole value, ignoring ASCII case. `*` is any run of bytes. */
  wildcard(pattern: string): Condition {
    return this.make(`${this.text} wildcard ${quoteText(pattern)}`);
  }

  /** Like `wildcard`, but case-sensitive. */
  strictWildcard(pattern: string): Condition {
    return this.make(`${this.text} strict wildcard ${quoteText(pattern)}`);
  }

  startsWith(prefix: string): Condition {
    return this.make(`starts_with(${this.text}, ${quoteText(prefix)})`);
  }

  endsWith(suffix: string): Condition {
    return this.make(`ends_with(${this.text}, ${quoteText(suffix)})`);
  }

  protected print(operand: string | BytesField): string {
    if (operand instanceof BytesField) return operand.toString();
    refuseOthers(this.text, operand);
    return quoteText(operand);
  }

  protected printItem(item: string): string {
    return this.print(item);
  }
}

/** A Bytes value that is not mapped by `[*]`, so functions accept it. */
export class BytesField extends BytesValue {
  lower(): BytesField {
    return new BytesField(`lower(${this.text})`, this.make);
  }

  upper(): BytesField {
    return new BytesField(`upper(${this.text})`, this.make);
  }

  /** `recursive` decodes until nothing changes, `unicode` also decodes %uXXXX. */
  urlDecode({
    recursive = false,
    unicode = false,
  }: { recursive?: boolean; unicode?: boolean } = {}): BytesField {
    const options = `${recursive ? "r" : ""}${unicode ? "u" : ""}`;
    return new BytesField(`url_decode(${this.text}${options === "" ? "" : `, "${options}"`})`, this.make);
  }

  /** The length in bytes. */
  length(): IntValue {
    return new IntValue(`len(${this.text})`, this.make);
  }

  /** The first of these values that the request has. */
  coalesce(...others: readonly (string | BytesField)[]): BytesField {
    return new BytesField(this.coalesced(others), this.make);
  }

  /** A hash of the value as an integer between two bounds: `field("cf.random_seed").hashInRange(0, 100).lt(10)`. */
  hashInRange(low: Integer, high: Integer): IntValue {
    return hashInRange(this.text, this.make, low, high);
  }
}

/** An integer. */
export class IntValue extends Comparable<Integer | IntValue, Integer | IntegerRange> {
  /** Matches if the value and the mask have a common bit. */
  hasBits(mask: Integer | IntValue): Condition {
    return this.make(`${this.text} & ${this.print(mask)}`);
  }

  /** The first of these values that the request has. */
  coalesce(...others: readonly (Integer | IntValue)[]): IntValue {
    return new IntValue(this.coalesced(others), this.make);
  }

  /** A hash of the value as an integer between two bounds. */
  hashInRange(low: Integer, high: Integer): IntValue {
    return hashInRange(this.text, this.make, low, high);
  }

  protected print(operand: Integer | IntValue): string {
    return operand instanceof IntValue ? operand.toString() : printInteger(operand);
  }

  protected printItem(item: Integer | IntegerRange): string {
    return typeof item === "object"
      ? `${printInteger(item.from)}..${printInteger(item.to)}`
      : printInteger(item);
  }
}

/** An IP address. Items of `in` may also be networks and ranges: `192.0.2.0/24`, `10.0.0.1..10.0.0.9`. */
export class IpValue extends Comparable<string | IpValue, string> {
  /** The first of these values that the request has. */
  coalesce(...others: readonly (string | IpValue)[]): IpValue {
    return new IpValue(this.coalesced(others), this.make);
  }

  /** A hash of the value as an integer between two bounds. */
  hashInRange(low: Integer, high: Integer): IntValue {
    return hashInRange(this.text, this.make, low, high);
  }

  protected print(operand: string | IpValue): string {
    return operand instanceof IpValue ? operand.toString() : printIp(operand);
  }

  protected printItem(item: string): string {
    return printIp(item);
  }
}

function hashInRange(text: string, make: MakeCondition, low: Integer, high: Integer): IntValue {
  return new IntValue(`hash_in_range(${printInteger(low)}, ${printInteger(high)}, ${text})`, make);
}

/** Characters that the parser reads as one token, so that a value cannot contain an operator. */
const ADDRESS = /^[0-9a-fA-F.:/]+$/;
const LIST_NAME = /^[\w.]+$/;

/** An integer; use a bigint from 2^53. */
type Integer = number | bigint;

/** @throws RangeError if the text has a lone surrogate, which UTF-8 cannot encode. */
function wellFormed(text: string): string {
  if (/\p{Cs}/u.test(text))
    throw new RangeError(
      `The text ${JSON.stringify(text)} contains a lone surrogate. Filter expressions are UTF-8: remove it.`,
    );
  return text;
}

export function quoteText(text: string): string {
  return printQuoted(wellFormed(text));
}

/** Checks only the characters; the parser validates the rest. @throws RangeError for other characters. */
function printIp(text: string): string {
  if (ADDRESS.test(text)) return text;
  throw new RangeError(`${JSON.stringify(text)} is not an IP address, a network or a range of addresses.`);
}

/** @throws RangeError if the text cannot be a list name. */
function printList(name: string): string {
  if (LIST_NAME.test(name)) return `$${name}`;
  throw new RangeError(
    `${JSON.stringify(name)} is not a list name: use lower-case letters, digits, _ and . only.`,
  );
}

/** @throws RangeError unless the value is an exact integer, also if a program without types passes another type. */
function printInteger(value: Integer): string {
  if (typeof value !== "bigint" && !Number.isSafeInteger(value)) {
    throw new RangeError(
      `${JSON.stringify(value)} is not an exact integer. Use a bigint for integers of 2^53 and more.`,
    );
  }
  return value.toString();
}
