import { logRequest, publicCopy, type RequestLogEntry } from "../../../../provider/client/queue/request-log";
import { testEnvironment } from "../../../contract/client/scripted-server";

const request: RequestLogEntry = {
  method: "PATCH",
  path: "/zones/2f2feab2026849078ba485f918791bdc/rulesets",
  status: 200,
  ms: 12.4,
  attempts: 1,
  query: { dry_run: "true", expression: "canary" },
  body: {
    ref: "block-bots",
    action: "block",
    expression: 'http.request.headers["x-key"][0] eq "canary"',
    enabled: true,
    description: "canary",
    action_parameters: {
      response: { status_code: 403, content: "canary", content_type: "text/html" },
      headers: { canary: { operation: "set", value: "canary" } },
      overrides: { categories: [{ category: "paranoia-level-2", enabled: false }] },
    },
  },
  secrets: [],
};

describe("the request log", () => {
  it("writes nothing at level off", () => {
    const environment = testEnvironment("off");
    logRequest(environment, request);
    expect(environment.lines).toEqual([]);
  });

  it("shows method, path, status, time and attempts at level info", () => {
    const environment = testEnvironment("info");
    logRequest(environment, request);
    logRequest(environment, { ...request, status: "ECONNREFUSED", attempts: 4 });
    expect(environment.lines).toEqual([
      "edge PATCH /zones/2f2feab2026849078ba485f918791bdc/rulesets 200 12 ms, 1 attempt",
      "edge PATCH /zones/2f2feab2026849078ba485f918791bdc/rulesets ECONNREFUSED 12 ms, 4 attempts",
    ]);
  });

  it("adds the public parts of query and body at level debug", () => {
    const environment = testEnvironment("debug");
    logRequest(environment, request);
    expect(environment.lines).toEqual([
      "edge PATCH /zones/2f2feab2026849078ba485f918791bdc/rulesets 200 12 ms, 1 attempt" +
        ' query {"dry_run":"true","…":1}' +
        ' body {"ref":"block-bots","action":"block","enabled":true,' +
        '"action_parameters":{"overrides":{"categories":[{"category":"paranoia-level-2","enabled":false}]},"…":2},"…":2}',
    ]);
  });
});

describe("publicCopy", () => {
  it.each([["canary"], [["canary"]], [{ canary: 1 }], [{ name: { canary: 1 } }], [{ rules: "canary" }]])(
    "shows nothing of %j",
    (value) => expect(JSON.stringify(publicCopy(value))).not.toContain("canary"),
  );

  it("shows only the method of a JSON-RPC call", () =>
    expect(
      publicCopy({ jsonrpc: "2.0", id: 1, method: "eth_sendRawTransaction", params: ["canary"] }),
    ).toEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_sendRawTransaction",
      "…": 1,
    }));
});
