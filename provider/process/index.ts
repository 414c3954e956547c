export * from "./end-with-engine";
export { engineOf, type EngineProcess, type EngineRole } from "./engine-of";
export { hasEngineEnded, isListening } from "./watch-engine";
