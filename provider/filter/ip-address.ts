import type { IpAddress } from "./ast";

const OCTET = /^(?:0|[1-9][0-9]{0,2})$/;
const SHORT_OCTET = /^[0-9]+$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;
const GROUPS = 8;

/** An address as Rust's standard library reads it: four plain decimal octets, or RFC 4291; no mask, no zone. */
export function parseAddress(text: string): IpAddress | undefined {
  return text.includes(":") ? parseV6(text) : parseV4(text);
}

/** Also takes what networks allow for IPv4: missing octets are zero, leading zeros are ignored. */
export function parseNetworkAddress(text: string): IpAddress | undefined {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  const octets = text.split(".", 5);
  if (octets.length > 4) return undefined;
  const values = octets.map((octet) => (SHORT_OCTET.test(octet) ? Number(octet) : NaN));
  if (!values.every((value) => value <= 255)) return undefined;
  while (values.length < 4) values.push(0);
  return { family: 4, value: fromParts(values, 8n) };
}

/** The canonical text: dotted decimal, or RFC 5952 with IPv4-mapped addresses in dotted decimal at the end. */
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

/** The address with everything behind the prefix set to zero. */
export function networkOf({ family, value }: IpAddress, prefix: number): IpAddress {
  const hostBits = BigInt(addressBits(family) - prefix);
  return { family, value: (value >> hostBits) << hostBits };
}

function parseV4(text: string): IpAddress | undefined {
  const octets = text.split(".", 5);
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255))
    return undefined;
  return { family: 4, value: fromParts(octets.map(Number), 8n) };
}

function parseV6(text: string): IpAddress | undefined {
  const halves = text.split("::", 3);
  if (halves.length > 2) return undefined;
  const [head = "", tail] = halves;
  const first = parseGroups(head, tail === undefined);
  const last = tail === undefined ? [] : parseGroups(tail, true);
  if (first === undefined || last === undefined) return undefined;
  const missing = GROUPS - first.length - last.length;
  // "::" stands for at least one group of zeros.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const zeros = Array<number>(missing).fill(0);
  return { family: 6, value: fromParts([...first, ...zeros, ...last], 16n) };
}

function parseGroups(text: string, mayEndInV4: boolean): number[] | undefined {
  if (text === "") return [];
  const parts = text.split(":", GROUPS + 1);
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    const v4 = mayEndInV4 && index === parts.length - 1 && part.includes(".") ? parseV4(part) : undefined;
    if (v4 !== undefined) groups.push(Number(v4.value >> 16n), Number(v4.value & 0xffffn));
    else if (GROUP.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups.length > GROUPS ? undefined : groups;
}

function fromParts(parts: readonly number[], bits: bigint): bigint {
  return parts.reduce((value, part) => (value << bits) | BigInt(part), 0n);
}

function toParts(value: bigint, count: number, bits: bigint): number[] {
  const mask = (1n << bits) - 1n;
  return Array.from({ length: count }, (_, index) =>
    Number((value >> (BigInt(count - 1 - index) * bits)) & mask),
  );
}

function printV4(value: bigint): string {
  return toParts(value, 4, 8n).join(".");
}

/** The first of the longest runs. */
function longestZeroRun(groups: readonly string[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === "0" ? length + 1 : 0;
    if (length > best.length) best = { start: index - length + 1, length };
  }
  return best;
}
