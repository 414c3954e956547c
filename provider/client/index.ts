export { createClient, sharedClient, type EdgeClient } from "./client";
export { logLevel, type ClientEnvironment, type LogLevel } from "./environment";
export * from "./errors";
export { FRESH_FOR_REMOVAL_MS } from "./queue/basis";
export type { RulesetWrites } from "./operations/ruleset-writes";
export { callText, type RulesetScope, type TokenOwner } from "./operations/request-path";
export { checkSettings } from "./connection/check-settings";
export {
  type ConnectionInput,
  type ConnectionSettings,
  type Credential,
  missingCredentialHint,
  rateShareOf,
  resolveConnection,
  secretsOf,
} from "./connection/resolve-connection";
export { CancellableRun, withTimeLimit } from "./cancellation";
