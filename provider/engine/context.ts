import { logLevel, resolveConnection, sharedClient } from "../client";
import { languageOf, type Context, type Run } from "../lifecycle";
import { exportStack, recordedAttempts, recordedExactRules } from "../evidence";
import { newNonce } from "../marks";
import { hasEngineEnded } from "../process";

export type EngineConfig = (key: string) => string | undefined;

export interface ContextOptions {
  /** Whether the configuration takes precedence over the environment. */
  readonly configFirst?: boolean;
  /** Draws the nonce of a new mark. By default, by chance. */
  readonly drawNonce?: Context["newNonce"];
}

/** Returns the context of lifecycles with this configuration. */
export function contextOf(
  config: EngineConfig,
  run: Run,
  log: Context["log"],
  { configFirst = false, drawNonce = newNonce }: ContextOptions = {},
): Context {
  // A check asks for both several times, and neither the environment nor the configuration changes meanwhile.
  const settings = onceEach((connection) =>
    resolveConnection({
      env: process.env,
      config,
      configFirst,
      ...(connection === undefined ? {} : { connection }),
    }),
  );
  return {
    now: () => new Date(),
    newNonce: drawNonce,
    settings,
    client: onceEach((connection) => sharedClient(settings(connection), run.clients)),
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

/** Returns a function that finds what belongs to a connection once. A failure is not kept. */
function onceEach<T>(find: (connection: string | undefined) => T): (connection: string | undefined) => T {
  const found = new Map<string | undefined, T>();
  return (connection) => {
    const known = found.get(connection) ?? find(connection);
    found.set(connection, known);
    return known;
  };
}
