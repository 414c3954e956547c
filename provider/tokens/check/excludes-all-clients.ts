import ipaddr from "ipaddr.js";

/** A range of addresses of one family, inclusive at both ends. */
interface Range {
  readonly family: "ipv4" | "ipv6";
  readonly first: bigint;
  readonly last: bigint;
}

const EVERYBODY = ["0.0.0.0/0", "::/0"];

/**
 * Whether a condition excludes every client: the networks of `outside` together cover all addresses of `inside`, or all addresses if
 * `inside` is empty. Networks are in CIDR notation.
 */
export function excludesAllClients(inside: readonly string[], outside: readonly string[]): boolean {
  const refused = outside.map(rangeOf).sort((a, b) => (a.first < b.first ? -1 : Number(a.first > b.first)));
  return (inside.length > 0 ? inside : EVERYBODY).map(rangeOf).every((range) => isCovered(range, refused));
}

function isCovered({ family, first, last }: Range, sorted: readonly Range[]): boolean {
  let open = first;
  for (const other of sorted) {
    if (other.family === family && other.first <= open && other.last >= open) open = other.last + 1n;
  }
  return open > last;
}

function rangeOf(network: string): Range {
  const [address, bits] = ipaddr.parseCIDR(network);
  const bytes = address.toByteArray();
  const hostBits = BigInt(bytes.length * 8 - bits);
  const number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const first = (number >> hostBits) << hostBits;
  return { family: address.kind(), first, last: first + (1n << hostBits) - 1n };
}
