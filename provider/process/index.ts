export {
  endDynamicProviderWithEngine,
  endPolicyPackWithEngine,
  endProgramWithEngine,
  endWithEngine,
  hasEngineEnded,
  isListening,
} from "./end-with-engine";
export { engineOf, type EngineProcess, type EngineRole } from "./engine-of";
