import type { Policies } from "@pulumi/policy";
import { AnalyzeRequest, AnalyzerResourceOptions } from "@pulumi/pulumi/proto/analyzer_pb";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { z } from "zod";
import { OncePerRequest } from "../../../policy/once-per-request";
import { resourcePolicy } from "../../../policy/pulumi-policy";
import type { Reviewed } from "../../../review/model/reviewed";
import { configurable } from "../../../review/policies";

/** How the SDK answers the engine. Its types do not declare it. */
const { makeAnalyzeRpcFun } = jest.requireActual<{
  makeAnalyzeRpcFun: (
    ...args: [pack: string, version: string, level: string, policies: Policies]
  ) => (call: { request: AnalyzeRequest }, answer: (error: unknown) => void) => Promise<void>;
}>("@pulumi/policy/server");

const judged: Reviewed[] = [];
const [first, second] = ["first-policy", "second-policy"].map((name) =>
  resourcePolicy(
    configurable({
      name,
      displayName: "Sample",
      description: "A sample.",
      severity: "low",
      tags: [],
      enforcementLevel: "advisory",
      remediationSteps: "None.",
      unknownValues: "Ignored.",
      config: z.object({}),
      scope: "resource",
      judge: ([resource]) => {
        if (resource !== undefined) judged.push(resource);
        return [];
      },
    }),
  ),
);

async function analyze(policies: readonly (typeof first)[], network: string) {
  judged.length = 0;
  const request = new AnalyzeRequest();
  request.setType("pulumi-nodejs:dynamic/edge:GatewayEndpoint");
  request.setUrn("urn:pulumi:test::project::pulumi-nodejs:dynamic/edge:GatewayEndpoint::chain");
  request.setName("chain");
  const properties: Record<string, JavaScriptValue> = { network };
  request.setProperties(Struct.fromJavaScript(properties));
  request.setOptions(new AnalyzerResourceOptions());
  const received = AnalyzeRequest.deserializeBinary(request.serializeBinary());
  const run = makeAnalyzeRpcFun(
    "pack",
    "1.0.0",
    "advisory",
    policies.filter((policy) => policy !== undefined),
  );
  await run({ request: received }, (error) => expect(error).toBeUndefined());
  return [...judged];
}

describe("the resource of a request", () => {
  it("is read once for all policies", async () => {
    const [one, other] = await analyze([first, second], "sepolia");
    expect(one).toMatchObject({ network: "sepolia" });
    expect(other).toBe(one);
  });

  it("is read again if the engine asks about the same resource again", async () => {
    await analyze([first, second], "sepolia");
    expect(await analyze([first, second], "mainnet")).toMatchObject([
      { network: "mainnet" },
      { network: "mainnet" },
    ]);
  });

  it("is read again for a policy that did not judge the request before", async () => {
    await analyze([first], "sepolia");
    expect(await analyze([second], "mainnet")).toMatchObject([{ network: "mainnet" }]);
  });
});

describe("OncePerRequest", () => {
  it("makes a new result for a policy that asks twice, even if both requests share the part", () => {
    const part = {};
    const once = new OncePerRequest(
      () => part,
      (request: string) => request.toUpperCase(),
    );
    expect([once.get("p", "a"), once.get("q", "a"), once.get("p", "b"), once.get("q", "b")]).toEqual([
      "A",
      "A",
      "B",
      "B",
    ]);
  });

  it("keeps nothing without a part", () => {
    const once = new OncePerRequest(
      () => undefined,
      (request: string) => request.toUpperCase(),
    );
    expect([once.get("p", "a"), once.get("q", "b")]).toEqual(["A", "B"]);
  });
});
