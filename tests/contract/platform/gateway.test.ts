/* eslint-disable @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({
  jsonrpc: "2.0",
  method,
  params,
  id,
});
const sepolia = (method: string, params: unknown[] = []) => platform.rpc("sepolia", call(method, params));

describe("the chain gateway", () => {
  it("answers a block by its number", async () => {
    const answer = await sepolia("eth_getBlockByNumber", ["0x2244", false]);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: 1, result: { number: "0x2244" } });
    expect(Object.keys(answer.body.result).sort()).toEqual(
      [
        "difficulty",
        "extraData",
        "gasLimit",
        "gasUsed",
        "hash",
        "logsBloom",
        "miner",
        "mixHash",
        "nonce",
        "number",
        "parentHash",
        "receiptsRoot",
        "sha3Uncles",
        "size",
        "stateRoot",
        "timestamp",
        "totalDifficulty",
        "transactions",
        "transactionsRoot",
        "uncles",
      ].sort(),
    );
  });

  it("links blocks by hash, and finds blocks and transactions by hash", async () => {
    const block = (await sepolia("eth_getBlockByNumber", ["0x7", true])).body.result;
    const next = (await sepolia("eth_getBlockByNumber", ["0x8", false])).body.result;
    expect(next.parentHash).toBe(block.hash);
    expect((await sepolia("eth_getBlockByHash", [block.hash, true])).body.result).toEqual(block);
    const [first] = block.transactions;
    expect((await sepolia("eth_getTransactionByHash", [first.hash])).body.result).toEqual(first);
    const receipt = await sepolia("eth_getTransactionReceipt", [first.hash]);
    expect(receipt.body.result).toMatchObject({ transactionHash: first.hash, blockHash: block.hash });
  });

  it("answers null for a block that does not exist", async () => {
    expect((await sepolia("eth_getBlockByNumber", ["0xffffffff", false])).body).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: null,
    });
  });

  it.each([
    ["mainnet", "0x1"],
    ["sepolia", "0xaa36a7"],
  ])("answers the chain id of %s", async (network, id) => {
    expect((await platform.rpc(network, call("eth_chainId"))).body.result).toBe(id);
  });

  it("hashes with Keccak-256, not SHA3-256", async () => {
    expect((await sepolia("web3_sha3", ["0x68656c6c6f20776f726c64"])).body.result).toBe(
      "0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad",
    );
  });

  it.each([
    ["eth_syncing", [], false],
    ["net_version", [], "11155111"],
    ["eth_getCode", ["0x0000000000000000000000000000000000000001", "latest"], "0x"],
    ["eth_getLogs", [{ fromBlock: "0x1", toBlock: "0x2" }], []],
    ["trace_filter", [{ fromBlock: "0x1", toBlock: "0x2", count: 200 }], []],
  ])("answers %s", async (method, params, result) => {
    expect((await sepolia(method, params)).body).toEqual({ jsonrpc: "2.0", id: 1, result });
  });

  it.each([
    ["too few parameters", "eth_getBlockByNumber", ["0x1"]],
    ["a number in place of a quantity", "eth_getBlockByNumber", [1, false]],
    ["a quantity with leading zeros", "eth_getBlockByNumber", ["0x01", false]],
    ["logs of more than 800 blocks", "eth_getLogs", [{ fromBlock: "0x0", toBlock: "0x321" }]],
    ["a fee history of 11 blocks", "eth_feeHistory", ["0xb", "latest", []]],
    ["an address that is too short", "eth_getBalance", ["0x01", "latest"]],
  ])("answers -32602 for %s", async (_, method, params) => {
    const answer = await sepolia(method, params);
    expect([answer.status, answer.body.id, answer.body.error.code]).toEqual([200, 1, -32602]);
  });

  it("answers 403 for an unsupported method, and -32601 for an unknown method", async () => {
    const unsupported = await sepolia("eth_accounts");
    expect([unsupported.status, unsupported.body.error.code]).toEqual([403, -32601]);
    const unknown = await sepolia("eth_nothing");
    expect([unknown.status, unknown.body.error.code]).toEqual([200, -32601]);
    expect((await sepolia("constructor")).body.error.code).toBe(-32601);
  });

  it("answers a batch in order, without its notifications", async () => {
    const answer = await platform.rpc("sepolia", [
      call("eth_chainId", [], "a"),
      { jsonrpc: "2.0", method: "eth_chainId" },
      5,
      call("eth_chainId", [], 2),
    ]);
    expect(answer.body).toEqual([
      { jsonrpc: "2.0", id: "a", result: "0xaa36a7" },
      { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request" } },
      { jsonrpc: "2.0", id: 2, result: "0xaa36a7" },
    ]);
  });

  it("answers a notification without a body", async () => {
    const answer = await platform.rpc("sepolia", { jsonrpc: "2.0", method: "eth_chainId", params: [] });
    expect([answer.status, answer.body]).toEqual([204, undefined]);
  });

  it.each([
    ["text that is no JSON", "{", 400, -32700],
    ["an empty batch", "[]", 200, -32600],
    ["a request without jsonrpc", '{"method":"eth_chainId","id":1}', 200, -32600],
    ["parameters by name", '{"jsonrpc":"2.0","method":"eth_chainId","params":{},"id":1}', 200, -32602],
  ])("answers a JSON-RPC error for %s", async (_, body, status, code) => {
    const answer = await platform.rpc("sepolia", body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it("answers 404 for an unknown network, and 405 for GET", async () => {
    expect((await platform.rpc("goerli", call("eth_chainId"))).status).toBe(404);
    expect((await fetch(`${platform.gatewayUrl}/v1/sepolia`)).status).toBe(405);
  });

  it("serves rinkeby until 30 January 2023 by the platform's clock, and then answers 410 that names sepolia", async () => {
    const { body: before } = await platform.control("GET", "/clock");
    await platform.control("PUT", "/clock", { now: "2023-01-29T23:59:00Z", frozen: true });
    expect((await platform.rpc("rinkeby", call("eth_chainId"))).body.result).toBe("0x4");
    await platform.control("PUT", "/clock", { advance: "1m" });
    const answer = await platform.rpc("rinkeby", call("eth_chainId"));
    expect(answer.status).toBe(410);
    expect(answer.body.error.message).toBe(
      "The network rinkeby was retired on 2023-01-30. Use sepolia instead",
    );
    await platform.control("PUT", "/clock", { now: before.now, frozen: false });
  });
});
