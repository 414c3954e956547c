import http2 from "node:http2";

/** How long a watcher waits before it tries to connect again, and after how many refusals in a row the engine is gone. */
const RETRY_MS = 1_000;
const REFUSALS = 3;

/** The address of the watched engine. */
let watched: string | undefined;

/**
 * Whether the watched engine has ended. A connection alone does not show that: the system accepts it until a killed process is gone. So
 * the engine itself must answer.
 */
export async function hasEngineEnded(): Promise<boolean> {
  return watched !== undefined && !(await shows(watched, "remoteSettings"));
}

/**
 * Calls `onGone` once the engine at this address has ended. Never keeps the process running.
 *
 * An idle connection shows the end of the engine at once, without any polling: the system closes the connections of a killed process.
 * Since an engine may also close a connection that is idle, only refused connections prove that it has ended.
 */
export function watchEngine(address: string, onGone: () => void): void {
  let refusals = 0;
  watched = address;
  const connect = () => {
    // The engine's server is gRPC's, which keeps only connections of HTTP/2.
    const session = http2.connect(`http://${address}`);
    session.unref();
    session.on("connect", () => (refusals = 0));
    session.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") refusals += 1;
    });
    session.on("close", () => {
      if (refusals >= REFUSALS) onGone();
      else setTimeout(connect, RETRY_MS).unref();
    });
  };
  connect();
}

/** Resolves with whether anything listens at this address. Only a refused connection shows that nothing does. */
export function isListening(address: string): Promise<boolean> {
  return shows(address, "connect");
}

/** Resolves with true at that event of a new connection, and with false if the connection is refused or closed before. */
function shows(address: string, event: "connect" | "remoteSettings"): Promise<boolean> {
  return new Promise((resolve) => {
    const session = http2.connect(`http://${address}`);
    session.on(event, () => {
      resolve(true);
      session.destroy();
    });
    session.on("error", (error: NodeJS.ErrnoException) =>
      resolve(event === "connect" && error.code !== "ECONNREFUSED"),
    );
    session.on("close", () => resolve(false));
  });
}
