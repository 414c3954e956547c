import ipaddr from "ipaddr.js";
import type { Condition, Token } from "../../api/wire";
import { AccessQuestionError } from "./access-resource";

/**
 * Returns the reasons why a token cannot be used, regardless of its policies: its status, its validity period, the client address.
 *
 * @throws AccessQuestionError if `from` is not an IP address
 */
export function accessObstacles(
  token: Pick<Token, "status" | "not_before" | "expires_on" | "condition">,
  { at, from }: { readonly at?: Date | undefined; readonly from?: string | undefined },
): string[] {
  const { status, not_before: start, expires_on: end, condition } = token;
  const obstacles: string[] = [];
  if (status !== "active") obstacles.push(`the token is ${status}`);
  if (at && start != null && at.getTime() < Date.parse(start))
    obstacles.push(`it is not valid before ${start}`);
  // The API may already report the status "expired": one obstacle is enough.
  if (at && end != null && Date.parse(end) <= at.getTime() && status !== "expired")
    obstacles.push(`it expired at ${end}`);
  if (from !== undefined) {
    if (!isAddress(from)) throw new AccessQuestionError(`${JSON.stringify(from)} is not an IP address.`);
    if (!ipAllowed(condition, from)) obstacles.push(`its condition does not allow clients at ${from}`);
  }
  return obstacles;
}

/**
 * Whether a condition allows a client address: it must be in an `in` network, if there are any, and in no `not_in` network.
 * Without a condition, every address is allowed; with a condition that has no networks, none is. An IPv4-mapped IPv6 address is
 * treated as IPv4. An invalid address is never allowed.
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

/** Whether a text is a dotted-decimal IPv4 address or an IPv6 address. ipaddr.js also accepts `1`, `0x7f.1` and octal forms. */
function isAddress(text: string): boolean {
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
