import { sha256 } from "../ids";

interface ChainNetwork {
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

/** The number of the newest block. Chains do not grow, so that answers never change. */
export const HEIGHT = 10_000;

const SECONDS_PER_BLOCK = 12;
const GAS_LIMIT = 30_000_000;
const TRANSFER_GAS = 21_000;
const GAS_PRICE = 1_000_000_000;
const EMPTY_BLOOM = `0x${"0".repeat(512)}`;
const NO_UNCLES = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";
const NUMBER_DIGITS = 12;
const INDEX_DIGITS = 4;

interface Transaction {
  readonly hash: string;
  readonly block: number;
  readonly index: number;
}

/** The chain of a network. Every block and transaction is computed from its number. */
export class Chain {
  constructor(readonly network: ChainNetwork) {}

  block(number: number, whole: boolean) {
    if (number > HEIGHT) return null;
    const transactions = this.transactions(number);
    return {
      number: quantity(number),
      hash: this.blockHash(number),
      parentHash: number === 0 ? `0x${"0".repeat(64)}` : this.blockHash(number - 1),
      nonce: "0x0000000000000000",
      mixHash: this.digest("mix", number),
      sha3Uncles: NO_UNCLES,
      logsBloom: EMPTY_BLOOM,
      transactionsRoot: this.digest("transactions", number),
      stateRoot: this.digest("state", number),
      receiptsRoot: this.digest("receipts", number),
      miner: this.address("miner"),
      difficulty: "0x0",
      totalDifficulty: quantity(number),
      extraData: "0x",
      size: quantity(540 + 120 * transactions.length),
      gasLimit: quantity(GAS_LIMIT),
      gasUsed: quantity(TRANSFER_GAS * transactions.length),
      timestamp: quantity(this.network.genesis + SECONDS_PER_BLOCK * number),
      transactions: transactions.map((one) => (whole ? this.transaction(one) : one.hash)),
      uncles: [],
    };
  }

  /** Returns the zero to three transactions of a block. */
  transactions(block: number): Transaction[] {
    if (block === 0 || block > HEIGHT) return [];
    return Array.from({ length: block % 4 }, (_, index) => ({
      block,
      index,
      hash: this.hash("transaction", block, index),
    }));
  }

  transaction({ hash, block, index }: Transaction) {
    return {
      hash,
      blockHash: this.blockHash(block),
      blockNumber: quantity(block),
      transactionIndex: quantity(index),
      from: this.address(`sender ${index}`),
      to: this.address(`receiver ${block}`),
      value: quantity(GAS_PRICE * (index + 1)),
      gas: quantity(TRANSFER_GAS),
      gasPrice: quantity(GAS_PRICE),
      input: "0x",
      nonce: quantity(block),
      type: "0x0",
      chainId: quantity(this.network.chainId),
      v: "0x1b",
      r: this.digest(`r ${index}`, block),
      s: this.digest(`s ${index}`, block),
    };
  }

  receipt({ hash, block, index }: Transaction) {
    return {
      transactionHash: hash,
      transactionIndex: quantity(index),
      blockHash: this.blockHash(block),
      blockNumber: quantity(block),
      from: this.address(`sender ${index}`),
      to: this.address(`receiver ${block}`),
      cumulativeGasUsed: quantity(TRANSFER_GAS * (index + 1)),
      gasUsed: quantity(TRANSFER_GAS),
      effectiveGasPrice: quantity(GAS_PRICE),
      contractAddress: null,
      logs: [],
      logsBloom: EMPTY_BLOOM,
      status: "0x1",
      type: "0x0",
    };
  }

  /** Returns the number of the block with a hash. */
  numberOf(hash: string): number | undefined {
    const number = Number.parseInt(hash.slice(-NUMBER_DIGITS - INDEX_DIGITS, -INDEX_DIGITS), 16);
    return number <= HEIGHT && this.blockHash(number) === hash.toLowerCase() ? number : undefined;
  }

  transactionOf(hash: string): Transaction | undefined {
    const block = Number.parseInt(hash.slice(-NUMBER_DIGITS - INDEX_DIGITS, -INDEX_DIGITS), 16);
    if (!(block <= HEIGHT)) return undefined;
    return this.transactions(block).find((one) => one.hash === hash.toLowerCase());
  }

  /** Returns a balance in wei, which is the same at every block. */
  balance(address: string): string {
    return quantity(BigInt(`0x${sha256(`${this.network.name} ${address.toLowerCase()}`).slice(0, 16)}`));
  }

  digest(subject: string, number: number): string {
    return `0x${sha256(`${this.network.name} ${subject} ${number}`)}`;
  }

  private blockHash(number: number): string {
    return this.hash("block", number, 0);
  }

  /** Ends in the block number and an index, so that a lookup by hash needs no table. */
  private hash(subject: string, block: number, index: number): string {
    const head = this.digest(`${subject} ${index}`, block).slice(0, -NUMBER_DIGITS - INDEX_DIGITS);
    const tail =
      block.toString(16).padStart(NUMBER_DIGITS, "0") + index.toString(16).padStart(INDEX_DIGITS, "0");
    return head + tail;
  }

  private address(name: string): string {
    return `0x${sha256(`${this.network.name} ${name}`).slice(0, 40)}`;
  }
}

/** Formats a JSON-RPC quantity: hexadecimal without leading zeros. */
export function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
