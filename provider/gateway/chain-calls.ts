import type { JsonRpcRequest } from "../api/wire";

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
