export {
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
export { engineLogAt, engineLogOfProgram, type EngineLog } from "./engine-log";
export { isRunning } from "./is-running";
export { appendReport, dropReports, newReport, takeReport } from "./preview-report";
export { OLDEST_NODE, requireSupportedNode, tooOldNode } from "./supported-node";
