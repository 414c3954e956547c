export {
  ADDRESS,
  endDynamicProviderWithEngine,
  endPolicyPackWithEngine,
  endProgramWithEngine,
  endWithEngine,
  engineOf,
  hasEngineEnded,
  isListening,
  type EngineProcess,
  type EngineRole,
} from "./end-with-engine";
