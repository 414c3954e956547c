export { contextOf, type EngineConfig } from "./context";
export {
  called,
  plain,
  ProviderFailure,
  refuseLaterState,
  ResourceProvider,
  stored,
} from "./resource-provider";
