import ipaddr from "ipaddr.js";
import { Cidr } from "../../api";
import { containsUnknown, found, isMembers, pathTo, type Members, type Problem } from "../../api/plain";

/** Returns what is doubtful about the checked arguments of a token: they are valid, and probably mean something else. */
export function tokenDoubts({ condition, warnBefore, expiresOn }: Members): Problem[] {
  const lists = isMembers(condition) && isMembers(condition["requestIp"]) ? condition["requestIp"] : {};
  return [
    ...["in", "notIn"].flatMap((name) => hostBits(lists[name], `condition.requestIp.${name}`)),
    ...(warnBefore !== undefined && expiresOn === undefined
      ? [
          {
            path: "warnBefore",
            message: "has no effect without expiresOn: set expiresOn, or remove warnBefore",
          },
        ]
      : []),
  ];
}

/** Whether the API takes the network of such an address, or refuses it, is not documented. */
function hostBits(networks: unknown, path: string): Problem[] {
  if (!Array.isArray(networks)) return [];
  return networks.flatMap((network: unknown, index) => {
    if (containsUnknown(network) || !Cidr.safeParse(network).success) return [];
    const text = String(network);
    const [address, bits] = ipaddr.parseCIDR(text);
    const base = (address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(text);
    if (base.toString() === address.toString()) return [];
    const message =
      `is ${found(text)}, the address of a client and not of a network: write ${base.toString()}/${bits} for the whole network, or ` +
      `${address.toString()}/${address.kind() === "ipv4" ? 32 : 128} for one client`;
    return [{ path: pathTo(path, index), message }];
  });
}
