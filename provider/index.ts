/**
 * Pulumi resources and lookups for an edge platform: API tokens, a zone's entry point rulesets, the managed OWASP ruleset,
 * validated filter expressions and the chain gateway.
 *
 * @packageDocumentation
 */
import { endProgramWithEngine, requireSupportedNode } from "./process";

export * from "./common";
export * from "./resources";

requireSupportedNode();
endProgramWithEngine();
