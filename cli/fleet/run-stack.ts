import {
  ConcurrentUpdateError,
  type EngineEvent,
  LocalWorkspace,
  PulumiCommand,
  Stack,
  type Workspace,
} from "@pulumi/pulumi/automation";
import type { Operation } from "../../fleet/run-record";
import type { Holder } from "./holder";
import { noPulumi } from "./pulumi";

/** What a run of one stack printed for people. */
export interface Diagnostic {
  readonly severity: "info" | "warning" | "error";
  /** Undefined if it is about the stack as a whole. */
  readonly urn?: string;
  readonly message: string;
}

/** The numbers of resources by operation of the engine: `{ create: 3, same: 60 }`. */
export type Changes = Readonly<Record<string, number>>;

export interface StackEnd {
  readonly succeeded: boolean;
  readonly changes: Changes;
  readonly diagnostics: readonly Diagnostic[];
  /** The process that has locked the state, if that is why the run has failed. The caller, who may wait for it, reports that. */
  readonly lockedBy?: Holder;
}

/** What a run of a stack reports while it goes on. */
export interface StackWatcher {
  /** An event of the engine, as a line of its event log. */
  readonly event?: (line: string) => void;
  readonly diagnostic: (diagnostic: Diagnostic) => void;
  /** Another resource has been done. */
  readonly resource: () => void;
}

/** Runs stacks of one program with the Pulumi CLI, several at a time. */
export interface StackRunner {
  run(stack: string, operation: Operation, options: StackOptions): Promise<StackEnd>;
}

export interface StackOptions extends StackWatcher {
  /** Whether an operation only says what it would do. */
  readonly isPreview: boolean;
  /** Whether a refresh forgets creates that are pending in the state. Default: no. */
  readonly clearPendingCreates?: boolean;
  /** Names the run in the history of the stack. Default: as the CLI does. */
  readonly agent?: string | undefined;
  /** Ends the run as Ctrl-C does: what has begun is finished. */
  readonly signal: AbortSignal;
}

/** @param env variables beside those of this process @throws CommandError without the Pulumi CLI */
export async function createStackRunner(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<StackRunner> {
  const command = await PulumiCommand.get({ skipVersionCheck: true }).catch(() => {
    throw noPulumi(folder);
  });
  const workspace = await LocalWorkspace.create({
    workDir: folder,
    pulumiCommand: command,
    envVars: { PULUMI_SKIP_UPDATE_CHECK: "true", ...env },
  });
  leaveSelection(workspace);
  return {
    run: async (name, operation, { signal, isPreview, clearPendingCreates = false, agent, ...watcher }) => {
      const intake = new EventIntake(watcher);
      try {
        const stack = await Stack.select(name, workspace);
        // The events tell it already, and the history is another process.
        stack.info = () => Promise.resolve(undefined);
        const options = {
          signal,
          color: "never" as const,
          clearPendingCreates,
          ...(agent !== undefined && { userAgent: agent }),
          onEvent: (event: EngineEvent) => intake.take(event),
        };
        await CALLS[isPreview ? "preview" : "run"][operation](stack, options);
        return { succeeded: intake.errors === 0, changes: intake.changes, diagnostics: intake.diagnostics };
      } catch (error) {
        const lock = error instanceof ConcurrentUpdateError ? lockIn(error.message) : undefined;
        const failed = { succeeded: false, changes: intake.changes };
        if (lock) {
          const diagnostics = [{ severity: "error", message: lockText(name, lock) } as const];
          return { ...failed, diagnostics, lockedBy: lock };
        }
        intake.fail(error);
        return { ...failed, diagnostics: intake.diagnostics };
      }
    },
  };
}

interface CallOptions {
  readonly signal: AbortSignal;
  readonly color: "never";
  readonly clearPendingCreates: boolean;
  readonly userAgent?: string;
  readonly onEvent: (event: EngineEvent) => void;
}

const previewed = (stack: Stack, options: CallOptions) => stack.preview(options);
const CALLS: Readonly<
  Record<"preview" | "run", Record<Operation, (stack: Stack, options: CallOptions) => Promise<unknown>>>
> = {
  preview: {
    preview: previewed,
    up: previewed,
    refresh: (stack, options) => stack.previewRefresh(options),
    destroy: (stack, options) => stack.previewDestroy(options),
  },
  run: {
    preview: previewed,
    up: (stack, options) => stack.up(options),
    refresh: (stack, options) => stack.refresh(options),
    destroy: (stack, options) => stack.destroy(options),
  },
};

/**
 * Each call names its stack. Selecting it as well would change the stack that the user has selected, and stacks that run at the same
 * time would overwrite each other's selection. The outputs, which can be secret, are not asked for: that takes two more processes.
 */
function leaveSelection(workspace: Workspace): void {
  workspace.selectStack = () => Promise.resolve();
  workspace.stackOutputs = () => Promise.resolve({});
}

/** What people read, by the engine's severity. The engine logs its debugging as well, with one that the SDK's types leave out. */
const SEVERITIES: ReadonlyMap<string, Diagnostic["severity"]> = new Map([
  ["info", "info"],
  ["info#err", "info"],
  ["warning", "warning"],
  ["error", "error"],
]);

/** Collects what people and programs want to know from the events of the engine. */
class EventIntake {
  readonly #watcher: StackWatcher;
  readonly #diagnostics: Diagnostic[] = [];
  #changes: Changes = {};

  constructor(watcher: StackWatcher) {
    this.#watcher = watcher;
  }

  get changes(): Changes {
    return this.#changes;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  get errors(): number {
    return this.#diagnostics.filter(({ severity }) => severity === "error").length;
  }

  take(event: EngineEvent): void {
    this.#watcher.event?.(JSON.stringify(event));
    const { diagnosticEvent, summaryEvent, resOutputsEvent } = event;
    if (resOutputsEvent) this.#watcher.resource();
    if (summaryEvent) this.#changes = summaryEvent.resourceChanges;
    if (!diagnosticEvent || diagnosticEvent.ephemeral === true) return;
    const { urn, message } = diagnosticEvent;
    const severity = SEVERITIES.get(diagnosticEvent.severity);
    if (severity === undefined) return;
    this.#add({
      severity,
      ...(urn !== undefined && urn !== "" && { urn }),
      message: withoutColors(message).trim(),
    });
  }

  /** A run that fails before the engine begins has no events. */
  fail(error: unknown): void {
    if (this.errors > 0) return;
    const text = error instanceof Error ? error.message : String(error);
    this.#add({ severity: "error", message: errorIn(text) });
  }

  #add(diagnostic: Diagnostic): void {
    if (diagnostic.message === "") return;
    this.#diagnostics.push(diagnostic);
    this.#watcher.diagnostic(diagnostic);
  }
}

/** The engine's colors are tags, which its terminal replaces: `<{%fg 13%}>`. */
function withoutColors(text: string): string {
  return text.replace(/<\{%[^%]*%\}>/g, "");
}

/** Returns the errors in what the CLI has printed, which the Automation API wraps into the result of its process. */
function errorIn(text: string): string {
  const at = text.search(/^ *error: /m);
  return (at < 0 ? text : text.slice(at).replace(/^ *error: /, "")).trim();
}

function lockText(stack: string, { host, pid }: Holder): string {
  return (
    `the state is locked by process ${pid} on ${host}. Nothing was done. Wait for the end of that process. If it has ended, remove its ` +
    `lock: pulumi cancel --yes --stack ${stack}`
  );
}

/** Finds the process in the text of the CLI about a lock: `created by ann@build-7 (pid 4711) at …`. */
function lockIn(text: string): Holder | undefined {
  const [, host, pid] = /created by [^@\s]*@(\S+) \(pid (\d{1,9})\)/.exec(text) ?? [];
  return host === undefined ? undefined : { host, pid: Number(pid) };
}
