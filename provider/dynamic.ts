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
  withoutMark,
  withoutTimes,
  type EngineConfig,
} from "./engine";
import { newRun, type Context, type Difference, type Properties, type Run } from "./lifecycle";
import { changedNames } from "./lifecycle/inputs";
import {
  appendReport,
  endDynamicProviderWithEngine,
  engineLogAt,
  engineOf,
  requireSupportedNode,
} from "./process";
import { comparedOf, isResourceKind, PROPERTIES, secretOutputsOf, type ResourceKind } from "./properties";
import { envelope } from "./properties/envelope";
import { PREVIEW, PROBLEMS, REPLACE_ON_CHANGES, REPORT, URN } from "./properties/hidden";
import type { PreviewLine } from "./properties/preview-line";

requireSupportedNode();
endDynamicProviderWithEngine();

/** The process of dynamic providers serves one run of the engine. */
const run = newRun();
const engineLog = engineLogAt(engineOf(process.argv)?.address);

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
  contextFor: (config: EngineConfig, run: Run, log: Context["log"]) => Context = contextOf,
): EngineProvider {
  if (!isResourceKind(kind)) {
    const reason = `The installed pulumi-edge-platform has no resource ${kind}: update the package.`;
    throw new EngineError(new ProviderFailure([reason]));
  }
  let config: EngineConfig = () => undefined;

  /** Runs a call about a resource with these properties, prints its lines at the resource, and throws its error in the form of the SDK. */
  const forEngine = async <T>(
    given: Properties,
    call: (provider: ResourceProvider) => Promise<T>,
    log: Context["log"] = (line) => engineLog.line(urnOf(given), line),
  ): Promise<T> => {
    const { __provider: stub } = given;
    const context = contextFor((key) => config(key), run, log);
    try {
      return await call(new ResourceProvider(kind, context));
    } catch (error) {
      const failure = ProviderFailure.of(error);
      if (!failure.partial) throw new EngineError(failure);
      const { id, outputs } = failure.partial;
      // The SDK adds `__provider` to what a method returns, but not to the properties of an error. Without it, the resource could not
      // be refreshed or destroyed before the next update.
      const kept = { ...stored(kind, outputs, given), ...(stub !== undefined && { __provider: stub }) };
      throw new EngineError(failure, id, kept);
    } finally {
      // The engine ends this process once it has the last answer.
      await engineLog.flushed();
    }
  };

  return {
    // Only stores the configuration: the engine calls other methods while configure still runs.
    configure: (request) => {
      config = (key) => request.config.get(key);
      return Promise.resolve();
    },
    check: async (olds, news) => {
      if (news[PREVIEW] !== true) return forEngine(news, (provider) => checked(provider, olds, news));
      const lines: PreviewLine[] = [];
      const { [REPORT]: report, ...given } = news;
      return forEngine(
        given,
        async (provider) => {
          try {
            const { inputs, failures } = await checked(provider, olds, given);
            return { inputs: withoutMark(olds, withoutTimes(kind, olds, inputs)), failures };
          } finally {
            tellLines(urnOf(given), lines, report);
          }
        },
        ({ text }, joined) => void lines.push({ text, ...joined }),
      );
    },
    diff: (id, olds, news) =>
      // After an import, the inputs do not have it.
      forEngine({ ...olds, ...news }, async (provider) => {
        // The engine must show a change, or it would drop the problems.
        if (news[PROBLEMS] !== undefined) return { changes: true };
        const difference = withReplaced(
          await provider.diff(id, own(olds), own(news)),
          namedToReplace(kind, olds, news),
        );
        // The state of a native resource does not have the SDK's property, without which the resource could not be refreshed or
        // destroyed. An update adds it, and writes nothing if nothing else changes.
        const wasNative = olds["__provider"] === undefined && news["__provider"] !== undefined;
        return wasNative ? { ...difference, changes: true } : difference;
      }),
    create: (inputs) =>
      forEngine(inputs, async (provider) => {
        const { id, outputs } = await provider.create(own(inputs));
        return { id, outs: stored(kind, outputs, inputs) };
      }),
    read: (id, outputs) =>
      forEngine(outputs, async (provider) => {
        const live = await provider.read(id, own(outputs));
        if (!live) return {};
        const { inputs } = live;
        return { id: live.id, props: stored(kind, live.outputs, outputs), inputs: withUrn(inputs, outputs) };
      }),
    update: (id, olds, news) =>
      forEngine(news, async (provider) => ({
        outs: stored(kind, await provider.update(id, own(olds), own(news)), news),
      })),
    delete: (id, outputs) => forEngine(outputs, (provider) => provider.delete(id, own(outputs))),
  };
}

/** Hands lines of a preview to the class of the resource, which joins them with those of others. Without a report, they are printed. */
function tellLines(urn: string, lines: readonly PreviewLine[], report: unknown): void {
  if (lines.length === 0 || appendReport(report, lines)) return;
  for (const line of lines) if (!line.sum?.isRepeat) engineLog.line(urn, line);
}

/** Checks the arguments of a resource. In a preview, the class of the resource reports the problems. */
async function checked(
  provider: ResourceProvider,
  olds: Properties,
  news: Properties,
): ReturnType<EngineProvider["check"]> {
  const { inputs, problems } = await provider.check(own(olds), own(news));
  const reasons = problems.map(problemText);
  if (news[PREVIEW] === true && reasons.length > 0)
    return { inputs: withUrn(reportedInputs(own(news), reasons), news), failures: [] };
  // A failure that names a property makes the engine print its whole value, including secrets.
  const failures = reasons.map((reason) => ({ property: "", reason }));
  const { [REPLACE_ON_CHANGES]: replacing } = news;
  return {
    inputs: withUrn(replacing === undefined ? inputs : { ...inputs, [REPLACE_ON_CHANGES]: replacing }, news),
    failures,
  };
}

/** Returns the changed arguments that the option `replaceOnChanges` names. */
function namedToReplace(kind: ResourceKind, olds: Properties, news: Properties): string[] {
  const { [REPLACE_ON_CHANGES]: named } = news;
  if (!Array.isArray(named)) return [];
  const changed = changedNames(olds, news, comparedOf(PROPERTIES[kind]));
  return changed.filter((name) => named.includes("*") || named.includes(name));
}

function withReplaced(difference: Difference, named: readonly string[]): Difference {
  if (!difference.changes || named.length === 0) return difference;
  return { ...difference, replaces: [...new Set([...(difference.replaces ?? []), ...named])] };
}

function urnOf({ [URN]: urn }: Properties): string {
  return typeof urn === "string" ? urn : "";
}

/** Removes the properties that the SDK and this file add. */
function own(properties: Properties): Properties {
  const added = ["__provider", URN, REPLACE_ON_CHANGES];
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !added.includes(name)));
}

/**
 * Returns outputs as the engine stores them. Those that are always secret are marked: the option `additionalSecretOutputs` of the class
 * marks them in the state only, so that hooks of the program would get them as plain text.
 */
function stored(kind: ResourceKind, outputs: Properties, given: Properties): Properties {
  const secret = secretOutputsOf(PROPERTIES[kind]).filter((name) => outputs[name] !== undefined);
  const marked = secret.map((name) => [name, envelope(outputs[name])] as const);
  return withUrn({ ...outputs, ...Object.fromEntries(marked) }, given);
}

/** Returns properties with the URN of the resource, if the engine has given it: the state of an earlier version does not have it. */
function withUrn(properties: Properties, { [URN]: urn }: Properties): Properties {
  return urn === undefined ? properties : { ...properties, [URN]: urn };
}
