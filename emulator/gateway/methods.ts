import { keccak_256 } from "@noble/hashes/sha3";
import { bytesToHex } from "@noble/hashes/utils";
import { z } from "zod";
import { type Chain, HEIGHT, quantity } from "./chain";

/** Returns the Keccak-256 hash that Ethereum uses, in hexadecimal without `0x`. SHA3-256 differs in its padding. */
export function keccak256(message: Uint8Array): string {
  return bytesToHex(keccak_256(message));
}

const BLOCK_TAGS: Readonly<Record<string, number>> = {
  earliest: 0,
  latest: HEIGHT,
  pending: HEIGHT,
  safe: HEIGHT,
  finalized: HEIGHT,
};

const Quantity = z
  .string()
  .regex(/^0x(0|[1-9a-f][0-9a-f]{0,15})$/i, 'must be a hexadecimal quantity such as "0x2244"')
  .transform(Number);
const Data = z.string().regex(/^0x([0-9a-f]{2})*$/i, 'must be hexadecimal bytes such as "0x68656c6c6f"');
const AccountAddress = z.string().regex(/^0x[0-9a-f]{40}$/i, "must be an address of 20 bytes");
const Hash = z.string().regex(/^0x[0-9a-f]{64}$/i, "must be a hash of 32 bytes");
const TransactionCall = z.looseObject({
  to: AccountAddress.nullish(),
  from: AccountAddress.nullish(),
  data: Data.nullish(),
});

/** A block number or a tag such as `latest`, decoded to a number. */
const BlockNumber = z
  .union([z.enum(["earliest", "latest", "pending", "safe", "finalized"]), z.string()], "must be a string")
  .transform((text, context) => {
    const tagged = BLOCK_TAGS[text];
    if (tagged !== undefined) return tagged;
    const number = Quantity.safeParse(text);
    if (number.success) return number.data;
    context.addIssue({
      code: "custom",
      message: 'must be a hexadecimal quantity such as "0x2244", or "latest"',
    });
    return z.NEVER;
  });

const BlockRange = z.looseObject({
  fromBlock: BlockNumber.optional(),
  toBlock: BlockNumber.optional(),
  count: z.int().min(0).optional(),
});
type BlockRange = z.infer<typeof BlockRange>;

const GAS_PRICE = "0x3b9aca00";
const RANGE_LIMIT = 800;
const FEE_HISTORY_LIMIT = 10;
const TRACE_LIMIT = 200;
/** Characters of hexadecimal data to hash. Hashing blocks all other requests. */
const HASHED_LIMIT = 128 * 1024;
const EMPTY_CODE = "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
const EMPTY_STORAGE = "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421";
const ZERO_WORD = `0x${"0".repeat(64)}`;

interface RpcMethod {
  readonly parameters: z.ZodType<unknown[]>;
  readonly run: (chain: Chain, parameters: unknown[]) => unknown;
}

/** Methods that the gateway documents as unsupported. */
export const UNSUPPORTED: ReadonlySet<string> = new Set([
  "net_peerCount",
  "eth_protocolVersion",
  "eth_coinbase",
  "eth_hashrate",
  "eth_accounts",
  "eth_sign",
  "eth_signTransaction",
  "eth_sendTransaction",
  "eth_getCompilers",
  "eth_compileLLL",
  "eth_compileSolidity",
  "eth_compileSerpent",
  "eth_newFilter",
  "eth_newBlockFilter",
  "eth_newPendingTransactionFilter",
  "eth_uninstallFilter",
  "eth_getFilterChanges",
  "eth_getFilterLogs",
  "eth_submitWork",
  "eth_submitHashrate",
]);

const None = z.tuple([]);

export const METHODS: Readonly<Record<string, RpcMethod>> = {
  web3_clientVersion: method(None, () => "edge-platform/local"),
  web3_sha3: method(
    z.tuple([Data.max(HASHED_LIMIT)]),
    (_, [data]) => `0x${keccak256(Buffer.from(data.slice(2), "hex"))}`,
  ),
  net_version: method(None, ({ network }) => String(network.chainId)),
  net_listening: method(None, () => true),
  eth_syncing: method(None, () => false),
  eth_mining: method(None, () => false),
  eth_gasPrice: method(None, () => GAS_PRICE),
  eth_feeHistory: method(
    z.tuple(
      [
        Quantity.refine(
          (count) => count >= 1 && count <= FEE_HISTORY_LIMIT,
          `must be 1 to ${FEE_HISTORY_LIMIT}`,
        ),
        BlockNumber,
      ],
      z.unknown(),
    ),
    (_, [count, newest]) => feeHistory(count, newest),
  ),
  eth_blockNumber: method(None, () => quantity(HEIGHT)),
  eth_chainId: method(None, ({ network }) => quantity(network.chainId)),
  eth_getBalance: method(z.tuple([AccountAddress, BlockNumber]), (chain, [address]) =>
    chain.balance(address),
  ),
  eth_getStorageAt: method(z.tuple([AccountAddress, Quantity, BlockNumber]), () => ZERO_WORD),
  eth_getTransactionCount: method(z.tuple([AccountAddress, BlockNumber]), () => "0x0"),
  eth_getBlockTransactionCountByHash: method(z.tuple([Hash]), (chain, [hash]) => {
    const number = chain.numberOf(hash);
    return number === undefined ? null : quantity(chain.transactions(number).length);
  }),
  eth_getBlockTransactionCountByNumber: method(z.tuple([BlockNumber]), (chain, [number]) =>
    number > HEIGHT ? null : quantity(chain.transactions(number).length),
  ),
  eth_getUncleCountByBlockHash: method(z.tuple([Hash]), (chain, [hash]) =>
    chain.numberOf(hash) === undefined ? null : "0x0",
  ),
  eth_getUncleCountByBlockNumber: method(z.tuple([BlockNumber]), (_, [number]) =>
    number > HEIGHT ? null : "0x0",
  ),
  eth_getCode: method(z.tuple([AccountAddress, BlockNumber]), () => "0x"),
  // Returns the hash only. The chain does not grow.
  eth_sendRawTransaction: method(
    z.tuple([Data.max(HASHED_LIMIT).refine((data) => data.length > 2, "must not be empty")]),
    (_, [data]) => `0x${keccak256(Buffer.from(data.slice(2), "hex"))}`,
  ),
  eth_call: method(z.tuple([TransactionCall, BlockNumber]), () => "0x"),
  eth_estimateGas: method(z.tuple([TransactionCall], z.unknown()), () => "0x5208"),
  eth_getBlockByHash: method(z.tuple([Hash, z.boolean()]), (chain, [hash, whole]) => {
    const number = chain.numberOf(hash);
    return number === undefined ? null : chain.block(number, whole);
  }),
  eth_getBlockByNumber: method(z.tuple([BlockNumber, z.boolean()]), (chain, [number, whole]) =>
    chain.block(number, whole),
  ),
  eth_getTransactionByHash: method(z.tuple([Hash]), (chain, [hash]) => {
    const found = chain.transactionOf(hash);
    return found ? chain.transaction(found) : null;
  }),
  eth_getTransactionByBlockHashAndIndex: method(z.tuple([Hash, Quantity]), (chain, [hash, index]) => {
    const number = chain.numberOf(hash);
    return number === undefined ? null : transactionAt(chain, number, index);
  }),
  eth_getTransactionByBlockNumberAndIndex: method(
    z.tuple([BlockNumber, Quantity]),
    (chain, [number, index]) => transactionAt(chain, number, index),
  ),
  eth_getTransactionReceipt: method(z.tuple([Hash]), (chain, [hash]) => {
    const found = chain.transactionOf(hash);
    return found ? chain.receipt(found) : null;
  }),
  eth_getUncleByBlockHashAndIndex: method(z.tuple([Hash, Quantity]), () => null),
  eth_getUncleByBlockNumberAndIndex: method(z.tuple([BlockNumber, Quantity]), () => null),
  eth_getLogs: method(
    z.tuple([BlockRange.refine(isShort, `must span at most ${RANGE_LIMIT} blocks`)]),
    () => [],
  ),
  eth_getWork: method(None, (chain) => ["work", "seed", "target"].map((part) => chain.digest(part, HEIGHT))),
  eth_getProof: method(z.tuple([AccountAddress, z.array(Data), BlockNumber]), (chain, [address, keys]) => ({
    address,
    accountProof: [],
    balance: chain.balance(address),
    codeHash: EMPTY_CODE,
    nonce: "0x0",
    storageHash: EMPTY_STORAGE,
    storageProof: keys.map((key) => ({ key, value: "0x0", proof: [] })),
  })),
  trace_filter: method(
    z.tuple([
      BlockRange.refine(isShort, `must span at most ${RANGE_LIMIT} blocks`).refine(
        ({ count = 0 }) => count <= TRACE_LIMIT,
        `must have a count of at most ${TRACE_LIMIT}`,
      ),
    ]),
    () => [],
  ),
};

function method<Parameters extends unknown[]>(
  parameters: z.ZodType<Parameters>,
  run: (chain: Chain, parameters: Parameters) => unknown,
): RpcMethod {
  // Callers pass parameters that this method's own schema decoded.
  return { parameters, run: run as RpcMethod["run"] };
}

function transactionAt(chain: Chain, block: number, index: number) {
  const found = chain.transactions(block)[index];
  return found ? chain.transaction(found) : null;
}

function feeHistory(count: number, newest: number) {
  const last = Math.min(newest, HEIGHT);
  const blocks = Math.min(count, last + 1);
  return {
    oldestBlock: quantity(last - blocks + 1),
    baseFeePerGas: Array.from({ length: blocks + 1 }, () => GAS_PRICE),
    gasUsedRatio: Array.from({ length: blocks }, () => 0.001),
  };
}

function isShort({ fromBlock = HEIGHT, toBlock = HEIGHT }: BlockRange): boolean {
  return toBlock - fromBlock < RANGE_LIMIT;
}
