import { createClient, resolveConnection, type EdgeClient } from "../../provider/client";
import { load, type EngineProvider } from "../../provider/dynamic";
import { withPlainAnswers } from "./engine-model/plain-answers";
import { languageOf, type Properties } from "../../provider/lifecycle";
import type { Redacted } from "../../provider/redaction";
import { identityText, newNonce, parseMark, parseRef } from "../../provider/marks";
import type { Attempts, ExactRules } from "../../provider/evidence";
import { noExactRules, TestMachine } from "./attempts";
import { EngineModel, type Run } from "./engine-model/engine-model";
import { problemsIn, type Entry, type Goal } from "./engine-model/steps";
import { exported } from "./exported-state";
import { omit } from "./omit";
import { EXAMPLE_COM, type TestPlatform } from "./platform";

/** The placeholder for an unknown value of a preview. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** A property that the engine adds to all resources. */
const STUB = { __provider: "exports.handler=()=>{}" };
/** Each call is about one resource. */
const URN = "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/edge:Resource::resource";

/** A resource in a state. */
export interface State {
  readonly id: string;
  readonly inputs: Properties;
  readonly outs: Properties;
  /** Set after a partial failure: the engine updates the resource in the next run, whatever `diff` says. */
  readonly initErrors?: true;
}

/** Returns the identity that the class of a resource with that name registers. */
export function identity(name: string, stack = "prod"): string {
  return identityText({ organization: "organization", project: "shop", stack, urn: `urn::${name}` });
}

/** Matches the mark of a resource in the default stack of `identity`. */
export const MARK: unknown = expect.stringMatching(/^shop\/prod~[0-9a-v]{24}[0-9a-z]{8}[0-9a-v]{4}$/);

/** Replaces each `ref`, at any depth, by its plain ref. */
export function plain<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plain) as T;
  if (typeof value !== "object" || value === null) return value;
  // The copy has members of the same types.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      name === "ref" && typeof member === "string" ? parseRef(member).ref : plain(member),
    ]),
  ) as T;
}

/** An engine error as a user reads it. `state` is what the engine stores of the resource. */
export class Stopped extends Error {
  constructor(
    message: string,
    readonly state?: State,
  ) {
    super(message);
  }
}

export interface Fault {
  readonly method?: string;
  readonly path?: string;
  readonly kind: "status" | "html" | "drop-before" | "drop-after" | "truncate";
  readonly status?: number;
  readonly times?: number;
  readonly errors?: readonly object[];
}

/** Calls a provider as the engine does, for one resource at a time: a door to the model of the engine. */
export interface TestEngine {
  /** The lines that the CLI prints under the stack. */
  readonly log: string[];
  /** Plain refs of the rules that the API has accepted in dry runs, by resource. */
  accepted(): readonly string[][];
  provider(kind: string): EngineProvider;
  /** The failures of `check`. */
  problems(kind: string, args: Properties, state?: State): Promise<string[]>;
  /** `pulumi preview`: the planned operation. */
  preview(kind: string, args: Properties, state?: State): Promise<string>;
  /** `pulumi up`; throws Stopped. */
  up(kind: string, args: Properties, state?: State): Promise<State>;
  /** As `up`, but expects that it throws Stopped, and returns that. */
  stopped(kind: string, args: Properties, state?: State): Promise<Stopped>;
  /** `pulumi refresh`; undefined if the object is gone. */
  refresh(kind: string, state: State): Promise<State | undefined>;
  destroy(kind: string, state: State): Promise<void>;
  /** Advances the clock by milliseconds. */
  pass(ms: number): void;
  /** The resources of the stack's state, which the provider reads to find out who owns a mark. `up` and `destroy` keep it. */
  readonly stack: Set<State>;
}

/**
 * Returns an engine with the credential of `platform` or the settings given, and with a virtual clock. `details` logs as EDGE_LOG
 * does; `requests` also logs each request, as EDGE_LOG=debug does.
 */
export function testEngine(
  platform: TestPlatform,
  settings: Record<string, string | undefined> = {},
  {
    details = false,
    requests = false,
    stack = new Set(),
    attempts = new TestMachine().process(),
    exactRules = noExactRules,
    takeOver = [],
    sharesClock = false,
  }: {
    readonly details?: boolean;
    readonly requests?: boolean;
    readonly stack?: Set<State>;
    readonly attempts?: Attempts;
    readonly exactRules?: ExactRules;
    /** The ids in EDGE_TAKE_OVER. */
    readonly takeOver?: readonly string[];
    /** Whether the platform's clock goes on while the client waits, so that its operations end. Default: only the engine's does. */
    readonly sharesClock?: boolean;
  } = {},
): TestEngine {
  const config = new Map<string, string | undefined>(
    Object.entries({
      "edge:baseUrl": platform.baseUrl,
      "edge:gatewayUrl": platform.gatewayUrl,
      "edge:apiToken": platform.token,
      ...settings,
    }),
  );
  const clients = new Map<string | undefined, EdgeClient>();
  const providers = new Map<string, EngineProvider>();
  const log: string[] = [];
  let learnt: { readonly accepted: ReadonlyMap<unknown, ReadonlySet<string>> } | undefined;
  /** The states of the runs that are under way. */
  const running = new Set<() => readonly Entry[]>();
  let resources = 0;
  let now = Date.now();

  function provider(kind: string): EngineProvider {
    const known = providers.get(kind);
    if (known) return known;
    const loaded = load(kind, (read, ofProcess) => {
      learnt = ofProcess;
      const settingsOf = (connection?: string) => resolveConnection({ env: {}, config: read, connection });
      const environment = {
        now: () => now,
        sleep: async (ms: number) => {
          now += ms;
          if (sharesClock) await platform.control("PUT", "/clock", { advance: `${Math.ceil(ms)}ms` });
        },
        random: () => 0.5,
        log: (line: Redacted) => void log.push(line.text),
        logLevel: requests ? ("debug" as const) : ("off" as const),
      };
      return {
        now: () => new Date(now),
        newNonce,
        settings: settingsOf,
        get language() {
          return languageOf({ env: {}, config: read });
        },
        client: (connection) => {
          const client = clients.get(connection) ?? createClient(settingsOf(connection), environment);
          clients.set(connection, client);
          return client;
        },
        log: ({ text }, { sum } = {}) => {
          if (!sum?.isRepeat) log.push(text);
        },
        details,
        attempts,
        exactRules,
        hasEngineEnded: () => Promise.resolve(false),
        exportStack: () =>
          Promise.resolve({ document: exported([...stack, ...[...running].flatMap((shown) => shown())]) }),
        takeOver: new Set(takeOver),
        run: ofProcess,
      };
    });
    const made = withPlainAnswers(loaded);
    providers.set(kind, made);
    void made.configure({ config: { get: (key) => config.get(key) } });
    return made;
  }

  /** All calls share one process, with its clients and caches. */
  const model = new EngineModel(() => {
    let shown: () => readonly Entry[] = () => [];
    return {
      lines: log,
      pending: [],
      provider,
      call: (work) => work(),
      shows: (state) => void running.add((shown = state)),
      end: () => Promise.resolve(void running.delete(shown)),
    };
  });

  /** What the class of a resource registers: the same identity in each run. */
  function goalOf(kind: string, args: Properties, state: State | undefined): Goal {
    if (state) stack.add(state);
    const mark = (state && identityIn(state)) ?? identity(`resource-${(resources += 1)}`);
    const inputs = { ...STUB, __mark: mark, __stack: "prod", ...args };
    return { urn: URN, name: "resource", kind, inputs, deleteBeforeReplace: undefined, aliases: [] };
  }

  /** Throws what a user reads if the run failed, with what the run has made of the resource. */
  function expectSuccess({ error, state }: Run, before: readonly Entry[]): void {
    if (error === undefined) return;
    const incomplete = state.find((entry) => (entry.initErrors ?? []).length > 0 && !before.includes(entry));
    throw new Stopped(error, incomplete && stateOf(incomplete));
  }

  const engine: TestEngine = {
    log,
    accepted: () => [...(learnt?.accepted.values() ?? [])].map((refs) => [...refs]),
    stack,
    provider,
    async problems(kind, args, state) {
      const { inputs } = goalOf(kind, args, state);
      return problemsIn(await provider(kind).check({ ...STUB, ...state?.inputs }, inputs));
    },
    async preview(kind, args, state) {
      const before = entriesOf(kind, state);
      const run = await model.preview(before, [goalOf(kind, args, state)]);
      expectSuccess(run, before);
      const [operation = "same"] = run.operations.map((text) => text.split(" ")[0] ?? "");
      return operation;
    },
    async up(kind, args, state) {
      const before = entriesOf(kind, state);
      const run = await model.up(before, [goalOf(kind, args, state)], { skipPreview: true });
      expectSuccess(run, before);
      const [entry] = run.state;
      if (!entry) throw new Error("The state is empty after an update.");
      const after = stateOf(entry);
      const [operation = "same"] = run.operations.map((text) => text.split(" ")[0]);
      if (operation === "create" || operation === "replace") stack.add(after);
      if (operation === "replace" && state) stack.delete(state);
      return after;
    },
    async stopped(kind, args, state) {
      try {
        await engine.up(kind, args, state);
      } catch (error) {
        if (error instanceof Stopped) return error;
        throw error;
      }
      throw new Error("The update was expected to stop, and succeeded.");
    },
    async refresh(kind, { id, outs }) {
      const live = await provider(kind).read(id, { ...STUB, ...outs });
      if (!live.id) return undefined;
      return { id: live.id, inputs: live.inputs ?? {}, outs: live.props ?? {} };
    },
    pass: (ms) => void (now += ms),
    async destroy(kind, state) {
      await provider(kind).delete(state.id, { ...STUB, ...state.outs });
      stack.delete(state);
    },
  };
  return engine;
}

/** The state of the resource as the engine stores it. */
function entriesOf(kind: string, state: State | undefined): Entry[] {
  if (!state) return [];
  const { id, inputs, outs, initErrors } = state;
  const stored = { urn: URN, kind, id, inputs: { ...STUB, ...inputs }, outs: { ...STUB, ...outs } };
  return [{ ...stored, ...(initErrors && { initErrors: ["it is incomplete"] }) }];
}

function stateOf({ id, inputs, outs, initErrors = [] }: Entry): State {
  const state = { id, inputs: omit(inputs, "__provider"), outs: omit(outs, "__provider") };
  return initErrors.length > 0 ? { ...state, initErrors: true } : state;
}

/** Returns the identity in a state: the mark without the nonce. */
function identityIn({ inputs }: State): string | undefined {
  const { __mark: text } = inputs;
  const mark = typeof text === "string" ? parseMark(text) : undefined;
  return mark && `${mark.owner}~${mark.stack}${mark.resource}`;
}

/** Resets a platform to one zone, and to its own token. */
export async function renew(platform: TestPlatform): Promise<void> {
  await platform.control("POST", "/reset");
  await platform.control("POST", "/seed", { zones: [{ id: EXAMPLE_COM, name: "example.com" }] });
}

/** Calls the API as a person would; throws on an error. */
export async function ask<T = Record<string, unknown>>(
  platform: TestPlatform,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await platform.api(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { result: T } | undefined)?.result as T;
}

/**
 * Returns the state without the versions that a refresh compares, as an earlier release wrote it: the next refresh reads every
 * rule.
 */
export function unproven(state: State): State {
  return { ...state, outs: without(state.outs, "ruleCount") };
}

/** Returns a copy without one member. */
export function without(args: Properties, name: string): Properties {
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== name));
}

/**
 * Runs `work` and returns its result with the requests that it made, such as `GET /user/tokens`: `dryRuns` ask about writes, `proofs` show
 * that the API knows dry runs.
 */
export async function watch<T>(
  platform: TestPlatform,
  work: () => Promise<T>,
): Promise<{ result: T; requests: string[]; writes: string[]; dryRuns: string[]; proofs: string[] }> {
  await platform.control("DELETE", "/requests");
  const result = await work();
  const answer = await platform.control("GET", "/requests");
  const log = answer.body as { requests: { method: string; path: string }[] };
  const proving = proofsIn(log.requests);
  const linesOf = (isDryRun: boolean, isProof = false) =>
    log.requests
      .filter((one) => one.path.includes("dry_run=") === isDryRun && proving.has(one) === isProof)
      .map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`);
  const requests = linesOf(false);
  const writes = requests.filter((line) => !line.startsWith("GET "));
  return { result, requests, writes, dryRuns: linesOf(true), proofs: linesOf(true, true) };
}

/** Returns the requests that prove a dry run: one with an invalid parameter, and the next of its kind. */
function proofsIn<R extends { readonly method: string; readonly path: string }>(
  requests: readonly R[],
): ReadonlySet<R> {
  const found = requests.flatMap((invalid, index) => {
    if (!invalid.path.endsWith("dry_run=invalid")) return [];
    const valid = invalid.path.replace(/invalid$/, "true");
    const second = requests
      .slice(index + 1)
      .find(({ method, path }) => method === invalid.method && path === valid);
    return second ? [invalid, second] : [invalid];
  });
  return new Set(found);
}

/** Injects faults into the requests of `work`, and none after it. */
export async function withFaults<T>(
  platform: TestPlatform,
  faults: readonly Fault[],
  work: () => Promise<T>,
): Promise<T> {
  await platform.control("PUT", "/faults", faults);
  try {
    return await work();
  } finally {
    await platform.control("PUT", "/faults", []);
  }
}
