export interface ChainNetwork {
  readonly name: string;
  readonly chainId: number;
  /** The time of the first block, in seconds. */
  readonly genesis: number;
  readonly retirement?: { readonly on: string; readonly replacement: string };
}

export const NETWORKS: readonly ChainNetwork[] = [
  { name: "mainnet", chainId: 1, genesis: 1_438_269_973 },
  { name: "sepolia", chainId: 11_155_111, genesis: 1_633_267_481 },
  {
    name: "rinkeby",
    chainId: 4,
    genesis: 1_492_009_146,
    retirement: { on: "2023-01-30", replacement: "sepolia" },
  },
];

/** Returns whether a network is retired: from the start of the day in UTC. */
export function isRetired({ retirement }: ChainNetwork, now: Date): boolean {
  return retirement !== undefined && now.getTime() >= Date.parse(`${retirement.on}T00:00:00Z`);
}
