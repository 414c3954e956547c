export { contextOf, type EngineConfig } from "./context";
export { called, ProviderFailure, ResourceProvider } from "./resource-provider";
export { plain, refuseLaterState, stored } from "./state";
