import type { IpAddress } from "./ast";
import { DECIMAL_DIGITS } from "./lexer";

const OCTETS = 4;
const MAX_OCTET = 255;
const DOT = 0x2e;
const ZERO = 0x30;
const GROUP = /^[0-9a-fA-F]{1,4}$/;
const GROUPS = 8;

/** Parses an address as Rust's standard library does: four decimal octets without leading zeros, or RFC 4291 without a zone. */
export function parseAddress(text: string): IpAddress | undefined {
  return text.includes(":") ? parseV6(text) : parseV4(text);
}

/** Parses the address of a network, in which IPv4 octets may have leading zeros and trailing octets may be missing. */
export function parseNetworkAddress(text: string): IpAddress | undefined {
  if (text.includes(":")) return parseV6(text);
  const octets = parseOctets(text, true);
  if (octets === undefined) return undefined;
  while (octets.length < OCTETS) octets.push(0);
  return fromOctets(octets);
}

/** Prints the canonical form: dotted decimal, or RFC 5952 with dotted decimal in IPv4-mapped addresses. */
export function printAddress({ family, value }: IpAddress): string {
  if (family === 4) return printV4(value);
  if (value >> 32n === 0xffffn) return `::ffff:${printV4(value & 0xffffffffn)}`;
  const groups = toParts(value, GROUPS, 16n).map((group) => group.toString(16));
  const { start, length } = longestZeroRun(groups);
  if (length < 2) return groups.join(":");
  return `${groups.slice(0, start).join(":")}::${groups.slice(start + length).join(":")}`;
}

export function addressBits(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}

/** Returns the address with all bits after the prefix set to zero. */
export function networkOf({ family, value }: IpAddress, prefix: number): IpAddress {
  const hostBits = BigInt(addressBits(family) - prefix);
  return { family, value: (value >> hostBits) << hostBits };
}

function parseV4(text: string): IpAddress | undefined {
  const octets = parseOctets(text, false);
  return octets?.length === OCTETS ? fromOctets(octets) : undefined;
}

/** Parses one to four octets separated by dots. */
function parseOctets(text: string, leadingZeros: boolean): number[] | undefined {
  const octets: number[] = [];
  let octet = 0;
  let digits = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (DECIMAL_DIGITS.has(code)) {
      if (digits > 0 && octet === 0 && !leadingZeros) return undefined;
      octet = 10 * octet + code - ZERO;
      if (octet > MAX_OCTET) return undefined;
      digits += 1;
    } else {
      const ends = code === DOT || at === text.length;
      if (!ends || digits === 0 || octets.length === OCTETS) return undefined;
      octets.push(octet);
      octet = 0;
      digits = 0;
    }
  }
  return octets;
}

function fromOctets(octets: readonly number[]): IpAddress {
  return { family: 4, value: BigInt(octets.reduce((value, octet) => 256 * value + octet, 0)) };
}

function parseV6(text: string): IpAddress | undefined {
  const halves = text.split("::", 3);
  if (halves.length > 2) return undefined;
  const [head = "", tail] = halves;
  const first = parseGroups(head, tail === undefined);
  const last = tail === undefined ? [] : parseGroups(tail, true);
  if (first === undefined || last === undefined) return undefined;
  const missing = GROUPS - first.length - last.length;
  // "::" replaces at least one group.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const zeros = Array<number>(missing).fill(0);
  return { family: 6, value: fromGroups([...first, ...zeros, ...last]) };
}

/** Stops after nine parts, so the result has at most ten groups; more than eight are invalid. */
function parseGroups(text: string, mayEndInV4: boolean): number[] | undefined {
  if (text === "") return [];
  const parts = text.split(":", GROUPS + 1);
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    const v4 = mayEndInV4 && index === parts.length - 1 ? parseV4(part) : undefined;
    if (v4 !== undefined) groups.push(Number(v4.value >> 16n), Number(v4.value & 0xffffn));
    else if (GROUP.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

function fromGroups(groups: readonly number[]): bigint {
  return groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n);
}

function toParts(value: bigint, count: number, bits: bigint): number[] {
  const mask = (1n << bits) - 1n;
  return Array.from({ length: count }, (_, index) =>
    Number((value >> (BigInt(count - 1 - index) * bits)) & mask),
  );
}

function printV4(value: bigint): string {
  const bits = Number(value);
  return `${bits >>> 24}.${(bits >>> 16) & 255}.${(bits >>> 8) & 255}.${bits & 255}`;
}

/** Returns the first run if several are longest. */
function longestZeroRun(groups: readonly string[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === "0" ? length + 1 : 0;
    if (length > best.length) best = { start: index - length + 1, length };
  }
  return best;
}
