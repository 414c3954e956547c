import * as pulumi from "@pulumi/pulumi";
import type { CallGatewayArgs, GatewayEndpointArgs, ValidatedFilterArgs } from "../../../provider";
import type { FaultyProgram } from "../case";

const filter = (
  title: string,
  args: object,
  property: string,
  remedy: RegExp,
  as?: "warning",
): FaultyProgram => ({
  title,
  // The compiler would reject some of these programs.
  program: (edge) => new edge.ValidatedFilter("filter", args as unknown as ValidatedFilterArgs),
  property,
  remedy,
  ...(as && { as }),
});

const call = (
  title: string,
  args: Readonly<Record<string, unknown>>,
  property: string,
  remedy: RegExp,
): FaultyProgram => ({
  title,
  // The cast lets a program pass arguments that the types refuse.
  program: (edge) => edge.callGateway(args as unknown as CallGatewayArgs),
  property,
  remedy,
});

const gateway = (title: string, args: object, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  // The compiler would reject some of these programs.
  program: (edge) => new edge.GatewayEndpoint("chain", args as unknown as GatewayEndpointArgs),
  property,
  remedy,
});

/** Filters that are resources, filters from the builder, and endpoints of the gateway. */
export const filtersAndGateways: readonly FaultyProgram[] = [
  filter("a filter that does not parse", { expression: "http.host = 1" }, "expression", /eq/),
  filter("a filter of an unknown field", { expression: 'http.hots eq "a"' }, "expression", /http\.host/),
  filter("a filter of white space", { expression: " " }, "expression", /true|blank|empty|field/),
  filter("a filter as a list", { expression: ["ssl"] }, "expression", /string|text|filter/),
  filter("no filter", {}, "expression", /missing|required|must be/),
  filter("a mode that is none", { expression: "ssl", mode: "offline" }, "mode", /local/),
  filter(
    "a misspelt phase of a filter",
    { expression: "ssl", phase: "http_request_firewall" },
    "phase",
    /http_request_firewall_custom/,
  ),
  filter(
    "a field that the phase lacks",
    { expression: "http.response.code eq 404", phase: "http_request_firewall_custom" },
    "expression",
    /http\.response\.code/,
    "warning",
  ),
  filter(
    "an argument that filters do not have",
    { expression: "ssl", description: "TLS" },
    "description",
    /expression|arguments/,
  ),
  {
    title: "a condition on a value of the wrong type",
    program: (edge) =>
      new edge.ValidatedFilter("filter", {
        expression: edge.buildFilter({ office: pulumi.output("the office") }, ({ office }) =>
          edge.filter.field("ip.src").in([office]),
        ),
      }),
    property: "expression",
    remedy: /address/,
  },
  {
    title: "a condition that compares text with a number",
    program: (edge) =>
      new edge.ValidatedFilter("filter", {
        expression: edge.filter
          .field("http.host")
          .eq(3 as unknown as string)
          .toString(),
      }),
    property: "http.host",
    remedy: /string|text|Bytes|quote/,
  },
  gateway("a network that is gone", { network: "rinkeby" }, "network", /sepolia/),
  gateway("a misspelt network", { network: "sepholia" }, "network", /sepolia/),
  gateway("a network that was never there", { network: "polygon" }, "network", /mainnet/),
  gateway("no network", {}, "network", /missing|required|mainnet|must be/),
  gateway(
    "a migration by another name",
    { network: "rinkeby", onRetired: "replace" },
    "onRetired",
    /migrate/,
  ),
  gateway("a network as a number", { network: 1 }, "network", /mainnet|string/),
  call("a call without a method", { network: "sepolia", method: "" }, "method", /eth_blockNumber/),
  call(
    "parameters by their names",
    { network: "sepolia", method: "eth_getBalance", params: { address: "0x0" } },
    "params",
    /list/,
  ),
  call(
    "a call with a migration by another name",
    { network: "sepolia", method: "eth_blockNumber", onRetired: "replace" },
    "onRetired",
    /migrate/,
  ),
  call(
    "a call to a misspelt network",
    { network: "sepholia", method: "eth_blockNumber" },
    "network",
    /sepolia/,
  ),
  {
    title: "an endpoint without the address of a gateway",
    program: (edge) => new edge.GatewayEndpoint("chain", { network: "sepolia" }),
    env: () => ({ EDGE_GATEWAY_URL: "" }),
    property: "edge:gatewayUrl",
    remedy: /EDGE_GATEWAY_URL/,
  },
];
