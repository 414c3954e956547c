import type { IpAddress, IpLiteral, IpNetwork, IpRange, Span } from "./ast";
import {
  hostPartNotZero,
  incompatibleRangeBounds,
  invalidAddress,
  invalidMask,
  maskTooLong,
} from "../diagnostics/syntax-causes";
import { ADDRESS_CHARACTERS } from "./characters";
import { ParseError } from "../diagnostics/parse-error";
import { parseDigits } from "./read-int";
import { addressBits, networkOf, parseAddress, parseNetworkAddress, printAddress } from "./ip-address";
import type { Reader } from "./reader";

const MASK = { min: 0n, max: 255n };

/** `ip = address ;` Consumes every character that an address, a mask or a range can contain. */
export function readIp(reader: Reader): IpLiteral {
  const span = readChunk(reader);
  const address = addressAt(reader.text, span);
  return { kind: "ip", type: "Ip", address, span };
}

/** Reads an `ip`, or returns `undefined` without moving the reader. */
export function acceptIp(reader: Reader): IpLiteral | undefined {
  const start = reader.position;
  const end = reader.endOfRun(ADDRESS_CHARACTERS);
  const address = parseAddress(reader.text.slice(start, end));
  if (address === undefined) return undefined;
  reader.position = end;
  return { kind: "ip", type: "Ip", address, span: reader.spanFrom(start) };
}

/** `ip-item = net-address [ "/" mask ] | address ".." address ;` A network needs its base address. */
export function readIpItem(reader: Reader): IpLiteral | IpNetwork | IpRange {
  const span = readChunk(reader);
  const chunk = reader.text.slice(span.start, span.end);
  const dots = chunk.indexOf("..");
  return dots === -1 ? networkItem(chunk, span) : rangeItem(reader.text, span, span.start + dots);
}

function readChunk(reader: Reader): Span {
  const start = reader.position;
  reader.expectRun("IP address character", ADDRESS_CHARACTERS);
  return reader.spanFrom(start);
}

function addressAt(text: string, span: Span): IpAddress {
  const address = parseAddress(text.slice(span.start, span.end));
  if (address === undefined) throw new ParseError(invalidAddress(), span);
  return address;
}

function rangeItem(text: string, span: Span, dots: number): IpRange {
  const first = addressAt(text, { start: span.start, end: dots });
  const last = addressAt(text, { start: dots + 2, end: span.end });
  if (first.family !== last.family || first.value > last.value)
    throw new ParseError(incompatibleRangeBounds(), span);
  return { kind: "ipRange", first, last, span };
}

function networkItem(chunk: string, span: Span): IpLiteral | IpNetwork {
  // The last slash separates address and mask, but the reference implementation reports spans from the first one.
  const slash = chunk.lastIndexOf("/");
  const firstSlash = chunk.indexOf("/");
  const addressSpan = firstSlash === -1 ? span : { start: span.start, end: span.start + firstSlash };
  const address = parseNetworkAddress(slash === -1 ? chunk : chunk.slice(0, slash));
  if (address === undefined) throw new ParseError(invalidAddress(), addressSpan);
  if (slash === -1) return { kind: "ip", type: "Ip", address, span };
  const mask = parseDigits(chunk.slice(slash + 1), 10, MASK);
  if (typeof mask === "string") {
    throw new ParseError(invalidMask(mask), { start: span.start + firstSlash + 1, end: span.end });
  }
  const prefix = Number(mask);
  if (prefix > addressBits(address.family)) throw new ParseError(maskTooLong(address.family, prefix), span);
  const network = networkOf(address, prefix);
  if (network.value !== address.value) {
    throw new ParseError(hostPartNotZero(`${printAddress(network)}/${prefix}`), addressSpan);
  }
  return { kind: "ipNetwork", address, prefix, span };
}
