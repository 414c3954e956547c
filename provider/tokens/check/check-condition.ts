import ipaddr from "ipaddr.js";
import {
  checkList,
  checkMembers,
  Cidr,
  found,
  isUnknown,
  type Members,
  pathTo,
  type Problem,
} from "../../api";

const EMPTY = "has no networks, so no client could use the token; add networks, or remove the condition";

/** Checks the condition of a token: the networks of its clients. */
export function checkCondition(condition: unknown, path: string): Problem[] {
  if (condition === undefined) return [];
  return checkMembers(condition, path, ["requestIp"], ({ requestIp }) => {
    if (requestIp === undefined) return [{ path, message: EMPTY }];
    const at = pathTo(path, "requestIp");
    return checkMembers(requestIp, at, ["in", "notIn"], (lists) => checkNetworks(lists, at));
  });
}

function checkNetworks(lists: Members, path: string): Problem[] {
  if (isEmpty(lists.in) && isEmpty(lists.notIn)) return [{ path, message: EMPTY }];
  const problems = ["in", "notIn"].flatMap((name) =>
    lists[name] === undefined ? [] : checkList(lists[name], pathTo(path, name), "networks", checkNetwork),
  );
  return problems.length > 0 ? problems : checkOverlap(lists, path);
}

function isEmpty(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0);
}

function checkNetwork(network: unknown, path: string): Problem[] {
  if (!Cidr.safeParse(network).success) {
    return [{ path, message: `must be a network in CIDR notation, found ${found(network)}${cure(network)}` }];
  }
  if (!isMapped(String(network))) return [];
  const message = `must not be an IPv4-mapped IPv6 network, which matches no client: write the IPv4 network, found ${found(network)}`;
  return [{ path, message }];
}

function isMapped(network: string): boolean {
  const [base] = ipaddr.parseCIDR(network);
  return base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress();
}

function cure(network: unknown): string {
  if (typeof network !== "string") return "";
  if (ipaddr.IPv4.isValidFourPartDecimal(network)) return `; write ${network}/32`;
  if (ipaddr.IPv6.isValid(network)) return `; write ${network}/128`;
  return "; write it like 192.0.2.0/24 (a mask of 0 to 32) or 2001:db8::/32 (0 to 128)";
}

function checkOverlap(lists: Members, path: string): Problem[] {
  const [inside, outside] = [networksOf(lists.in), networksOf(lists.notIn)];
  if (!inside || !outside || !excludesAllClients(inside, outside)) return [];
  const what = inside.length > 0 ? "every address of in" : "every address";
  return [{ path, message: `excludes all clients: notIn covers ${what}; remove a network from notIn` }];
}

// Undefined if a network is unknown.
function networksOf(list: unknown): string[] | undefined {
  if (list === undefined) return [];
  if (!Array.isArray(list) || list.some(isUnknown)) return undefined;
  return list.map(String);
}

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
