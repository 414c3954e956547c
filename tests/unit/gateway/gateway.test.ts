import { checkNetwork, gatewayUrl, jsonRpcRequest } from "../../../provider/gateway";
import { UNKNOWN } from "../../../provider/api";

const today = new Date("2030-01-01T00:00:00Z");
const fail = { now: today, onRetired: "fail" } as const;

describe("checkNetwork", () => {
  it("accepts a supported network", () => {
    expect(checkNetwork("sepolia", fail)).toEqual({ network: "sepolia", problems: [] });
  });

  it("accepts an unknown value", () => {
    expect(checkNetwork(UNKNOWN, fail)).toEqual({ network: undefined, problems: [] });
  });

  it("reports a retired network with the date, the reason and the replacement", () => {
    const { network, problems } = checkNetwork("rinkeby", fail);
    expect(network).toBeUndefined();
    expect(problems).toEqual([
      {
        path: "network",
        message:
          '"rinkeby" was retired on 2023-01-30: it did not go through the consensus change and is no longer a reliable ' +
          'staging environment; use "sepolia", or set onRetired: "migrate" to switch to it (the calls stay the same)',
      },
    ]);
  });

  it("returns the replacement if onRetired is migrate", () => {
    expect(checkNetwork("rinkeby", { now: today, onRetired: "migrate" })).toEqual({
      network: "sepolia",
      problems: [],
    });
  });

  it.each([
    ["2023-01-29T23:59:59Z", "rinkeby"],
    ["2023-01-30T00:00:00Z", undefined],
  ])("at %s returns %s for rinkeby", (now, network) => {
    expect(checkNetwork("rinkeby", { now: new Date(now), onRetired: "fail" }).network).toBe(network);
  });

  it.each([
    ["sepolla", 'must be "mainnet" or "sepolia", found "sepolla"; did you mean "sepolia"?'],
    [7, 'must be "mainnet" or "sepolia", found 7'],
    [undefined, 'must be "mainnet" or "sepolia", found nothing'],
  ])("rejects %j", (network, message) => {
    expect(checkNetwork(network, fail)).toEqual({
      network: undefined,
      problems: [{ path: "network", message }],
    });
  });
});

describe("gatewayUrl", () => {
  it.each(["https://gateway.example", "https://gateway.example/"])(
    "puts the network last below %s",
    (base) => {
      expect(gatewayUrl(base, "sepolia")).toBe("https://gateway.example/v1/sepolia");
    },
  );

  it("encodes the name", () => {
    expect(gatewayUrl("https://gateway.example", "a/b")).toBe("https://gateway.example/v1/a%2Fb");
  });
});

describe("jsonRpcRequest", () => {
  it("builds a call with positional parameters, with id 1 by default", () => {
    expect(jsonRpcRequest("eth_getBlockByNumber", ["0x1b4", false])).toEqual({
      jsonrpc: "2.0",
      method: "eth_getBlockByNumber",
      params: ["0x1b4", false],
      id: 1,
    });
    expect(jsonRpcRequest("eth_call", [{ to: "0x0" }], 7)).toEqual({
      jsonrpc: "2.0",
      method: "eth_call",
      params: [{ to: "0x0" }],
      id: 7,
    });
  });
});
