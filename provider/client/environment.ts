import os from "node:os";
import path from "node:path";
import type { Redacted } from "../redaction";

export type LogLevel = "off" | "info" | "debug";

/** Clock, randomness and log of a client, which tests replace. */
export interface ClientEnvironment {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  readonly log: (line: Redacted) => void;
  readonly logLevel: LogLevel;
  /**
   * Folder through which the processes of this user share the request budget of a credential. Without it, each client has
   * its own budget.
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

/** Shares the budget of a credential with the other processes of this user, since the server counts their requests together. */
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

/** Reads the log level from EDGE_LOG. Any value other than `info` and `debug` turns logging off. */
export function logLevel(): LogLevel {
  const level = process.env["EDGE_LOG"];
  return level === "info" || level === "debug" ? level : "off";
}

/** Fills missing members from the real environment. The log level is read again for each request. */
export function completeEnvironment(environment: Partial<ClientEnvironment>): ClientEnvironment {
  return {
    ...realEnvironment,
    ...environment,
    get logLevel() {
      return environment.logLevel ?? realEnvironment.logLevel;
    },
  };
}
