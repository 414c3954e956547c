import type { Problem } from "../api/problem";
import type { ConnectionSettings, EdgeClient } from "../client";
import type { Attempts, ExactRules, exportStack } from "../evidence";
import type { Language } from "../filter";
import type { PreviewLine } from "../properties/preview-line";
import type { Redacted } from "../redaction";
import type { Holdings } from "./hand-over";
import type { Run } from "./run";

/** The inputs or outputs of a resource: plain JSON. */
export type Properties = Record<string, unknown>;

/** Everything outside a lifecycle: clock, connections, output. Credentials come only from here, never from properties. */
export interface Context {
  now(): Date;
  newNonce(): string;
  /** Returns the settings of a connection, from environment and configuration. Throws ConfigurationError. */
  settings(connection: string | undefined): ConnectionSettings;
  client(connection: string | undefined): EdgeClient;
  /** What the settings say about the language of filters. Throws ConfigurationError. */
  readonly language?: Language | undefined;
  /** What this run has learnt and done so far. */
  readonly run: Run;
  /** Prints a line at the resource in the output of the Pulumi CLI: `log(redacted("..."))`. A preview joins it with lines of others. */
  readonly log: (line: Redacted, joined?: Omit<PreviewLine, "text">) => void;
  /** Whether EDGE_LOG asks for details. */
  readonly details: boolean;
  /** The attempts to create objects that this machine has recorded. */
  readonly attempts: Attempts;
  /** The owners of rules with exact refs that this machine has recorded. */
  readonly exactRules: ExactRules;
  /** Whether the engine has ended, so that the state gets no answer. */
  hasEngineEnded(): Promise<boolean>;
  exportStack(stack: string): ReturnType<typeof exportStack>;
  /** The ids of objects that a person has named for this run (EDGE_TAKE_OVER): they are taken over whoever owned them. */
  readonly takeOver: ReadonlySet<string>;
}

export interface Checked {
  readonly inputs: Properties;
  /** All problems at once; empty if the inputs are valid. */
  readonly problems: readonly Problem[];
}

export interface Difference {
  readonly changes: boolean;
  /** Names of the changed inputs that need a replacement. */
  readonly replaces?: readonly string[];
  readonly deleteBeforeReplace?: boolean;
}

/** What `read` returns. `inputs` hold only what the program has set, so that a diff shows only what drifted. */
export interface Live {
  /** The id, if it differs from the one that was asked for. */
  readonly id?: string;
  readonly outputs: Properties;
  readonly inputs: Properties;
}

/** What is known of a new resource before anything is written. */
export interface Foreseen {
  readonly id?: string | undefined;
  readonly outputs?: Properties;
}

/**
 * The operations of one kind of resource as plain functions of data, without the engine.
 * `check` and `diff` send requests only if inputs differ from the old ones.
 */
export interface Lifecycle {
  check(context: Context, olds: Properties, news: Properties): Promise<Checked>;
  diff(context: Context, id: string, olds: Properties, news: Properties): Promise<Difference>;
  /**
   * Returns what a resource with these inputs manages, as far as its last outputs know: `HandOver` keeps it, whatever other resources do.
   * Only for kinds of which one resource can leave an object to another.
   */
  holdings?(id: string, outputs: Properties, inputs: Properties): Holdings;
  /**
   * Names what other attempts of the resource made, and returns whether an update takes over or removes any of it. It is called only if
   * nothing else has changed and a person has named objects for this run.
   */
  hasOrphans?(context: Context, id: string, olds: Properties): Promise<boolean>;
  /** Returns what is known before the object exists, without a request. The inputs may contain unknown values. */
  foresee?(context: Context, inputs: Properties): Foreseen;
  create(context: Context, inputs: Properties): Promise<{ id: string; outputs: Properties }>;
  /** Returns undefined if the object is gone. */
  read(context: Context, id: string, outputs: Properties): Promise<Live | undefined>;
  update(context: Context, id: string, olds: Properties, news: Properties): Promise<Properties>;
  /** An object that is gone already is a success. */
  remove(context: Context, id: string, outputs: Properties): Promise<void>;
}

/**
 * A failure after something was written, or may have been. The engine keeps `id` and `outputs`, so nothing is orphaned, and
 * calls `update` in the next run. `cause` is the error behind it.
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

/** An error that a lifecycle reports. Its message names the problem and the next step. */
export class LifecycleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LifecycleError";
  }
}

/** Throws the first of the problems, if there is one. @throws LifecycleError */
export function refuse([problem]: readonly Problem[]): void {
  if (problem) throw new LifecycleError(`${problem.path}: ${problem.message}`);
}
