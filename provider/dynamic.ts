/**
 * What the stub in every state loads: from the name of a class to an object with the methods that the engine's dynamic
 * provider calls. The path `pulumi-edge-platform/dynamic` and the name `load` are in states for ever.
 */
import { resolveConnection, sharedClient } from "./client";
import { lifecycles, PartialFailure, type Context, type Properties } from "./lifecycle";

/** Shape of a resource's state; a release that changes it reads the older ones. */
export const STATE_VERSION = 1;

interface EngineConfig {
  get(key: string): string | undefined;
}

/** The engine prints the stack of what a method throws; ours are for people and have none. */
class EngineError extends Error {
  readonly id: string | undefined;
  readonly properties: Properties | undefined;
  readonly reasons: readonly string[] | undefined;

  constructor(message: string, partial?: { id: string; properties: Properties; reasons: readonly string[] }) {
    super(message);
    this.name = "";
    this.stack = "";
    this.id = partial?.id;
    this.properties = partial?.properties;
    this.reasons = partial?.reasons;
  }
}

/** The provider of one kind of resource. Called by the stub. */
export function load(kind: string): unknown {
  const lifecycle = lifecycles[kind];
  if (!lifecycle) throw new EngineError(`The installed pulumi-edge-platform has no resource ${kind}: update the package.`);
  let config: EngineConfig = { get: () => undefined };
  const context = contextOf((key) => config.get(key));

  return {
    // Only stores: the engine calls other methods while configure still runs.
    configure: (request: { config: EngineConfig }) => {
      config = request.config;
      return Promise.resolve();
    },
    check: (olds: Properties, news: Properties) =>
      forEngine(async () => {
        const { inputs, problems } = await lifecycle.check(context, own(olds), own(news));
        // No property is named: the engine would print its whole value, secrets included.
        const failures = problems.map(({ path, message }) => ({ property: "", reason: path ? `${path}: ${message}` : message }));
        return { inputs: plain(inputs), failures };
      }),
    diff: (id: string, olds: Properties, news: Properties) =>
      forEngine(async () => lifecycle.diff(context, id, own(olds), own(news))),
    create: (inputs: Properties) =>
      forEngine(async () => {
        const { id, outputs } = await lifecycle.create(context, own(inputs));
        return { id, outs: stored(outputs) };
      }),
    read: (id: string, outputs: Properties) =>
      forEngine(async () => {
        const known = own(outputs);
        const live = await lifecycle.read(context, id, known);
        if (live) return { id, props: stored(live.outputs), inputs: plain(live.inputs) };
        // `.get` of something gone would give silent undefined values; a refresh takes it out of the state.
        if (known["stateVersion"] === undefined) throw new EngineError(`There is no ${kind} with the id ${id}.`);
        return {};
      }),
    update: (id: string, olds: Properties, news: Properties) =>
      forEngine(async () => ({ outs: stored(await lifecycle.update(context, id, own(olds), own(news))) })),
    delete: (id: string, outputs: Properties) => forEngine(() => lifecycle.remove(context, id, own(outputs))),
  };
}

function contextOf(config: (key: string) => string | undefined): Context {
  const settings = (connection: string | undefined) =>
    resolveConnection({ env: process.env, config, ...(connection === undefined ? {} : { connection }) });
  return {
    now: () => new Date(),
    settings,
    client: (connection) => sharedClient(settings(connection)),
    log: (line) => process.stdout.write(`${line}\n`),
  };
}

async function forEngine<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    if (error instanceof PartialFailure) {
      const { id, outputs, reasons } = error;
      throw new EngineError(error.message, { id, properties: stored(outputs), reasons });
    }
    throw new EngineError(error instanceof Error ? error.message : String(error));
  }
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
