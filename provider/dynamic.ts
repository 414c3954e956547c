/**
 * The entry point of the stub in every state: maps the name of a class to the methods of a dynamic provider. States contain the
 * path `pulumi-edge-platform/dynamic` and the name `load`, so both never change.
 */
import {
  contextOf,
  plain,
  refuseLaterState,
  refuseUnknown,
  stored,
  type EngineConfig,
} from "./engine-context";
import {
  checkProgram,
  createRecorded,
  differenceOf,
  hasReported,
  lifecycles,
  newRun,
  PartialFailure,
  reasons,
  reportedInputs,
  redaction,
  removeRecorded,
  updateRecorded,
  type Context,
  type Properties,
  type Run,
} from "./lifecycle";
import { endDynamicProviderWithEngine } from "./process";
import { redacted, redactingBy, type Redacted } from "./redaction";

endDynamicProviderWithEngine();

/** The process of dynamic providers serves one run of the engine. */
const run = newRun();

/** The methods of a dynamic provider, as the provider process of the engine calls them. */
export interface EngineProvider {
  configure(request: { config: { get(key: string): string | undefined } }): Promise<void>;
  check(
    olds: Properties,
    news: Properties,
  ): Promise<{ inputs: Properties; failures: { property: string; reason: string }[] }>;
  diff(
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ changes: boolean; replaces?: readonly string[]; deleteBeforeReplace?: boolean }>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  /** An answer without an id means that the object is gone. */
  read(id: string, outputs: Properties): Promise<{ id?: string; props?: Properties; inputs?: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, outputs: Properties): Promise<void>;
}

/**
 * The error that every method throws. The SDK prints most of them as `${error}: ${error.stack}`, so these two are the package's
 * name and the message.
 */
class EngineError extends Error {
  readonly id: string | undefined;
  readonly properties: Properties | undefined;
  readonly reasons: readonly string[];

  constructor(reasons: readonly Redacted[], partial?: { id: string; properties: Properties }) {
    super(reasons.join("\n"));
    this.stack = this.message;
    this.id = partial?.id;
    this.properties = partial?.properties;
    this.reasons = reasons.map(({ text }) => text);
  }

  override toString(): string {
    return "pulumi-edge-platform";
  }
}

/** Returns the provider of one kind of resource. The stub passes only the kind. */
export function load(
  kind: string,
  contextFor: (config: EngineConfig, run: Run) => Context = contextOf,
): EngineProvider {
  const lifecycle = Object.hasOwn(lifecycles, kind) ? lifecycles[kind] : undefined;
  if (!lifecycle) {
    throw new EngineError([
      redacted(`The installed pulumi-edge-platform has no resource ${kind}: update the package.`),
    ]);
  }
  let config: EngineConfig = () => undefined;
  const context = contextFor((key) => config(key), run);

  return {
    // Only stores the configuration: the engine calls other methods while configure still runs.
    configure: (request) => {
      config = (key) => request.config.get(key);
      return Promise.resolve();
    },
    check: (olds, news) =>
      forEngine(context, [olds, news], async () => {
        const { inputs, problems } = await checkProgram(lifecycle, context, own(olds), own(news));
        const told = problems.map(
          ({ path, message }) => redacted(path ? `${path}: ${message}` : message).text,
        );
        const reported = reportedInputs(own(news), told);
        if (reported) return { inputs: reported, failures: [] };
        // A failure that names a property makes the engine print its whole value, including secrets.
        return { inputs: plain(inputs), failures: told.map((reason) => ({ property: "", reason })) };
      }),
    diff: (id, olds, news) =>
      forEngine(context, [olds, news], async () => {
        if (hasReported(news)) return { changes: true };
        const difference = await differenceOf(lifecycle, context, id, own(olds), own(news));
        // The state of a native resource does not have the SDK's property, without which the resource could not be refreshed or
        // destroyed. An update adds it, and writes nothing if nothing else changes.
        const wasNative = olds["__provider"] === undefined && news["__provider"] !== undefined;
        return wasNative ? { ...difference, changes: true } : difference;
      }),
    create: (inputs) =>
      forEngine(context, [inputs], async () => {
        refuseUnknown(inputs);
        const { id, outputs } = await createRecorded(lifecycle, context, own(inputs));
        return { id, outs: stored(outputs) };
      }),
    read: (id, outputs) =>
      forEngine(context, [outputs], async () => {
        const known = own(outputs);
        const live = await lifecycle.read(context, id, known);
        if (live) return { id, props: stored(live.outputs), inputs: plain(live.inputs) };
        // A refresh removes a resource that is gone from the state. `.get` fails, or its outputs would silently be undefined.
        if (known["stateVersion"] === undefined)
          throw new EngineError([redacted(`There is no ${kind} with the id ${id}.`)]);
        return {};
      }),
    update: (id, olds, news) =>
      forEngine(context, [olds, news], async () => {
        refuseUnknown(news);
        return { outs: stored(await updateRecorded(lifecycle, context, id, own(olds), own(news))) };
      }),
    delete: (id, outputs) =>
      forEngine(context, [outputs], () => removeRecorded(lifecycle, context, id, own(outputs))),
  };
}

/** Runs a call and redacts its secrets from whatever it prints, logs or throws. */
function forEngine<T>(context: Context, given: readonly Properties[], call: () => Promise<T>): Promise<T> {
  return redactingBy(redaction(context, given), async () => {
    try {
      for (const properties of given) refuseLaterState(properties);
      return await call();
    } catch (error) {
      if (error instanceof EngineError) throw error;
      const told = reasons(error);
      if (!(error instanceof PartialFailure)) throw new EngineError(told);
      // The SDK adds `__provider` to what a method returns, but not to the properties of an error. Without it, the resource could not
      // be refreshed or destroyed before the next update.
      const [sdk] = given.slice(-1).map(({ __provider }) => __provider);
      throw new EngineError(told, {
        id: error.id,
        properties: { ...stored(error.outputs), ...(sdk !== undefined && { __provider: sdk }) },
      });
    }
  });
}

/** Removes the property that the SDK itself adds. */
function own(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== "__provider"));
}
