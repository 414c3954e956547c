import type { IpAddress, IpLiteral, IpNetwork, IpRange, Span } from "./ast";
import {
  hostPartNotZero,
  incompatibleRangeBounds,
  invalidAddress,
  invalidMask,
  maskTooLong,
} from "../diagnostics/causes";
import { ADDRESS_CHARACTERS } from "./characters";
import { Fault } from "../diagnostics/fault";
import { parseDigits } from "./ints";
import { addressBits, networkOf, parseAddress, parseNetworkAddress, printAddress } from "./ip-address";
import type { Reader } from "./reader";

const MASK = { min: 0n, max: 255n };

/** One plain address. Everything that could belong to an address, a mask or a range is read as one text. */
export function readIp(reader: Reader): IpLiteral {
  const span = readChunk(reader);
  const address = addressAt(reader.text, span);
  return { kind: "ip", type: "Ip", address, span };
}

/** The plain address that stands here. Without one, nothing is read. */
export function acceptIp(reader: Reader): IpLiteral | undefined {
  const start = reader.position;
  const end = reader.endOfRun(ADDRESS_CHARACTERS);
  const address = parseAddress(reader.text.slice(start, end));
  if (address === undefined) return undefined;
  reader.position = end;
  return { kind: "ip", type: "Ip", address, span: reader.spanFrom(start) };
}

/** An item of a set: an address, a network, or a range. */
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
  if (address === undefined) throw new Fault(invalidAddress(), span);
  return address;
}

function rangeItem(text: string, span: Span, dots: number): IpRange {
  const first = addressAt(text, { start: span.start, end: dots });
  const last = addressAt(text, { start: dots + 2, end: span.end });
  if (first.family !== last.family || first.value > last.value)
    throw new Fault(incompatibleRangeBounds(), span);
  return { kind: "ipRange", first, last, span };
}

function networkItem(chunk: string, span: Span): IpLiteral | IpNetwork {
  // The last slash divides address and mask, but it is the first one at which the engine divides its spans.
  const slash = chunk.lastIndexOf("/");
  const firstSlash = chunk.indexOf("/");
  const addressSpan = firstSlash === -1 ? span : { start: span.start, end: span.start + firstSlash };
  const address = parseNetworkAddress(slash === -1 ? chunk : chunk.slice(0, slash));
  if (address === undefined) throw new Fault(invalidAddress(), addressSpan);
  if (slash === -1) return { kind: "ip", type: "Ip", address, span };
  const mask = parseDigits(chunk.slice(slash + 1), 10, MASK);
  if (typeof mask === "string") {
    throw new Fault(invalidMask(mask), { start: span.start + firstSlash + 1, end: span.end });
  }
  const prefix = Number(mask);
  if (prefix > addressBits(address.family)) throw new Fault(maskTooLong(address.family, prefix), span);
  const network = networkOf(address, prefix);
  if (network.value !== address.value) {
    throw new Fault(hostPartNotZero(`${printAddress(network)}/${prefix}`), addressSpan);
  }
  return { kind: "ipNetwork", address, prefix, span };
}
