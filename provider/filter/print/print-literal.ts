import type { BytesLiteral, Literal, RegexLiteral, SetItem } from "../parse/ast";
import { printAddress } from "../parse/ip-address";
import { decodeUtf8 } from "../parse/utf8";

export function printLiteral(literal: Literal): string {
  switch (literal.kind) {
    case "bytes":
      return printBytes(literal);
    case "int":
      return literal.value.toString();
    case "ip":
      return printAddress(literal.address);
  }
}

export function printSetItem(item: SetItem): string {
  switch (item.kind) {
    case "intRange":
      return item.first === item.last ? item.first.toString() : `${item.first}..${item.last}`;
    case "ipRange":
      return `${printAddress(item.first)}..${printAddress(item.last)}`;
    case "ipNetwork":
      return `${printAddress(item.address)}/${item.prefix}`;
    default:
      return printLiteral(item);
  }
}

export function printBytes({ bytes, notation }: BytesLiteral): string {
  if (notation === "hex") return Array.from(bytes, hexByte).join(":");
  const text = decodeUtf8(bytes);
  if (text === undefined) return `"${Array.from(bytes, escapeByte).join("")}"`;
  return notation === "raw" ? printRaw(text) : printQuoted(text);
}

export function printQuoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** A quote in a quoted pattern needs a backslash, except within a class, where it does not end the pattern. */
export function printRegex({ pattern, notation }: RegexLiteral): string {
  if (notation === "raw") return printRaw(pattern);
  let inClass = false;
  const quoted = pattern.replace(/\\[^]|["[\]]/g, (token) => {
    if (token === '"' && !inClass) return '\\"';
    if (token === "[" || token === "]") inClass = token === "[";
    return token;
  });
  return `"${quoted}"`;
}

/** Uses enough hashes that no quote in the text ends the string. */
function printRaw(text: string): string {
  const runs = text.match(/"#*/g) ?? [];
  const hashes = "#".repeat(runs.reduce((most, run) => Math.max(most, run.length), 0));
  return `r${hashes}"${text}"${hashes}`;
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

/** Returns a byte as it is in a quoted string: `a`, `\xff`. */
export function escapeByte(byte: number): string {
  const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
  return isPlain ? String.fromCharCode(byte) : `\\x${hexByte(byte)}`;
}
