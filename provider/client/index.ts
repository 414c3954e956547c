export { createClient, sharedClient, type EdgeClient } from "./client";
export { logLevel, type ClientEnvironment, type LogLevel } from "./environment";
export * from "./errors";
export { FRESH_FOR_REMOVAL_MS } from "./queue/basis";
export type { FilterCalls } from "./operations/filter-calls";
export type { GatewayCalls } from "./operations/gateway-calls";
export type { ListCalls } from "./operations/list-calls";
export { callText, type RulesetScope, type TokenOwner } from "./operations/request-path";
export { checkSettings } from "./connection/check-settings";
export {
  type ConnectionInput,
  type ConnectionSettings,
  type Credential,
  resolveConnection,
  secretsOf,
} from "./connection/resolve-connection";
export type { RulesetCalls } from "./operations/ruleset-calls";
export { CancellableRun, withTimeLimit } from "./cancellation";
export type { TokenCalls } from "./operations/token-calls";
export type { AccountCalls, UserCalls, ZoneCalls } from "./operations/zone-calls";
