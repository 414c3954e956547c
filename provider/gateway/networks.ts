import { didYouMean, found, isUnknown, listOr, type Problem } from "../api/plain";

/** Networks of the chain gateway, the retired ones too. */
export const NETWORKS: readonly Network[] = [
  { name: "mainnet" },
  { name: "sepolia" },
  {
    name: "rinkeby",
    retiredOn: "2023-01-30",
    replacement: "sepolia",
    reason: "it did not go through the consensus change and is no longer a reliable staging environment",
  },
];

export interface Network {
  readonly name: string;
  /** The day, in UTC, on which support ends: `YYYY-MM-DD`. */
  readonly retiredOn?: string;
  readonly replacement?: string;
  readonly reason?: string;
}

/**
 * Tells which network to use: the one asked for, or its replacement where it is retired and `onRetired` is `migrate`; undefined
 * where there is none, or where it is not known yet.
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

/** Whether support has ended: from the first moment of that day in UTC. */
export function isRetired({ retiredOn }: Network, now: Date): boolean {
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
    ? `; write "${replacement}", or onRetired: "migrate" to be moved there (the calls stay the same)`
    : "";
  return `"${name}" was retired on ${retiredOn ?? ""}${why}${cure}`;
}

/** Where JSON-RPC calls of a network go: `{base}/v1/{network}`. */
export function gatewayUrl(base: string, network: string): string {
  return `${base.replace(/\/+$/, "")}/v1/${encodeURIComponent(network)}`;
}
