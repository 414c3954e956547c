/**
 * The entry point of the stub in every state: maps the name of a class to the methods of a dynamic provider. States contain the
 * path `pulumi-edge-platform/dynamic` and the name `load`, so both never change.
 */
import {
  contextOf,
  problemText,
  ProviderFailure,
  reportedInputs,
  ResourceProvider,
  type EngineConfig,
} from "./engine";
import { newRun, type Context, type Properties, type Run } from "./lifecycle";
import { endDynamicProviderWithEngine } from "./process";
import { isResourceKind } from "./properties";
import { PREVIEW, PROBLEMS } from "./properties/hidden";

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
  readonly reasons: readonly string[];

  constructor(
    { message, reasons }: ProviderFailure,
    readonly id?: string,
    readonly properties?: Properties,
  ) {
    super(message);
    this.stack = this.message;
    this.reasons = reasons;
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
  if (!isResourceKind(kind)) {
    const reason = `The installed pulumi-edge-platform has no resource ${kind}: update the package.`;
    throw new EngineError(new ProviderFailure([reason]));
  }
  let config: EngineConfig = () => undefined;
  const provider = new ResourceProvider(
    kind,
    contextFor((key) => config(key), run),
  );

  return {
    // Only stores the configuration: the engine calls other methods while configure still runs.
    configure: (request) => {
      config = (key) => request.config.get(key);
      return Promise.resolve();
    },
    check: (olds, news) =>
      forEngine(news, async () => {
        const { inputs, problems } = await provider.check(own(olds), own(news));
        const reasons = problems.map(problemText);
        if (news[PREVIEW] === true && reasons.length > 0)
          return { inputs: reportedInputs(own(news), reasons), failures: [] };
        // A failure that names a property makes the engine print its whole value, including secrets.
        return { inputs, failures: reasons.map((reason) => ({ property: "", reason })) };
      }),
    diff: (id, olds, news) =>
      forEngine(news, async () => {
        // The engine must show a change, or it would drop the problems.
        if (news[PROBLEMS] !== undefined) return { changes: true };
        const difference = await provider.diff(id, own(olds), own(news));
        // The state of a native resource does not have the SDK's property, without which the resource could not be refreshed or
        // destroyed. An update adds it, and writes nothing if nothing else changes.
        const wasNative = olds["__provider"] === undefined && news["__provider"] !== undefined;
        return wasNative ? { ...difference, changes: true } : difference;
      }),
    create: (inputs) =>
      forEngine(inputs, async () => {
        const { id, outputs } = await provider.create(own(inputs));
        return { id, outs: outputs };
      }),
    read: (id, outputs) =>
      forEngine(outputs, async () => {
        const live = await provider.read(id, own(outputs));
        return live ? { id: live.id, props: live.outputs, inputs: live.inputs } : {};
      }),
    update: (id, olds, news) =>
      forEngine(news, async () => ({ outs: await provider.update(id, own(olds), own(news)) })),
    delete: (id, outputs) => forEngine(outputs, () => provider.delete(id, own(outputs))),
  };
}

/** Runs a call about a resource with these properties, and throws its error in the form of the SDK. */
async function forEngine<T>(given: Properties, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const failure = ProviderFailure.of(error);
    if (!failure.partial) throw new EngineError(failure);
    const { id, outputs } = failure.partial;
    // The SDK adds `__provider` to what a method returns, but not to the properties of an error. Without it, the resource could not
    // be refreshed or destroyed before the next update.
    const { __provider: stub } = given;
    throw new EngineError(failure, id, { ...outputs, ...(stub !== undefined && { __provider: stub }) });
  }
}

/** Removes the property that the SDK itself adds. */
function own(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== "__provider"));
}
