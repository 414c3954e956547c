import { printQuoted } from "../print/print-literal";

/** What the engine reads as one piece, so that nothing in it can be an operator. */
const ADDRESS = /^[0-9a-fA-F.:/]+$/;
const LIST_NAME = /^[\w.]+$/;

export type Integer = number | bigint;

/** @throws RangeError where the text holds half of a surrogate pair, which no UTF-8 can hold. */
export function wellFormed(text: string): string {
  if (/\p{Cs}/u.test(text))
    throw new RangeError(
      `The text ${JSON.stringify(text)} holds half of a surrogate pair. Filter expressions are UTF-8: take it out.`,
    );
  return text;
}

export function quoteText(text: string): string {
  return printQuoted(wellFormed(text));
}

/** An address, a network or a range: whether it is a good one, the parser says. @throws RangeError for any other text. */
export function printIp(text: string): string {
  if (ADDRESS.test(text)) return text;
  throw new RangeError(`${JSON.stringify(text)} is no IP address, network or range.`);
}

/** @throws RangeError for what cannot be a name. */
export function printList(name: string): string {
  if (LIST_NAME.test(name)) return `$${name}`;
  throw new RangeError(
    `${JSON.stringify(name)} is no name of a list: lower-case letters, digits, _ and . make one.`,
  );
}

/** @throws RangeError for a number that is no exact integer, and for what a program without types may hand over. */
export function printInteger(value: Integer): string {
  if (typeof value !== "bigint" && !Number.isSafeInteger(value)) {
    throw new RangeError(
      `${JSON.stringify(value)} is no exact integer. Write integers from 2^53 on as bigint.`,
    );
  }
  return value.toString();
}
