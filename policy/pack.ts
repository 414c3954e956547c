/** The entry point of `--policy-pack`. Never import this file: loading it starts a server for the engine. */
import { PolicyPack } from "@pulumi/policy";
import { edgePolicies } from "./index";

new PolicyPack("edge-platform", {
  displayName: "Edge platform",
  description: "Requirements on zones, API tokens and filter expressions of pulumi-edge-platform.",
  tags: ["waf", "tokens", "filter-expressions"],
  policies: edgePolicies,
});
