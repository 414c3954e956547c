import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";

/** How often the plugin looks for the engine, and how long it waits for an answer. */
const INTERVAL_MS = 5_000;
const PATIENCE_MS = 10_000;

/**
 * Ends the process once the engine cannot be reached and no call is running. The engine ends its plugins itself, but a killed engine
 * cannot: its plugin would stay for ever.
 */
export function endWithEngine(client: EngineClient, isBusy: () => boolean): void {
  const timer = setInterval(() => {
    client.waitForReady(Date.now() + PATIENCE_MS, (error) => {
      if (error && !isBusy()) process.exit(0);
    });
  }, INTERVAL_MS);
  timer.unref();
}
