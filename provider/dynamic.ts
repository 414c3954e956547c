/**
 * What the stub in every state loads: from the name of a class to an object with the methods that the engine's dynamic
 * provider calls. The path `pulumi-edge-platform/dynamic` and the name `load` are in states for ever.
 */
import { logLevel, resolveConnection, sharedClient } from "./client";
import { lifecycles, PartialFailure, reasons, redaction, type Context, type Properties } from "./lifecycle";
import { redacted, redactingBy, type Redacted } from "./redaction";
import { newNonce } from "./marks";

/** Shape of a resource's state; a release that changes it reads the older ones. */
export const STATE_VERSION = 1;

/** Answers for a full key: `edge:baseUrl`. */
export type EngineConfig = (key: string) => string | undefined;

/** The methods of a dynamic provider, as the engine's process calls them. */
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
  /** Without an id the object is gone. */
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

/** The provider of one kind of resource. The stub calls it with the kind alone. */
export function load(
  kind: string,
  contextFor: (config: EngineConfig) => Context = contextOf,
): EngineProvider {
  const lifecycle = Object.hasOwn(lifecycles, kind) ? lifecycles[kind] : undefined;
  if (!lifecycle) {
    throw new EngineError([
      redacted(`The installed pulumi-edge-platform has no resource ${kind}: update the package.`),
    ]);
  }
  let config: EngineConfig = () => undefined;
  const context = contextFor((key) => config(key));

  return {
    // Only stores: the engine calls other methods while configure still runs.
    configure: (request) => {
      config = (key) => request.config.get(key);
      return Promise.resolve();
    },
    check: (olds, news) =>
      forEngine(context, [olds, news], async () => {
        const { inputs, problems } = await lifecycle.check(context, own(olds), own(news));
        // No property is named: the engine would print its whole value, secrets included.
        const failures = problems.map(({ path, message }) => ({
          property: "",
          reason: redacted(path ? `${path}: ${message}` : message).text,
        }));
        return { inputs: plain(inputs), failures };
      }),
    diff: (id, olds, news) =>
      forEngine(context, [olds, news], () => lifecycle.diff(context, id, own(olds), own(news))),
    create: (inputs) =>
      forEngine(context, [inputs], async () => {
        const { id, outputs } = await lifecycle.create(context, own(inputs));
        return { id, outs: stored(outputs) };
      }),
    read: (id, outputs) =>
      forEngine(context, [outputs], async () => {
        const known = own(outputs);
        const live = await lifecycle.read(context, id, known);
        if (live) return { id, props: stored(live.outputs), inputs: plain(live.inputs) };
        // `.get` of something gone would give silent undefined values; a refresh takes it out of the state.
        if (known["stateVersion"] === undefined)
          throw new EngineError([redacted(`There is no ${kind} with the id ${id}.`)]);
        return {};
      }),
    update: (id, olds, news) =>
      forEngine(context, [olds, news], async () => ({
        outs: stored(await lifecycle.update(context, id, own(olds), own(news))),
      })),
    delete: (id, outputs) => forEngine(context, [outputs], () => lifecycle.remove(context, id, own(outputs))),
  };
}

function contextOf(config: EngineConfig): Context {
  const settings = (connection: string | undefined) =>
    resolveConnection({ env: process.env, config, ...(connection === undefined ? {} : { connection }) });
  return {
    now: () => new Date(),
    newNonce,
    settings,
    client: (connection) => sharedClient(settings(connection)),
    log: (line) => process.stdout.write(`${line.text}\n`),
    get details() {
      return logLevel() !== "off";
    },
  };
}

/** Whatever a call prints, logs or throws is redacted of the secrets that it was called with. */
function forEngine<T>(context: Context, given: readonly Properties[], call: () => Promise<T>): Promise<T> {
  return redactingBy(redaction(context, given), async () => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof EngineError) throw error;
      const told = reasons(error);
      if (!(error instanceof PartialFailure)) throw new EngineError(told);
      // The SDK adds its own property to what a method returns, and not to what an error keeps: without it nothing could be
      // refreshed or destroyed before the next update.
      const [sdk] = given.slice(-1).map(({ __provider }) => __provider);
      throw new EngineError(told, {
        id: error.id,
        properties: { ...stored(error.outputs), ...(sdk !== undefined && { __provider: sdk }) },
      });
    }
  });
}

/** Without what the SDK itself keeps among the properties. */
function own(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== "__provider"));
}

function stored(outputs: Properties): Properties {
  return plain({ ...outputs, stateVersion: STATE_VERSION });
}

/** JSON and nothing else: one undefined in an answer makes the SDK fail after the remote object was made. */
function plain(properties: Properties): Properties {
  const parsed: unknown = JSON.parse(JSON.stringify(properties));
  // A stringified object parses to an object.
  return parsed as Properties;
}
