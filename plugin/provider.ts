import { insteadOf, isMembers } from "../provider/api/plain";
import {
  contextOf,
  plain,
  refuseLaterState,
  refuseUnknown,
  stored,
  type EngineConfig,
} from "../provider/engine-context";
import {
  checkProgram,
  createRecorded,
  differenceOf,
  lifecycles,
  newRun,
  noteStack,
  LifecycleError,
  redaction,
  removeRecorded,
  updateRecorded,
  type Context,
  type Lifecycle,
  type Properties,
} from "../provider/lifecycle";
import { lazily } from "../provider/lazily";
import { identityText } from "../provider/marks";
import { PROPERTIES, type ResourceKind } from "../provider/properties";
import { redacted, redactingBy } from "../provider/redaction";
import { rulesFromMap, type RuleMap } from "../provider/rulesets";
import { failureOf, type CheckFailure } from "./check-failure";
import { ClaimsOfRun } from "./claims-of-run";
import { declarationsOf } from "./declarations";
import { detailedDiff, type DetailedDiff } from "./detailed-diff";
import { withSchemaNames, withWireNames } from "./directive-names";
import type { EngineLog } from "./engine-log";
import { CallFailure } from "./failure";
import { changedOutputs, unknownOutputs } from "./foreseen-outputs";
import type * as Lookups from "./lookups";
import { remediated, type Arguments } from "./remediated";
import { openedProperties, programInputs, sealed, withoutSecrets } from "./secrets";
import { kindOfType, parseUrn } from "./urn";
import { warningsOf } from "./warnings";
import { BASE, IMPORT, MARK, PREVIEW } from "../provider/properties/hidden";

/** What `check` got and returned. */
interface Checked extends Arguments {
  readonly olds: Properties;
  readonly inputs: Properties;
}

/** Loaded at the first lookup. */
const loadLookups = lazily(() => require("./lookups") as typeof Lookups);

/** What changes between the old outputs and the new inputs of a resource. */
export interface Changes {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  readonly detailed: DetailedDiff;
}

/** How a provider was configured. */
export interface Configuration {
  /** The arguments of the provider. */
  readonly args: Properties;
  /** Whether the program made the provider itself. Then its arguments take precedence over the environment. */
  readonly isExplicit: boolean;
}

/** The operations of a native resource provider on properties with secret envelopes. Every error is a `CallFailure`. */
export class Provider {
  #configuration: Configuration = { args: {}, isExplicit: false };
  /** By URN, what a preview judges again by what is live. */
  readonly #checked = new Map<string, Checked>();
  /** By URN, what `diff` has said about a resource, which only a preview prints. */
  readonly #said = new Map<string, (() => void)[]>();
  #claims = new ClaimsOfRun();
  #run = newRun();

  constructor(
    private readonly log: EngineLog,
    private readonly contextFor: typeof contextOf = contextOf,
  ) {}

  /** Begins a run: a plugin that runs in a debugger (PULUMI_DEBUG_PROVIDERS) serves several, of which each configures it first. */
  configure(configuration: Configuration): void {
    this.#claims = new ClaimsOfRun();
    this.#run = newRun();
    this.#configuration = { ...configuration, args: openedProperties(configuration.args) };
  }

  /** Returns the context of a call about a resource, whose lines the engine shows at that resource. */
  context(urn: string, log: Context["log"] = (line) => this.log.line(urn, line)): Context {
    const context = this.contextFor(this.#config, this.#run, log, this.#configuration.isExplicit);
    // In every call: in a refresh and a destroy, no resource is checked.
    if (urn !== "") noteStack(context, parseUrn(urn).stack);
    return context;
  }

  async check(
    urn: string,
    oldInputs: Properties,
    given: Properties,
  ): Promise<{ inputs: Properties; failures: CheckFailure[] }> {
    const { kind, lifecycle } = lifecycleOf(urn);
    const olds = withWireNames(openedProperties(oldInputs));
    const { name } = parseUrn(urn);
    const program = {
      ...withWireNames(programInputs(given)),
      [BASE]: name,
      [MARK]: this.#identity(urn),
    };
    // The cast holds: no properties are secret as a whole.
    const shown = withWireNames(withoutSecrets(given) as Properties);
    // Before the first wait, so that resources that are checked at the same time see each other.
    this.#claims.declare(urn, declarationsOf(kind, name, program, shown));
    // The engine does not say whether this is a preview. What only a preview prints, `create` and `update` print.
    const context = this.context(urn, () => undefined);
    return called(context, [olds, program], async () => {
      const { inputs: checked, problems } = await checkProgram(lifecycle, context, olds, program);
      const inputs = plain(checked);
      this.#checked.set(urn, { olds, program, shown, inputs });
      const failures = [...this.#claims.conflicts(urn), ...problems].map(({ path, message }) =>
        failureOf(redacted(path).text, redacted(message).text, given),
      );
      this.#warnOfSkips(urn);
      return { inputs: sealed(inputs), failures };
    });
  }

  async diff(urn: string, id: string, oldOutputs: Properties, newInputs: Properties): Promise<Changes> {
    const { kind, lifecycle } = lifecycleOf(urn);
    const [olds, news] = [openedProperties(oldOutputs), openedProperties(newInputs)];
    const said: (() => void)[] = [];
    this.#said.set(urn, said);
    const context = this.context(urn, (line) => said.push(() => this.log.line(urn, line)));
    return called(context, [olds, news], async () => {
      const {
        changes,
        replaces = [],
        deleteBeforeReplace = false,
      } = await differenceOf(lifecycle, context, id, olds, news);
      const detailed = changes
        ? detailedDiff(PROPERTIES[kind], olds, news, replaces)
        : new Map<string, never>();
      return { changes, replaces, deleteBeforeReplace, detailed };
    });
  }

  async create(urn: string, given: Properties): Promise<{ id: string; outputs: Properties }> {
    const { lifecycle } = lifecycleOf(urn);
    const inputs = openedProperties(given);
    const context = this.context(urn);
    this.#noteElsewhere(urn, inputs);
    return called(context, [inputs], async () => {
      refuseUnknown(inputs);
      const { id, outputs } = await createRecorded(lifecycle, context, inputs);
      return { id, outputs: sealed(stored(outputs)) };
    });
  }

  /** Judges a new resource by what is live. Returns what is known before it is made. */
  async previewCreate(urn: string, given: Properties): Promise<{ id: string; outputs: Properties }> {
    const { kind, lifecycle } = lifecycleOf(urn);
    const inputs = openedProperties(given);
    const context = this.context(urn);
    return called(context, [inputs], async () => {
      await this.#foresee(urn, context, given);
      const { id = "", outputs = {} } = lifecycle.foresee?.(context, inputs) ?? {};
      const all = { ...unknownOutputs(kind), ...inputs, ...outputs };
      return { id, outputs: sealed(stored(all)) };
    });
  }

  /** Reads a resource of the state, or, without old outputs, one that is imported. Returns undefined if it is gone. */
  async read(
    urn: string,
    id: string,
    oldOutputs: Properties,
  ): Promise<{ id: string; outputs: Properties; inputs: Properties } | undefined> {
    const { kind, lifecycle } = lifecycleOf(urn);
    const isImport = Object.keys(oldOutputs).length === 0;
    const olds = isImport ? { [IMPORT]: true } : openedProperties(oldOutputs);
    const context = this.context(urn);
    return called(context, [olds], async () => {
      const live = await lifecycle.read(context, id, olds);
      if (!live && isImport) throw new LifecycleError(`There is no ${kind} with the id ${id}.`);
      if (!live) return undefined;
      const inputs = isImport ? writtenInputs(live.inputs) : live.inputs;
      return {
        id: live.id ?? id,
        outputs: sealed(stored(live.outputs)),
        inputs: sealed(plain(inputs)),
      };
    });
  }

  async update(urn: string, id: string, oldOutputs: Properties, given: Properties): Promise<Properties> {
    const { lifecycle } = lifecycleOf(urn);
    const [olds, news] = [openedProperties(oldOutputs), openedProperties(given)];
    const context = this.context(urn);
    this.#noteElsewhere(urn, news);
    return called(context, [olds, news], async () => {
      refuseUnknown(news);
      const outputs = await updateRecorded(lifecycle, context, id, olds, news);
      return sealed(stored(outputs));
    });
  }

  /** Judges a change by what is live. Returns the outputs as far as they are known. */
  async previewUpdate(urn: string, oldOutputs: Properties, given: Properties): Promise<Properties> {
    const { kind } = lifecycleOf(urn);
    const [olds, news] = [openedProperties(oldOutputs), openedProperties(given)];
    const context = this.context(urn);
    return called(context, [olds, news], async () => {
      for (const say of this.#said.get(urn) ?? []) say();
      await this.#foresee(urn, context, given);
      return sealed(stored(changedOutputs(kind, olds, news)));
    });
  }

  async delete(urn: string, id: string, oldOutputs: Properties): Promise<void> {
    const { lifecycle } = lifecycleOf(urn);
    const olds = openedProperties(oldOutputs);
    const context = this.context(urn);
    return called(context, [olds], () => removeRecorded(lifecycle, context, id, olds));
  }

  /** Runs a lookup: `edge:index:getZone`. */
  async invoke(token: string, given: Properties): Promise<Properties> {
    const { LOOKUP_NAMES, lookupOf } = loadLookups();
    const context = this.context("");
    return called(context, [], async () => {
      const name = kindOfType(token) ?? token;
      const look = lookupOf(name, context);
      if (!look)
        throw new CallFailure([
          `There is no lookup ${token}${insteadOf(name, LOOKUP_NAMES) || ": update the plugin edge"}`,
        ]);
      return plain(await look(openedProperties(given)));
    });
  }

  /** Judges a resource whose `check` has passed by what is live. */
  async #foresee(urn: string, context: Context, given: Properties): Promise<void> {
    const { kind, lifecycle } = lifecycleOf(urn);
    const checked = this.#checked.get(urn);
    // The engine checks a resource before it previews it.
    if (!checked) return;
    const { program, shown } = remediated(checked, checked.inputs, given);
    if (program !== checked.program)
      this.#claims.declare(urn, declarationsOf(kind, parseUrn(urn).name, program, shown));
    for (const text of warningsOf(kind, shown, context.now())) context.log(redacted(`warning: ${text}`));
    this.#claims.notePreview(urn);
    this.#warnOfSkips(urn);
    const news = { ...program, [MARK]: given[MARK], [PREVIEW]: true };
    const { problems } = await checkProgram(lifecycle, context, checked.olds, news);
    // Again, since more resources are known now than in `check`.
    const all = [...this.#claims.conflicts(urn), ...problems];
    if (all.length > 0)
      throw new CallFailure(
        all.map(({ path, message }) => redacted(path ? `${path}: ${message}` : message).text),
      );
  }

  /** Warns about skip rules of this resource and of those near it, as soon as a preview shows one of the two. */
  #warnOfSkips(urn: string): void {
    for (const { urn: at, path, message } of this.#claims.skipWarnings(urn))
      this.log.line(at, redacted(`warning: ${path}: ${message}`));
  }

  /** Lets a rule that moves to another resource of the program stay until it is written there. */
  #noteElsewhere(urn: string, inputs: Properties): void {
    this.#run.handOver.noteElsewhere(inputs[MARK], () => this.#claims.refsElsewhere(urn));
  }

  readonly #config: EngineConfig = (key) => {
    const value = this.#configuration.args[key.replace(/^edge:/, "")];
    return typeof value === "string" ? value : undefined;
  };

  /** Returns the ownership mark of a resource without its nonce. */
  #identity(urn: string): string {
    const { stack, project } = parseUrn(urn);
    const owner = process.env["EDGE_OWNER"] ?? this.#config("edge:owner");
    return identityText({ organization: "organization", project, stack, urn, owner });
  }
}

function lifecycleOf(urn: string): { kind: ResourceKind; lifecycle: Lifecycle } {
  const { type } = parseUrn(urn);
  const kind = kindOfType(type);
  const lifecycle = kind !== undefined && Object.hasOwn(lifecycles, kind) ? lifecycles[kind] : undefined;
  // The cast holds: each lifecycle has a table of properties.
  if (lifecycle) return { kind: kind as ResourceKind, lifecycle };
  throw new CallFailure([`The installed edge plugin has no resource ${type}: update the plugin.`]);
}

/** Runs a call and redacts its secrets from whatever it prints, logs or throws. */
function called<T>(context: Context, given: readonly Properties[], call: () => Promise<T>): Promise<T> {
  return redactingBy(redaction(context, given), async () => {
    try {
      for (const properties of given) refuseLaterState(properties);
      return await call();
    } catch (error) {
      throw CallFailure.of(error);
    }
  });
}

/** Returns inputs as a program writes them: rules as a list, and all names as the schema has them. */
function writtenInputs(inputs: Properties): Properties {
  const { rules } = inputs;
  // The cast holds: the lifecycle has made the map.
  return isMembers(rules) ? withSchemaNames({ ...inputs, rules: rulesFromMap(rules as RuleMap) }) : inputs;
}
