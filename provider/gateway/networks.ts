import { didYouMean, found, isUnknown, listOr, type Problem } from "../api/plain";

/** The networks of the chain gateway, including retired ones. */
const NETWORKS: readonly Network[] = [
  { name: "mainnet" },
  { name: "sepolia" },
  {
    name: "rinkeby",
    retiredOn: "2023-01-30",
    replacement: "sepolia",
    reason: "it did not go through the consensus change and is no longer a reliable staging environment",
  },
];

/** A network of the chain gateway. */
interface Network {
  readonly name: string;
  /** The day on which support ends, in UTC: `YYYY-MM-DD`. */
  readonly retiredOn?: string;
  readonly replacement?: string;
  readonly reason?: string;
}

/**
 * Returns the network to use: the requested one or, if that is retired and `onRetired` is `migrate`, its replacement. Undefined if
 * there is none, or if the requested network is unknown in a preview.
 */
export function checkNetwork(
  network: unknown,
  at: { now: Date; onRetired: "fail" | "migrate" },
): { network: string | undefined; problems: Problem[] } {
  if (isUnknown(network)) return { network: undefined, problems: [] };
  const known = NETWORKS.find(({ name }) => name === network);
  if (!known) return refused(unknownNetwork(network, at.now));
  if (!isRetired(known, at.now)) return { network: known.name, problems: [] };
  if (at.onRetired === "migrate" && known.replacement !== undefined)
    return { network: known.replacement, problems: [] };
  return refused(retired(known));
}

/** Whether a network is retired at `now`: from the start of its retirement day, in UTC. */
function isRetired({ retiredOn }: Network, now: Date): boolean {
  return retiredOn !== undefined && Date.parse(retiredOn) <= now.getTime();
}

function refused(message: string): { network: undefined; problems: Problem[] } {
  return { network: undefined, problems: [{ path: "network", message }] };
}

function unknownNetwork(network: unknown, now: Date): string {
  const names = NETWORKS.filter((one) => !isRetired(one, now)).map(({ name }) => name);
  const hint = typeof network === "string" ? didYouMean(network, names) : "";
  return `must be ${listOr(names)}, found ${found(network)}${hint}`;
}

function retired({ name, retiredOn, replacement, reason }: Network): string {
  const why = reason ? `: ${reason}` : "";
  const cure = replacement
    ? `; use "${replacement}", or set onRetired: "migrate" to switch to it (the calls stay the same)`
    : "";
  return `"${name}" was retired on ${retiredOn ?? ""}${why}${cure}`;
}

/** Returns the URL for JSON-RPC calls to a network: `{base}/v1/{network}`. */
export function gatewayUrl(base: string, network: string): string {
  return `${base.replace(/\/+$/, "")}/v1/${encodeURIComponent(network)}`;
}
