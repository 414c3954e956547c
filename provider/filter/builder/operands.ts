import { printQuoted } from "../print/print-literal";

/** Characters that the parser reads as one token, so that a value cannot contain an operator. */
const ADDRESS = /^[0-9a-fA-F.:/]+$/;
const LIST_NAME = /^[\w.]+$/;

export type Integer = number | bigint;

/** @throws RangeError if the text has a lone surrogate, which UTF-8 cannot encode. */
export function wellFormed(text: string): string {
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
export function printIp(text: string): string {
  if (ADDRESS.test(text)) return text;
  throw new RangeError(`${JSON.stringify(text)} is not an IP address, a network or a range of addresses.`);
}

/** @throws RangeError if the text cannot be a list name. */
export function printList(name: string): string {
  if (LIST_NAME.test(name)) return `$${name}`;
  throw new RangeError(
    `${JSON.stringify(name)} is not a list name: use lower-case letters, digits, _ and . only.`,
  );
}

/** @throws RangeError unless the value is an exact integer, also if a program without types passes another type. */
export function printInteger(value: Integer): string {
  if (typeof value !== "bigint" && !Number.isSafeInteger(value)) {
    throw new RangeError(
      `${JSON.stringify(value)} is not an exact integer. Use a bigint for integers of 2^53 and more.`,
    );
  }
  return value.toString();
}
