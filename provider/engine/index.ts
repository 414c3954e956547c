export { contextOf, type EngineConfig } from "./context";
export { ProviderFailure } from "./provider-failure";
export { called, ResourceProvider } from "./resource-provider";
export { plain, refuseLaterState, stored } from "./state";
