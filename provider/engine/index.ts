export { toldProblems } from "./check-program";
export { contextOf, type EngineConfig } from "./context";
export { withoutMark, withoutTimes } from "./drawn-inputs";
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
