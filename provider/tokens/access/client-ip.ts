import ipaddr from "ipaddr.js";
import type { Condition } from "../../api";

/**
 * Whether a condition lets a client address in: inside of an `in` network where any is listed, and outside of every `not_in`
 * network. No condition lets everybody in; one without any network lets nobody in. IPv4 in IPv6 form counts as IPv4, and what
 * is no address is never let in.
 */
export function ipAllowed(condition: Condition | null | undefined, address: string): boolean {
  if (!condition) return true;
  const networks = condition["request.ip"] ?? condition.request_ip;
  const inside = networks?.in ?? [];
  const outside = networks?.not_in ?? [];
  if (!isAddress(address) || (inside.length === 0 && outside.length === 0)) return false;
  const client = ipaddr.process(address);
  const within = (network: string) => contains(network, client);
  return (inside.length === 0 || inside.some(within)) && !outside.some(within);
}

/** An IPv4 address in four decimal parts, or an IPv6 address: ipaddr.js would take `1`, `0x7f.1` and octal forms too. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function contains(network: string, client: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [base, bits] = parseNetwork(network);
  return base.kind() === client.kind() && client.match(base, bits);
}

function parseNetwork(network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [base, bits] = ipaddr.parseCIDR(network);
  const mapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96;
  return mapped ? [base.toIPv4Address(), bits - 96] : [base, bits];
}
