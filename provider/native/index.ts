/**
 * The resources of this package as native resources, which the plugin `edge` manages instead of a dynamic provider: the engine can
 * import them, shows differences rule by rule, and knows their ids in a preview.
 *
 * @packageDocumentation
 */
import { endProgramWithEngine, requireSupportedNode } from "../process";

export * from "../common";
export * from "../resources/build-filter";
export * from "../resources/resource-keys";
// The arguments are the same. The classes are named, since only a name takes precedence over a star.
export type * from "../resources";
export * from "./native-class";
export * from "./provider";
export {
  AccountEntrypointRuleset,
  ApiToken,
  GatewayEndpoint,
  List,
  OwaspConfig,
  Ruleset,
  ValidatedFilter,
  ZoneBaseline,
  ZoneCustomRuleset,
  ZoneEntrypointRuleset,
} from "./resources";

requireSupportedNode();
endProgramWithEngine();
