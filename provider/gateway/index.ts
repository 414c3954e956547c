import { found, isUnknown } from "../api";
import type { Problem } from "../api/problem";
import type { JsonRpcRequest } from "../api/wire";
import { didYouMean, joinQuotedOr } from "../words";

/** The networks of the chain gateway, including retired ones. */
const NETWORKS = [
  { name: "mainnet" },
  { name: "sepolia" },
  {
    name: "rinkeby",
    retiredOn: "2023-01-30",
    replacement: "sepolia",
    reason: "it did not go through the consensus change and is no longer a reliable staging environment",
  },
] as const satisfies readonly Network[];

/** The name of a network. One that is retired needs `onRetired: "migrate"`. */
export type NetworkName = (typeof NETWORKS)[number]["name"];

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
  const known: Network | undefined = NETWORKS.find(({ name }) => name === network);
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
  return `must be ${joinQuotedOr(names)}, found ${found(network)}${hint}`;
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

/** A number in hexadecimal, without leading zeros: `0x1b4`. */
export type HexQuantity = `0x${string}`;
/** Bytes in hexadecimal, two digits each: `0x00ff`. */
export type HexData = `0x${string}`;
/** A block, by number or by a name. */
export type BlockTag = HexQuantity | "latest" | "earliest" | "pending" | "safe" | "finalized";

/** A block of the chain. `transactions` are hashes, or whole transactions if the call requests them. */
export interface Block {
  readonly number: HexQuantity | null;
  readonly hash: HexData | null;
  readonly parentHash: HexData;
  readonly nonce: HexData | null;
  readonly sha3Uncles: HexData;
  readonly logsBloom: HexData | null;
  readonly transactionsRoot: HexData;
  readonly stateRoot: HexData;
  readonly receiptsRoot: HexData;
  readonly miner: HexData;
  readonly mixHash: HexData;
  readonly difficulty: HexQuantity;
  readonly totalDifficulty: HexQuantity;
  readonly extraData: HexData;
  readonly size: HexQuantity;
  readonly gasLimit: HexQuantity;
  readonly gasUsed: HexQuantity;
  readonly timestamp: HexQuantity;
  readonly transactions: readonly (HexData | Readonly<Record<string, unknown>>)[];
  readonly uncles: readonly HexData[];
}

/** The parameters and results of common methods. The result for a block that does not exist is null. */
export interface ChainCalls {
  web3_clientVersion: { params: readonly []; result: string };
  net_version: { params: readonly []; result: string };
  eth_chainId: { params: readonly []; result: HexQuantity };
  eth_blockNumber: { params: readonly []; result: HexQuantity };
  eth_gasPrice: { params: readonly []; result: HexQuantity };
  eth_getBalance: { params: readonly [address: HexData, block: BlockTag]; result: HexQuantity };
  eth_getTransactionCount: { params: readonly [address: HexData, block: BlockTag]; result: HexQuantity };
  eth_getCode: { params: readonly [address: HexData, block: BlockTag]; result: HexData };
  eth_getBlockByNumber: {
    params: readonly [block: BlockTag, fullTransactions: boolean];
    result: Block | null;
  };
  eth_getBlockByHash: { params: readonly [hash: HexData, fullTransactions: boolean]; result: Block | null };
}
/** The name of a method with typed parameters and result. */
export type ChainMethod = keyof ChainCalls;

/** Builds a JSON-RPC call. The parameters of common methods are typed. */
export function jsonRpcRequest<M extends ChainMethod>(
  method: M,
  params: ChainCalls[M]["params"],
  id?: number,
): JsonRpcRequest;
export function jsonRpcRequest(method: string, params: readonly unknown[], id?: number): JsonRpcRequest;
export function jsonRpcRequest(method: string, params: readonly unknown[], id = 1): JsonRpcRequest {
  return { jsonrpc: "2.0", method, params: [...params], id };
}
