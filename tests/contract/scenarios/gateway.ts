import type { Scenario } from "./session";

const call = (method: string, params: unknown[], id = 1) => ({ jsonrpc: "2.0", method, params, id });

/** Runs only where the target names a gateway. */
export const gateway: Scenario = {
  name: "chain gateway",
  async run(session, { gatewayUrl }) {
    const sepolia = `${gatewayUrl}/v1/sepolia`;
    await session.rpc("chain", sepolia, call("eth_chainId", []));
    await session.rpc(
      "a block that does not exist",
      sepolia,
      call("eth_getBlockByNumber", ["0xffffffff", false]),
    );
    await session.rpc("batch", sepolia, [call("net_version", [], 1), call("eth_chainId", [], 2)]);
    await session.rpc("an unsupported method", sepolia, call("eth_accounts", []));
  },
  expected: [
    { step: "chain", outcome: 200, value: { jsonrpc: "2.0", id: 1, result: "0xaa36a7" } },
    { step: "a block that does not exist", outcome: 200, value: { jsonrpc: "2.0", id: 1, result: null } },
    {
      step: "batch",
      outcome: 200,
      value: [
        { jsonrpc: "2.0", id: 1, result: "11155111" },
        { jsonrpc: "2.0", id: 2, result: "0xaa36a7" },
      ],
    },
    { step: "an unsupported method", outcome: 403, value: { jsonrpc: "2.0", id: 1 } },
  ],
};
