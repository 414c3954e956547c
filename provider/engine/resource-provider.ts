import { containsUnknown, Id, isMembers, isUnknown, UNKNOWN } from "../api";
import type { Problem } from "../api/problem";
import { conflictsOf, declaredElsewhere, type SharedClaim } from "../claims/claim-conflict";
import {
  lifecycles,
  permissionAdvice,
  LifecycleError,
  redaction,
  type Checked,
  type Context,
  type Difference,
  type Foreseen,
  type Lifecycle,
  type Live,
  type Properties,
  PartialFailure,
  reasons,
} from "../lifecycle";
import type { ResourceKind } from "../properties";
import { CLAIMS, FAULTS, MARK, PREVIEW, PROBLEMS, ZONE } from "../properties/hidden";
import { redacted, redactingBy, type Redacted } from "../redaction";
import { checkProgram, noteZoneName, toldProblems } from "./check-program";
import { createRecorded, differenceOf, removeRecorded, updateRecorded } from "./recorded";

/**
 * The provider of one kind of resource, behind the dynamic provider and the native plugin: what the engine asks, as functions of
 * plain properties. Every error is a `ProviderFailure`, and what is printed, logged or thrown contains no secret of the call.
 */
export class ResourceProvider {
  readonly #lifecycle: Lifecycle;

  constructor(
    private readonly kind: ResourceKind,
    private readonly context: Context,
  ) {
    this.#lifecycle = lifecycles[kind];
  }

  /**
   * Returns the inputs, and all problems at once: conflicts with other resources of the program, then those of the arguments.
   *
   * @param claims returns what the resource claims, and what the others do, as far as this is known when it is called. By default, what
   *   the class hands over
   * @param isReported whether this is a preview whose problems the class of the resource reports
   */
  check(
    olds: Properties,
    news: Properties,
    claims: () => readonly SharedClaim[] = () => handedOver(news[CLAIMS]),
    isReported = news[PREVIEW] === true,
  ): Promise<Checked> {
    return called(this.context, [olds, news], async () => {
      const { handOver } = this.context.run;
      const readElsewhere = () => declaredElsewhere(claims());
      // The check of a preview reads it by the mark that it is given, and a write by the mark with the nonce that the check adds.
      handOver.noteElsewhere(news[MARK], readElsewhere);
      const { kind, context } = this;
      tellNamed(context);
      const { inputs, problems } = await checkProgram(kind, this.#lifecycle, context, olds, news, isReported);
      handOver.noteElsewhere(inputs[MARK], readElsewhere);
      return {
        inputs: plain(withZone(inputs, news)),
        problems: [...wrongIds(context), ...conflictsOf(claims()), ...problems].map(redactedProblem),
      };
    });
  }

  diff(id: string, olds: Properties, news: Properties): Promise<Difference> {
    return called(this.context, [olds, news], () =>
      differenceOf(this.#lifecycle, this.context, id, olds, news),
    );
  }

  /** Returns what is known of a new resource before it is made. The inputs may contain unknown values. */
  foresee(inputs: Properties): Promise<Foreseen> {
    return called(this.context, [inputs], () =>
      Promise.resolve(this.#lifecycle.foresee?.(this.context, inputs) ?? {}),
    );
  }

  create(inputs: Properties): Promise<{ id: string; outputs: Properties }> {
    return this.#written([inputs], inputs, async (context) => {
      refuseUnknown(inputs);
      const { id, outputs } = await createRecorded(this.#lifecycle, context, inputs);
      return { id, outputs: stored(withZone(outputs, inputs)) };
    });
  }

  /** Returns undefined if a resource of the state is gone, and refuses one that is read for the first time. */
  async read(id: string, given: Properties): Promise<(Live & { readonly id: string }) | undefined> {
    const { [PREVIEW]: isReported, [FAULTS]: told, ...olds } = given;
    const reading = called(this.context, [olds], async () => {
      const [fault] = toldProblems(told);
      if (fault) throw new LifecycleError(problemText(fault));
      const live = await this.#lifecycle.read(this.context, id, olds);
      if (live)
        return {
          id: live.id ?? id,
          outputs: stored(withZone(live.outputs, olds)),
          inputs: plain(withZone(live.inputs, olds)),
        };
      if (olds["stateVersion"] === undefined)
        throw new LifecycleError(`There is no ${this.kind} with the id ${id}.`);
      return undefined;
    });
    try {
      return await reading;
    } catch (error) {
      if (isReported !== true) throw error;
      return { id, outputs: { [PROBLEMS]: ProviderFailure.of(error).reasons }, inputs: {} };
    }
  }

  update(id: string, olds: Properties, news: Properties): Promise<Properties> {
    return this.#written([olds, news], news, async (context) => {
      refuseUnknown(news);
      return stored(withZone(await updateRecorded(this.#lifecycle, context, id, olds, news), news));
    });
  }

  delete(id: string, outputs: Properties): Promise<void> {
    return this.#written([outputs], outputs, (context) => {
      noteZoneName(context, outputs);
      return removeRecorded(this.#lifecycle, context, id, outputs);
    });
  }

  /** Runs a call that writes. A refused write names the permissions that the resource needs. */
  #written<T>(
    given: readonly Properties[],
    inputs: Properties,
    call: (context: Context) => Promise<T>,
  ): Promise<T> {
    return called(this.context, given, async () => {
      const { context, tellWrites } = joiningWrites(this.context);
      try {
        return await call(context);
      } catch (error) {
        const resource = { kind: this.kind, name: "", inputs, external: false };
        throw ProviderFailure.of(error, permissionAdvice(this.context, resource, error));
      } finally {
        tellWrites();
      }
    });
  }
}

/**
 * Returns a context that keeps back the lines of requests that have written, and what prints them: one line for each place, with the number
 * of writes, also after a failure. With many zones, a line for each request hides what matters. With EDGE_LOG, each request has its line.
 */
function joiningWrites(context: Context): { readonly context: Context; readonly tellWrites: () => void } {
  if (context.details) return { context, tellWrites: () => undefined };
  const writes = new Map<string, { readonly line: Redacted; readonly whats: string[] }>();
  let isTold = false;
  const log: Context["log"] = (line, joined) => {
    const { write } = joined ?? {};
    // Another resource may give rules back to this one later in the run.
    if (write === undefined || isTold) {
      context.log(line, joined);
      return;
    }
    const { whats } = writes.get(write.where) ?? { whats: [] };
    writes.set(write.where, { line, whats: [...whats, write.what] });
  };
  return {
    // Its getters read the settings when they are asked.
    context: Object.create(context, { log: { value: log } }) as Context,
    tellWrites: () => {
      isTold = true;
      for (const [where, { line, whats }] of writes)
        context.log(
          whats.length === 1 ? line : redacted(`${where}: ${whats.length} writes: ${whats.join("; ")}`),
        );
    },
  };
}

/** Runs a call of the engine, and redacts the secrets of these properties from whatever it prints, logs or throws. */
export function called<T>(
  context: Context,
  given: readonly Properties[],
  call: () => Promise<T>,
): Promise<T> {
  return redactingBy(redaction(context, given), async () => {
    try {
      for (const properties of given) refuseLaterState(properties);
      return await call();
    } catch (error) {
      throw ProviderFailure.of(error);
    }
  });
}

/** Returns a problem for each text in EDGE_TAKE_OVER that is no id: no object could have it, and nothing would be taken over. */
function wrongIds({ takeOver }: Context): Problem[] {
  const wrong = [...takeOver].filter((id) => !Id.safeParse(id).success);
  return wrong.map((id) => ({
    path: "",
    message:
      `EDGE_TAKE_OVER names ${JSON.stringify(id)}, which is not the id of an object: write 32 lower-case hexadecimal digits for each, as ` +
      "`edge-platform orphans` lists them, separated by commas",
  }));
}

/** Says once a run how many objects a person has named: no resource can tell that none of the program knows one of them. */
function tellNamed({ takeOver, run, log }: Context): void {
  if (takeOver.size === 0 || run.hasToldNamed) return;
  run.hasToldNamed = true;
  const [what, it] =
    takeOver.size === 1
      ? ["one object", "the id changes"]
      : [`${takeOver.size} objects`, "such an id changes"];
  log(
    redacted(
      `EDGE_TAKE_OVER names ${what}: the resource of this program that finds it takes it over, or removes it. If none does, ${it} nothing`,
    ),
  );
}

/** Returns the claims that are known: some may be known only when the resources of the program are made. */
function handedOver(claims: unknown): readonly SharedClaim[] {
  // The cast holds: the class has made them.
  return (Array.isArray(claims)
    ? claims.filter(isMembers)
    : []) as readonly unknown[] as readonly SharedClaim[];
}

export function problemText({ path, message }: Problem): string {
  return path ? `${path}: ${message}` : message;
}

/**
 * Returns the inputs of a resource with problems in a preview, where its class reports them. A `check` that fails would end the preview
 * before later resources are checked. All arguments are unknown, so that nobody goes on with wrong values.
 */
export function reportedInputs(news: Properties, problems: readonly string[]): Properties {
  const names = Object.keys(news).filter((name) => !name.startsWith("__"));
  return { ...Object.fromEntries(names.map((name) => [name, UNKNOWN])), [PROBLEMS]: problems };
}

function redactedProblem({ path, message }: Problem): Problem {
  return { path: redacted(path).text, message: redacted(message).text };
}

/** An error of a call of the engine. Its texts contain no secrets. */
export class ProviderFailure extends Error {
  constructor(
    readonly reasons: readonly string[],
    /** What the state keeps of a resource whose object exists, or may exist. */
    readonly partial?: { readonly id: string; readonly outputs: Properties },
    /** The problems of the arguments of a component, whose values the engine prints. */
    readonly problems: readonly Problem[] = [],
  ) {
    super(reasons.join("\n"));
    this.name = "ProviderFailure";
  }

  /** Returns an error of a lifecycle in this form. Within a call, whose secrets are redacted. */
  static of(error: unknown, advice?: string): ProviderFailure {
    if (error instanceof ProviderFailure) return error;
    const texts = reasons(error).map(({ text }) =>
      advice === undefined ? text : `${text} ${redacted(advice).text}`,
    );
    if (!(error instanceof PartialFailure)) return new ProviderFailure(texts);
    return new ProviderFailure(texts, { id: error.id, outputs: stored(error.outputs) });
  }
}

/** Keeps the name of the zone: a review and a destroy, which look up no zone, call it by its name. */
function withZone(properties: Properties, { [ZONE]: zone }: Properties): Properties {
  return typeof zone === "string" && !isUnknown(zone) ? { ...properties, [ZONE]: zone } : properties;
}

/** The version of the state's shape. A release that changes the shape still reads older ones. */
const STATE_VERSION = 1;

export function stored(outputs: Properties): Properties {
  return plain({ ...outputs, stateVersion: STATE_VERSION });
}

/** Returns plain JSON: an undefined in an answer makes the SDK fail after the remote object was made. */
export function plain(properties: Properties): Properties {
  const parsed: unknown = JSON.parse(JSON.stringify(properties));
  // The cast holds: a stringified object parses to an object.
  return parsed as Properties;
}

/** Rejects a state of a later release, whose shape this one does not know. */
export function refuseLaterState(outputs: Properties): void {
  const { stateVersion } = outputs;
  if (typeof stateVersion !== "number" || stateVersion <= STATE_VERSION) return;
  throw new LifecycleError(
    `stateVersion: a later release of pulumi-edge-platform wrote this state (version ${stateVersion}; this release knows ` +
      `${STATE_VERSION}). Nothing was written: install the later release, then try again.`,
  );
}

/** Rejects inputs that only a preview may have. Names only the properties, since a name inside them may be secret. */
function refuseUnknown(inputs: Properties): void {
  const names = Object.keys(inputs).filter((name) => containsUnknown(inputs[name]));
  if (names.length === 0) return;
  throw new LifecycleError(
    `${names.join(", ")}: the value is not known yet, and the engine asked to write it. Nothing was written: find what the program ` +
      "passes there, such as an Output that was made into a text, then run `pulumi up` again.",
  );
}
