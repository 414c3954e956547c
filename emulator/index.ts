export { ControlClient, ControlPlaneError, type ClockState, type Seeded } from "./control-client";
export type { InjectedFault as Fault } from "./control/documents";
export type { LoggedRequest } from "./request-log";
export type { Ready, ServerOptions } from "./server";
export { startPlatform, type LocalPlatform, type PlatformOptions } from "./start-platform";
export { DataInUseError, UnreadableDataError } from "./store/database";
