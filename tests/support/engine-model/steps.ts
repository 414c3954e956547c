import type { EngineProvider } from "../../../provider/dynamic";
import { EngineGone, ProviderGone, type ProviderProcess } from "./process";

export type Properties = Record<string, unknown>;

/** A resource as a program registers it with the engine. */
export interface Goal {
  readonly urn: string;
  readonly name: string;
  /** The name of the class. */
  readonly kind: string;
  readonly inputs: Properties;
  /** Undefined if the provider decides. */
  readonly deleteBeforeReplace: boolean | undefined;
  /** URNs under which the state may contain the resource: its own and its aliases. */
  readonly aliases: readonly string[];
  /** Names of the resources that the engine writes before this one. Default: none. */
  readonly dependsOn?: readonly string[];
}

/** An object that exists, and the name of the resource that manages it after its import. */
export interface Import {
  readonly name: string;
  readonly id: string;
}

/** A resource in a state. */
export interface Entry {
  readonly urn: string;
  readonly kind: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly outs: Properties;
  /** Set if the last create or update ended in an initialization failure. */
  readonly initErrors?: readonly string[];
  /** The old object of a create-before-delete replacement, to be deleted. */
  readonly deleted?: true;
  /** Deleted by a delete-before-replace replacement whose new object does not exist yet. */
  readonly pendingReplacement?: true;
}

/** Returns a resource under the names of another stack, as `pulumi stack rename` and `pulumi state move` write it. */
export function renamedTo(entry: Entry, { project, stack }: { project: string; stack: string }): Entry {
  const [, , ...rest] = entry.urn.split("::");
  return { ...entry, urn: [`urn:pulumi:${stack}`, project, ...rest].join("::") };
}

export type Operation = "create" | "update" | "replace" | "delete" | "same";

/** Returns what the engine does with a declared resource, by its entry in the state and by the provider's diff. */
export function operationOf(
  old: Pick<Entry, "id" | "initErrors" | "pendingReplacement"> | undefined,
  { changes, replaces = [] }: { readonly changes: boolean; readonly replaces?: readonly string[] },
): Exclude<Operation, "delete"> {
  if (old === undefined) return "create";
  if ((changes && replaces.length > 0) || old.pendingReplacement === true) return "replace";
  return changes || (old.initErrors ?? []).length > 0 ? "update" : "same";
}

/** The steps of a run, in progress. */
export interface Steps {
  readonly process: ProviderProcess;
  /** Resources that are complete, in the order of registration. */
  readonly settled: Entry[];
  /** Entries of the old state that were not processed yet. */
  base: Entry[];
  readonly operations: `${Exclude<Operation, "same">} ${string}`[];
}

/** An error that stops the engine, with the message that a user reads. */
export class Refused extends Error {}

export async function made(
  steps: Steps,
  entry: Pick<Entry, "urn" | "kind" | "inputs">,
  create: () => ReturnType<EngineProvider["create"]>,
  done: () => void = () => undefined,
): Promise<void> {
  try {
    const { id, outs } = await called(steps, create);
    done();
    steps.settled.push({ ...entry, id, outs: withStub(outs, entry.inputs) });
  } catch (error) {
    // The state keeps a creation during which the engine died as a pending operation.
    if (error instanceof EngineGone) steps.process.pending.push(entry.inputs);
    const kept = partOf(error);
    if (kept) {
      done();
      steps.settled.push({ ...entry, ...kept });
    }
    throw error;
  }
}

export async function updated(
  steps: Steps,
  { urn, kind }: Goal,
  old: Entry,
  inputs: Properties,
  without: (entry: Entry) => void,
): Promise<void> {
  try {
    const { outs } = await called(steps, () => providerOf(steps, kind).update(old.id, old.outs, inputs));
    without(old);
    steps.settled.push({ urn, kind, id: old.id, inputs, outs: withStub(outs, inputs) });
  } catch (error) {
    const kept = partOf(error);
    if (kept) {
      without(old);
      // The engine stores the old inputs with the new outputs.
      steps.settled.push({ urn, kind, ...kept, id: old.id, inputs: old.inputs });
    }
    throw error;
  }
}

export async function check(
  steps: Steps,
  { kind, inputs: news }: Goal,
  olds: Properties,
): Promise<Properties> {
  const answer = await called(steps, () => providerOf(steps, kind).check(olds, news));
  const problems = problemsIn(answer);
  if (problems.length > 0) throw new Refused(problems.join("\n"));
  // The provider process adds the stub again.
  return { ...answer.inputs, __provider: news["__provider"] };
}

/** Returns what fails a resource: in a preview, its class reports what `check` hands over, and fails the program. */
export function problemsIn({ inputs, failures }: Awaited<ReturnType<EngineProvider["check"]>>): string[] {
  const { __problems: reported = [] } = inputs as { readonly __problems?: readonly string[] };
  return [...failures.map(({ reason }) => reason), ...reported];
}

export function providerOf({ process }: Steps, kind: string): EngineProvider {
  return process.provider(kind);
}

export async function called<T>({ process }: Steps, work: () => Promise<T>): Promise<T> {
  try {
    return await process.call(work);
  } catch (error) {
    if (error instanceof EngineGone || error instanceof ProviderGone) throw error;
    const part = error as Error & { id?: string; properties?: Properties; reasons?: readonly string[] };
    // The provider's own errors have their message as stack. Any other stack is a bug in the package.
    if (part.stack !== part.message) throw error;
    throw Object.assign(new Refused(part.message), {
      ...(part.id !== undefined && {
        kept: { id: part.id, outs: part.properties ?? {}, initErrors: part.reasons ?? [] },
      }),
    });
  }
}

/** Returns outputs as the provider process answers them: it adds the stub of what it was given. */
export function withStub(outs: Properties, given: Properties): Properties {
  return { ...outs, __provider: given["__provider"] };
}

function partOf(error: unknown): Pick<Entry, "id" | "outs" | "initErrors"> | undefined {
  return (error as { kept?: Pick<Entry, "id" | "outs" | "initErrors"> }).kept;
}
