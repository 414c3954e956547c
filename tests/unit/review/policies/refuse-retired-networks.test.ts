import { UNKNOWN } from "../../../../provider/api";
import { refuseRetiredNetworks } from "../../../../review/policies/endpoints";
import { cloudflareRules, edge, judge, notKnown, NOW } from "./fixtures";

const endpoint = (change = {}) => edge("GatewayEndpoint", "chain", { network: "rinkeby", ...change });
const RETIRED =
  'GatewayEndpoint "chain": network: "rinkeby" was retired on 2023-01-30: it did not go through the consensus change and is no longer a reliable staging environment; use "sepolia", or set onRetired: "migrate" to switch to it (the calls stay the same).';

describe("refuse-retired-networks", () => {
  it("passes supported networks, a retired one that is migrated, and other resources", () => {
    expect(judge(refuseRetiredNetworks, endpoint({ network: "mainnet" }))).toEqual([]);
    expect(judge(refuseRetiredNetworks, endpoint({ onRetired: "migrate" }))).toEqual([]);
    expect(judge(refuseRetiredNetworks, cloudflareRules([]))).toEqual([]);
  });

  it("reports a retired network from its last day on", () => {
    expect(judge(refuseRetiredNetworks, endpoint())).toEqual([RETIRED]);
    expect(refuseRetiredNetworks.judge([endpoint()], {}, new Date("2023-01-29T23:59:59Z"))).toEqual([]);
    expect(refuseRetiredNetworks.judge([endpoint()], {})).toHaveLength(1);
  });

  it("reports a network that does not exist", () => {
    expect(judge(refuseRetiredNetworks, endpoint({ network: "mainet" }))).toEqual([
      'GatewayEndpoint "chain": network: must be "mainnet" or "sepolia", found "mainet"; did you mean "mainnet"?',
    ]);
  });

  it("does not judge an unknown network, or an unknown onRetired of a retired one", () => {
    const label = 'GatewayEndpoint "chain"';
    expect(judge(refuseRetiredNetworks, endpoint({ network: UNKNOWN }))).toEqual([
      notKnown(label, "network"),
    ]);
    expect(judge(refuseRetiredNetworks, endpoint({ onRetired: UNKNOWN }))).toEqual([
      notKnown(label, "onRetired"),
    ]);
    expect(judge(refuseRetiredNetworks, endpoint({ network: "sepolia", onRetired: UNKNOWN }))).toEqual([]);
  });

  it("does not show a secret network", () => {
    expect(judge(refuseRetiredNetworks, endpoint({ secretInputs: ["network"] }))).toEqual([
      'GatewayEndpoint "chain": network: is not a supported network, found a secret value.',
    ]);
  });

  it("replaces a retired network by its successor, and changes nothing else", () => {
    const remediate = (resource: ReturnType<typeof endpoint>, args: object) =>
      refuseRetiredNetworks.remediate?.(resource, { ...args }, {}, NOW);
    expect(remediate(endpoint(), { network: "rinkeby", connection: "a" })).toEqual({
      network: "sepolia",
      connection: "a",
    });
    expect(remediate(endpoint({ network: "sepolia" }), { network: "sepolia" })).toBeUndefined();
    expect(remediate(endpoint({ network: "mainet" }), { network: "mainet" })).toBeUndefined();
    expect(remediate(endpoint({ network: UNKNOWN }), { network: UNKNOWN })).toBeUndefined();
    expect(remediate(cloudflareRules([]), {})).toBeUndefined();
  });
});
