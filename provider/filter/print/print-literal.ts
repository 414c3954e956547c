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
  // Colons could make an address of them.
  if (notation === "hex") return Array.from(bytes, hexByte).join("-");
  const text = decodeUtf8(bytes);
  if (text === undefined) return `"${Array.from(bytes, escapeByte).join("")}"`;
  return notation === "raw" ? printRaw(text) : printQuoted(text);
}

export function printQuoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** In quotes, a quote of the pattern needs a backslash, but not within a class: there it does not end the pattern. */
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

/** With as many hashes as it takes for no quote within to end it. */
function printRaw(text: string): string {
  const runs = text.match(/"#*/g) ?? [];
  const hashes = "#".repeat(runs.reduce((most, run) => Math.max(most, run.length), 0));
  return `r${hashes}"${text}"${hashes}`;
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function escapeByte(byte: number): string {
  const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
  return isPlain ? String.fromCharCode(byte) : `\\x${hexByte(byte)}`;
}
