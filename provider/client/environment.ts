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
