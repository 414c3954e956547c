import { isNotFound, isPermissionError, UnexpectedAnswerError } from "../../../provider/client";
import { rejection, withServer } from "./scripted-server";

const request = {
  jsonrpc: "2.0" as const,
  method: "eth_getBlockByNumber",
  params: ["0x2244", true],
  id: 1,
};
const send = { jsonrpc: "2.0" as const, method: "eth_sendRawTransaction", params: ["0x02f8"], id: 2 };

describe("gateway.call", () => {
  it("posts the call to the network, the last segment of the path", () =>
    withServer(
      [{ json: { jsonrpc: "2.0", id: 1, result: { number: "0x2244" } } }],
      async ({ server, client }) => {
        expect(await client.gateway.call("sepolia", request)).toEqual({
          jsonrpc: "2.0",
          id: 1,
          result: { number: "0x2244" },
        });
        expect(server.seen).toMatchObject([
          {
            method: "POST",
            url: "/gateway/v1/sepolia",
            headers: { "content-type": "application/json" },
            body: request,
          },
        ]);
      },
    ));

  it("returns a null result for a block that does not exist", () =>
    withServer([{ json: { jsonrpc: "2.0", id: 1, result: null } }], async ({ client }) => {
      expect(await client.gateway.call("sepolia", request)).toEqual({ jsonrpc: "2.0", id: 1, result: null });
    }));

  it("returns an error of the network as a response", () => {
    const error = { code: 3, message: "execution reverted: no", data: "0x08c379a0" };
    return withServer([{ json: { jsonrpc: "2.0", id: 1, error } }], async ({ client }) => {
      expect(await client.gateway.call("sepolia", request)).toEqual({ jsonrpc: "2.0", id: 1, error });
    });
  });

  it("reports by status that a method is not supported", () =>
    withServer([{ status: 403, text: "" }], async ({ client }) => {
      const error = await rejection(client.gateway.call("sepolia", { ...request, method: "eth_accounts" }));
      expect(isPermissionError(error)).toBe(true);
      expect(String(error)).toContain("The gateway does not support this method.");
    }));

  it("includes the error of the body", () =>
    withServer(
      [{ status: 404, json: { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "unknown network" } } }],
      async ({ client }) => {
        const error = await rejection(client.gateway.call("goerli", request));
        expect(isNotFound(error)).toBe(true);
        expect(error).toMatchObject({ code: -32601, serverMessage: "unknown network", path: "/v1/goerli" });
      },
    ));

  it("rejects any other response", () =>
    withServer([{ json: { result: 1 } }], async ({ client }) => {
      const error = await rejection(client.gateway.call("sepolia", request));
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(String(error)).toContain("jsonrpc: ");
    }));

  it("retries reads", () =>
    withServer(
      [{ status: 503, text: "" }, { json: { jsonrpc: "2.0", id: 1, result: "0x1" } }],
      async ({ client }) => {
        expect(await client.gateway.call("sepolia", request)).toMatchObject({ result: "0x1" });
      },
    ));

  it("sends a transaction once if the outcome is unknown", () =>
    withServer([{ status: 503, text: "" }], async ({ server, client }) => {
      expect(await rejection(client.gateway.call("sepolia", send))).toMatchObject({ outcome: "unknown" });
      expect(server.seen).toHaveLength(1);
    }));

  it("rejects a notification, which gets no response", () =>
    withServer([], async ({ server, client }) => {
      const notification = { jsonrpc: "2.0" as const, method: request.method };
      expect(String(await rejection(client.gateway.call("sepolia", notification)))).toContain(
        "Add an id to the call.",
      );
      expect(server.seen).toEqual([]);
    }));

  it("reports that no gateway is set", () =>
    withServer(
      [],
      async ({ client }) => {
        expect(String(await rejection(client.gateway.call("sepolia", request)))).toContain(
          "edge:gatewayUrl (EDGE_GATEWAY_URL) is not set",
        );
      },
      { settings: { gatewayUrl: undefined } },
    ));
});
