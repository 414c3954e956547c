import type { Problem } from "../api/problem";
import type { ConnectionSettings, EdgeClient } from "../client";
import type { Redacted } from "../redaction";

/** Plain JSON, as the engine hands it over and takes it back. */
export type Properties = Record<string, unknown>;

/** What a lifecycle may touch of the world. Credentials come in through here alone, never through properties. */
export interface Context {
  now(): Date;
  /** Six characters of `[0-9a-z]` that no other attempt of a resource has. */
  newNonce(): string;
  /** Settings of a connection; throws ConfigurationError. Reads nothing but environment and configuration. */
  settings(connection: string | undefined): ConnectionSettings;
  client(connection: string | undefined): EdgeClient;
  /** Prints one line for the person who runs the engine, below the stack: `log(redacted("..."))`. */
  readonly log: (line: Redacted) => void;
  /** Whether that person asked for more than one line about a matter. */
  readonly details: boolean;
}

export interface Checked {
  readonly inputs: Properties;
  /** Everything wrong at once; empty when the inputs are good. */
  readonly problems: readonly Problem[];
}

export interface Difference {
  readonly changes: boolean;
  /** Names of the inputs that only a replacement can change. */
  readonly replaces?: readonly string[];
  readonly deleteBeforeReplace?: boolean;
}

/** `inputs` hold only what the user had set, so that drift shows as the line that drifted. */
export interface Live {
  readonly outputs: Properties;
  readonly inputs: Properties;
}

/**
 * The life of one kind of resource, as plain functions of data: no engine in sight.
 * `check` and `diff` send requests only for inputs that differ from the old ones.
 */
export interface Lifecycle {
  check(context: Context, olds: Properties, news: Properties): Promise<Checked>;
  diff(context: Context, id: string, olds: Properties, news: Properties): Promise<Difference>;
  create(context: Context, inputs: Properties): Promise<{ id: string; outputs: Properties }>;
  /** Undefined when the object is gone. */
  read(context: Context, id: string, outputs: Properties): Promise<Live | undefined>;
  update(context: Context, id: string, olds: Properties, news: Properties): Promise<Properties>;
  /** Not found is success. */
  remove(context: Context, id: string, outputs: Properties): Promise<void>;
}

/**
 * Something exists at the vendor's side now, or may exist, but not all of it is as it should be. The engine keeps `id` and
 * `outputs`, so nothing is orphaned, and calls update the next time. `cause` tells why.
 */
export class PartialFailure extends Error {
  constructor(
    readonly id: string,
    readonly outputs: Properties,
    what: string,
    cause: unknown,
  ) {
    super(what, { cause });
    this.name = "PartialFailure";
  }
}

/** The lifecycle's own refusal: what happened, to what, and what to do, with nothing written. */
export class LifecycleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LifecycleError";
  }
}
