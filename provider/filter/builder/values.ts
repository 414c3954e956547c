import { printRegex } from "../print/print-literal";
import type { Condition } from "./condition";
import { type Integer, printInteger, printIp, printList, quoteText, wellFormed } from "./operands";

/** Makes a condition of a comparison: checked at once, or, of the elements of an array, together with `any` or `all`. */
export type MakeCondition = (text: string) => Condition;

/** The name of a list of the account. */
export class FilterList {
  constructor(readonly name: string) {}
}

export type { Integer };
/** Both ends included. */
export interface IntegerRange {
  readonly from: Integer;
  readonly to: Integer;
}

/** A list of the account, for `in`: `field("ip.src").in(list("office"))`. */
export function list(name: string): FilterList {
  return new FilterList(name);
}

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

  /** One of the items, or a member of a list of the account. */
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

  protected abstract print(operand: Operand): string;
  protected abstract printItem(item: Item): string;

  private compare(operator: string, operand: Operand): Condition {
    return this.make(`${this.text} ${operator} ${this.print(operand)}`);
  }
}

export class BytesValue extends Comparable<string, string> {
  contains(part: string): Condition {
    return this.make(`${this.text} contains ${quoteText(part)}`);
  }

  /** A regular expression of the Rust dialect, found anywhere in the value. */
  matches(pattern: string): Condition {
    const printed = printRegex({
      kind: "regex",
      pattern: wellFormed(pattern),
      notation: "raw",
      span: { start: 0, end: 0 },
    });
    return this.make(`${this.text} matches ${printed}`);
  }

  /** The whole value, without regard to ASCII case; `*` is any run of bytes. */
  wildcard(pattern: string): Condition {
    return this.make(`${this.text} wildcard ${quoteText(pattern)}`);
  }

  strictWildcard(pattern: string): Condition {
    return this.make(`${this.text} strict wildcard ${quoteText(pattern)}`);
  }

  startsWith(prefix: string): Condition {
    return this.make(`starts_with(${this.text}, ${quoteText(prefix)})`);
  }

  endsWith(suffix: string): Condition {
    return this.make(`ends_with(${this.text}, ${quoteText(suffix)})`);
  }

  protected print(operand: string): string {
    return quoteText(operand);
  }

  protected printItem(item: string): string {
    return quoteText(item);
  }
}

/** A value that a function can take: every one that no `[*]` maps. */
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

  /** In bytes. */
  length(): IntValue {
    return new IntValue(`len(${this.text})`, this.make);
  }
}

export class IntValue extends Comparable<Integer, Integer | IntegerRange> {
  /** Whether the value and the mask have a bit in common. */
  hasBits(mask: Integer): Condition {
    return this.make(`${this.text} & ${printInteger(mask)}`);
  }

  protected print(operand: Integer): string {
    return printInteger(operand);
  }

  protected printItem(item: Integer | IntegerRange): string {
    return typeof item === "object"
      ? `${printInteger(item.from)}..${printInteger(item.to)}`
      : printInteger(item);
  }
}

/** Operands are addresses; items of `in` may also be networks and ranges: `192.0.2.0/24`, `10.0.0.1..10.0.0.9`. */
export class IpValue extends Comparable<string, string> {
  protected print(operand: string): string {
    return printIp(operand);
  }

  protected printItem(item: string): string {
    return printIp(item);
  }
}
