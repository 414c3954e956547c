import { logLevel, resolveConnection, sharedClient } from "../client";
import { languageOf, type Context, type Run } from "../lifecycle";
import { exportStack, recordedAttempts, recordedExactRules } from "../evidence";
import { newNonce } from "../marks";
import { hasEngineEnded } from "../process";

export type EngineConfig = (key: string) => string | undefined;

/** Returns the context of lifecycles with this configuration. `configFirst`: it takes precedence over the environment. */
export function contextOf(config: EngineConfig, run: Run, log: Context["log"], configFirst = false): Context {
  const settings = (connection: string | undefined) =>
    resolveConnection({
      env: process.env,
      config,
      configFirst,
      ...(connection === undefined ? {} : { connection }),
    });
  return {
    now: () => new Date(),
    newNonce,
    settings,
    client: (connection) => sharedClient(settings(connection), run.clients),
    get language() {
      return languageOf({ env: process.env, config, configFirst });
    },
    run,
    log,
    get details() {
      return logLevel() !== "off";
    },
    attempts: recordedAttempts(),
    exactRules: recordedExactRules(),
    hasEngineEnded,
    exportStack,
    takeOver: new Set((process.env["EDGE_TAKE_OVER"] ?? "").split(/[\s,]+/).filter((id) => id !== "")),
  };
}
