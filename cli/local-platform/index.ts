export {
  ControlClient,
  ControlPlaneError,
  type ClockState,
  type Seeded,
} from "../../emulator/control-client";
export type { InjectedFault as Fault } from "../../emulator/control/documents";
export type { LoggedRequest } from "../../emulator/request-log";
export type { Ready, ServerOptions } from "../../emulator/server-options";
export { startPlatform, type LocalPlatform, type PlatformOptions } from "./start-platform";
export { DataInUseError, UnreadableDataError } from "../../emulator/store/database";
