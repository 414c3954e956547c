import http2 from "node:http2";

/** How long a watcher waits before it tries to connect again, and after how many refusals in a row the engine is gone. */
const RETRY_MS = 1_000;
const REFUSALS = 3;

/** The address of the watched engine while no connection to it is open. */
let unconnected: string | undefined;

/** Whether the watched engine has ended: its connection is closed, and nothing listens at its address. */
export async function hasEngineEnded(): Promise<boolean> {
  return unconnected !== undefined && !(await isListening(unconnected));
}

/**
 * Calls `onGone` once the engine at this address has ended. Never keeps the process running.
 *
 * An idle connection shows the end of the engine at once, without any polling: the system closes the connections of a killed process.
 * Since an engine may also close a connection that is idle, only refused connections prove that it has ended.
 */
export function watchEngine(address: string, onGone: () => void): void {
  let refusals = 0;
  const connect = () => {
    // The engine's server is gRPC's, which keeps only connections of HTTP/2.
    const session = http2.connect(`http://${address}`);
    session.unref();
    session.on("connect", () => {
      refusals = 0;
      unconnected = undefined;
    });
    session.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") refusals += 1;
    });
    session.on("close", () => {
      unconnected = address;
      if (refusals >= REFUSALS) onGone();
      else setTimeout(connect, RETRY_MS).unref();
    });
  };
  connect();
}

/** Resolves with whether anything listens at this address. Only a refused connection shows that nothing does. */
export function isListening(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const session = http2.connect(`http://${address}`);
    session.on("connect", () => {
      resolve(true);
      session.destroy();
    });
    session.on("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "ECONNREFUSED"));
  });
}
