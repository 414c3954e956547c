export { contextOf, type EngineConfig } from "./context";
export {
  called,
  plain,
  problemText,
  ProviderFailure,
  refuseLaterState,
  reportedInputs,
  ResourceProvider,
  stored,
} from "./resource-provider";
