/** What `--policy-pack` runs; to be loaded by nothing else, for it starts to serve the engine at once. */
import { PolicyPack } from "@pulumi/policy";
import { edgePolicies } from "./index";

new PolicyPack("edge-platform", {
  displayName: "Edge platform",
  description: "What the zones, the API tokens and the filter expressions of pulumi-edge-platform must have.",
  tags: ["waf", "tokens", "filter-expressions"],
  policies: edgePolicies,
});
