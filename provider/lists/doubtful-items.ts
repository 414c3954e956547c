import { isMembers } from "../api/arguments";
import type { Problem } from "../api/problem";
import { isUnknown } from "../api/unknown";
import { addressBits, parseAddress } from "../filter/parse/ip-address";
import { canonicalNetwork } from "./item";

/** The shortest prefix that any source allows in a list of addresses. */
export const SHORTEST_PREFIX = { 4: 8, 6: 4 } as const;
/** Pages of 2026 say IPv6 /12 to /128, older ones /4 to /64. */
const DOUBTFUL_BELOW = 12;
/** Items that warnings name at most. */
const NAMED = 20;

/** Returns the family of an address or network, and the length of its prefix. Undefined for any other text. */
export function prefixOf(text: string): { readonly family: 4 | 6; readonly length: number } | undefined {
  if (canonicalNetwork(text) === undefined) return undefined;
  const [address = "", prefix] = text.split("/");
  const family = parseAddress(address)?.family;
  if (family === undefined) return undefined;
  return { family, length: prefix === undefined ? addressBits(family) : Number(prefix) };
}

/** Returns the warnings about items that the API may refuse, or that mean something else than they look like. */
export function doubtsOfItems(items: unknown): Problem[] {
  if (!Array.isArray(items)) return [];
  const doubts = items.flatMap((item: unknown, index): Problem[] => {
    const ip = isMembers(item) ? item["ip"] : undefined;
    if (typeof ip !== "string" || isUnknown(ip)) return [];
    const path = `items[${index}].ip`;
    return doubtsOf(ip).map((message) => ({ path, message }));
  });
  const rest = doubts.length - NAMED;
  return [
    ...doubts.slice(0, NAMED),
    ...(rest > 0 ? [{ path: "items", message: `${rest} more items have the same problems` }] : []),
  ];
}

function doubtsOf(ip: string): string[] {
  // An address alone has neither problem.
  const prefix = ip.includes("/") ? prefixOf(ip) : undefined;
  if (!prefix || prefix.length < SHORTEST_PREFIX[prefix.family]) return [];
  const network = canonicalNetwork(ip) ?? ip;
  const isShort = prefix.family === 6 && prefix.length < DOUBTFUL_BELOW;
  return [
    ...(isShort
      ? [
          `${network} is an IPv6 network shorter than /${DOUBTFUL_BELOW}, which the API may refuse: sources differ; write smaller networks`,
        ]
      : []),
    ...(hasHostBits(ip, network)
      ? [`${ip} means the whole network ${network}; write ${network}, or the address alone`]
      : []),
  ];
}

/** Whether the address of a network is not its first one. */
function hasHostBits(ip: string, network: string): boolean {
  const [written, first] = [ip, network].map((text) => parseAddress(text.split("/", 1)[0] ?? ""));
  return written?.value !== first?.value;
}
