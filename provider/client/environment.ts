import os from "node:os";
import path from "node:path";
import type { Redacted } from "../redaction";

export type LogLevel = "off" | "info" | "debug";

/** The world outside, injected so that time, chance and waiting are the tests' own. */
export interface ClientEnvironment {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
  readonly log: (line: Redacted) => void;
  readonly logLevel: LogLevel;
  /**
   * The folder through which the processes of this user share what a credential may send. Without it, each client has
   * a budget of its own.
   */
  readonly budgetFolder?: string | undefined;
}

export const realEnvironment: ClientEnvironment = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => Math.random(),
  log: (line) => void process.stderr.write(`${line.text}\n`),
  get logLevel() {
    return logLevel();
  },
};

/** The budget of a credential is shared with the other processes of this user, since the server counts them together. */
export const sharedEnvironment: ClientEnvironment = {
  ...realEnvironment,
  get logLevel() {
    return logLevel();
  },
  get budgetFolder() {
    const user = process.getuid?.();
    return path.join(os.tmpdir(), `edge-platform-budget${user === undefined ? "" : `-${user}`}`);
  },
};

/** EDGE_LOG, read anew each time: `info` or `debug`; anything else logs nothing. */
export function logLevel(): LogLevel {
  const level = process.env["EDGE_LOG"];
  return level === "info" || level === "debug" ? level : "off";
}

/** What is left out is real; the real log level is read anew at each request. */
export function completed(environment: Partial<ClientEnvironment>): ClientEnvironment {
  return {
    ...realEnvironment,
    ...environment,
    get logLevel() {
      return environment.logLevel ?? realEnvironment.logLevel;
    },
  };
}
