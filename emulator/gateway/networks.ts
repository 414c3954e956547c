export interface Network {
  readonly name: string;
  readonly chainId: number;
  /** Time of its first block, in seconds. */
  readonly genesis: number;
  readonly retirement?: { readonly on: string; readonly replacement: string };
}

export const NETWORKS: readonly Network[] = [
  { name: "mainnet", chainId: 1, genesis: 1_438_269_973 },
  { name: "sepolia", chainId: 11_155_111, genesis: 1_633_267_481 },
  {
    name: "rinkeby",
    chainId: 4,
    genesis: 1_492_009_146,
    retirement: { on: "2023-01-30", replacement: "sepolia" },
  },
];

/** From the start of that day, UTC. */
export function isRetired({ retirement }: Network, now: Date): boolean {
  return retirement !== undefined && now.getTime() >= Date.parse(`${retirement.on}T00:00:00Z`);
}
