import http2 from "node:http2";

/** How often a process without an engine looks whether it may end, and after how long it ends although it has work. */
const LOOK_MS = 1_000;
const LONGEST_WORK_MS = 900_000;

/** Resources of Node that an idle server has: what it listens with, its stdio, and the turn of the event loop that looks. */
const IDLE = new Set(["TCPServerWrap", "PipeWrap", "TTYWrap", "Immediate"]);

/**
 * Ends the program once its engine has ended: the language host lives on for minutes, and the SDK would log the program's errors to
 * the dead engine for ever. A command that the program runs may finish, since it may be another deployment.
 *
 * A program of the Automation API that runs in a process of the user, and any other process, is never ended.
 */
export function endProgramWithEngine(): void {
  // The SDK removes its arguments before it runs the program, and keeps them in the environment for packages.
  const address = process.env["PULUMI_NODEJS_ENGINE"];
  if (address !== undefined && isOwnRole("program")) endWithEngine(address, () => has("ProcessWrap"));
}

/** Ends the process of dynamic providers once its engine has ended and no request of any provider in it is running. */
export function endDynamicProviderWithEngine(): void {
  const own = engineOf(process.argv);
  if (own?.role !== "dynamic provider") return;
  endWithEngine(own.address, () => process.getActiveResourcesInfo().some((resource) => !IDLE.has(resource)));
}

export function endPolicyPackWithEngine(): void {
  if (!isOwnRole("policy pack")) return;
  const address = engineOf(ownCommandLine())?.address;
  if (address !== undefined) endWithEngine(address, () => false);
}

/**
 * Ends this process once the engine has ended and nothing is to be done. The engine ends its processes itself, but a killed engine
 * cannot: they would stay for ever.
 */
export function endWithEngine(address: string, isBusy: () => boolean): void {
  // An engine that listens elsewhere than on a port cannot be watched, and its processes work as without a watcher.
  if (!ADDRESS.test(address)) return;
  // A killed engine leaves pipes without a reader. Each failed write to one would be an uncaught error, which the SDK writes there.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  watchEngine(address, () => {
    const start = Date.now();
    const end = () => {
      // Not 0, with which a program would tell an engine that it has declared all of its resources.
      if (!isBusy() || Date.now() - start >= LONGEST_WORK_MS) process.exit(1);
      setTimeout(end, LOOK_MS).unref();
    };
    end();
  });
}

/** Programs, their tests and the user's own tools load the same modules: only the script tells what started this process. */
export function isOwnRole(role: EngineRole): boolean {
  return roleOf(process.argv[1] ?? "") === role;
}

function has(resource: string): boolean {
  return process.getActiveResourcesInfo().includes(resource);
}

/** Returns the command line before the SDK removed its arguments from `process.argv`. */
function ownCommandLine(): readonly string[] {
  // The types do not know what a report contains.
  const { header } = process.report.getReport() as { header?: { commandLine?: readonly string[] } };
  return header?.commandLine ?? process.argv;
}

/** How long a watcher waits before it tries to connect again, and after how many refusals in a row the engine is gone. */
const RETRY_MS = 1_000;
const REFUSALS = 3;

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
function watchEngine(address: string, onGone: () => void): void {
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

/** What a process of Pulumi does, as far as its command line shows it. */
export type EngineRole = "program" | "dynamic provider" | "policy pack" | "plugin";

/** A process that works for one engine, and the engine's address: `127.0.0.1:44951`. */
export interface EngineProcess {
  readonly role: EngineRole;
  readonly address: string;
}

/** The scripts of the SDK that the language host and the engine start. A path without a file is that of an older language host. */
const SCRIPT =
  /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/](run|dynamic-provider|run-policy-pack|run-plugin)(?:[\\/]index(?:\.js)?)?$/;
/** The executables of plugins, and the script that this package's plugin runs as. */
const PLUGIN = /(?:^|[\\/])(?:pulumi-resource-[\w-]+|dist[\\/]plugin[\\/]start\.js)$/;
/** A host and a port. The engine listens on loopback. */
export const ADDRESS = /^(?:[\w.-]+|\[[\da-f:]+\]):\d+$/i;

/** Shells that run a start script of a plugin. They end with what the script has started. */
const SHELL = /(?:^|[\\/])(?:sh|bash|dash|cmd(?:\.exe)?)$/i;

const ROLES: Readonly<Record<string, EngineRole>> = {
  run: "program",
  "dynamic-provider": "dynamic provider",
  "run-policy-pack": "policy pack",
  "run-plugin": "policy pack",
};

/** Returns the role of a script, if it is one that Pulumi starts a process with. */
function roleOf(script: string): EngineRole | undefined {
  const [, name] = SCRIPT.exec(script) ?? [];
  return name === undefined ? undefined : ROLES[name];
}

/** Returns the engine that a process with this command line works for; undefined if it is not a process of Pulumi. */
export function engineOf(commandLine: readonly string[]): EngineProcess | undefined {
  if (SHELL.test(commandLine[0] ?? "")) return undefined;
  const index = commandLine.findIndex((word) => roleOf(word) !== undefined || PLUGIN.test(word));
  if (index === -1) return undefined;
  const role = roleOf(commandLine[index] ?? "") ?? "plugin";
  const words = commandLine.slice(index + 1);
  const address =
    role === "program" ? words[words.indexOf("--engine") + 1] : words.find((word) => !word.startsWith("-"));
  return address !== undefined && ADDRESS.test(address) ? { role, address } : undefined;
}
