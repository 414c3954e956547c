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
export function roleOf(script: string): EngineRole | undefined {
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
