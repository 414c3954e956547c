import type { EngineProvider } from "../../../provider/dynamic";
import type { Entry } from "./steps";

/** Every call of a killed process ends with this error, as the engine's connection does. */
export class ProviderGone extends Error {
  constructor() {
    super("error reading from server: EOF");
  }
}

/** The engine was killed, so nobody waits for the call. */
export class EngineGone extends Error {
  constructor() {
    super("the CLI was killed");
  }
}

/** A provider process. As the engine does, each preview, update, refresh and destroy starts a new one without memory. */
export interface ProviderProcess {
  provider(kind: string): EngineProvider;
  /** The lines that the process printed. */
  readonly lines: readonly string[];
  /** Calls a method; rejects if process or engine is killed meanwhile. */
  call<T>(work: () => Promise<T>): Promise<T>;
  /** The inputs of the creations that the backend calls pending. */
  readonly pending: Readonly<Record<string, unknown>>[];
  /** Tells what the backend stores at any time. */
  shows(state: () => readonly Entry[]): void;
  /** Waits for calls that continue after the engine was killed. */
  end(): Promise<void>;
}
