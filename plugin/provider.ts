import { insteadOf, isMembers, UNKNOWN } from "../provider/api/plain";
import { contextOf, plain, refuseLaterState, stored, type EngineConfig } from "../provider/engine-context";
import {
  checkProgram,
  lifecycles,
  LifecycleError,
  redaction,
  type Context,
  type Lifecycle,
  type Properties,
} from "../provider/lifecycle";
import { lazily } from "../provider/lazily";
import { identityText } from "../provider/marks";
import { comparedOf, keptOutputsOf, outputsOf, PROPERTIES, type ResourceKind } from "../provider/properties";
import { redacted, redactingBy } from "../provider/redaction";
import { rulesFromMap, type RuleMap } from "../provider/rulesets";
import { detailedDiff, type DetailedDiff } from "./detailed-diff";
import { withSchemaNames, withWireNames } from "./directive-names";
import type { EngineLog } from "./engine-log";
import { CallFailure } from "./failure";
import type * as Lookups from "./lookups";
import { openedProperties, programInputs, sealed, withoutSecrets } from "./secrets";
import { kindOfType, parseUrn } from "./urn";
import { warningsOf } from "./warnings";

/** What `check` got: the old inputs, the arguments of the program, and these without secret values. */
interface Checked {
  readonly olds: Properties;
  readonly program: Properties;
  readonly shown: Properties;
}

/** Loaded at the first lookup. */
const loadLookups = lazily(() => require("./lookups") as typeof Lookups);

/** A failed check of one property. */
export interface CheckFailure {
  /** Empty if the engine must not print the property's value. */
  readonly property: string;
  readonly reason: string;
}

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
  /** By URN, what `check` got: a preview judges it again by what is live. */
  readonly #checked = new Map<string, Checked>();
  /** By URN, what `diff` has said about a resource, which only a preview prints. */
  readonly #said = new Map<string, (() => void)[]>();

  constructor(
    private readonly log: EngineLog,
    private readonly contextFor: typeof contextOf = contextOf,
  ) {}

  configure(configuration: Configuration): void {
    this.#configuration = { ...configuration, args: openedProperties(configuration.args) };
  }

  /** Returns the context of a call about a resource, whose lines the engine shows at that resource. */
  context(urn: string, log: Context["log"] = (line) => this.log.line(urn, line)): Context {
    return this.contextFor(this.#config, log, this.#configuration.isExplicit);
  }

  async check(
    urn: string,
    oldInputs: Properties,
    given: Properties,
  ): Promise<{ inputs: Properties; failures: CheckFailure[] }> {
    const { lifecycle } = lifecycleOf(urn);
    const olds = withWireNames(openedProperties(oldInputs));
    const program = {
      ...withWireNames(programInputs(given)),
      __base: parseUrn(urn).name,
      __mark: this.#identity(urn),
    };
    // The cast holds: no properties are secret as a whole.
    this.#checked.set(urn, { olds, program, shown: withWireNames(withoutSecrets(given) as Properties) });
    // The engine does not say whether this is a preview. What only a preview prints, `create` and `update` print.
    const context = this.context(urn, () => undefined);
    return called(context, [olds, program], async () => {
      const { inputs, problems } = await checkProgram(lifecycle, context, olds, program);
      const failures = problems.map(({ path, message }) => failureOf(path, redacted(message).text, given));
      return { inputs: sealed(plain(inputs)), failures };
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
      } = await lifecycle.diff(context, id, olds, news);
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
    return called(context, [inputs], async () => {
      const { id, outputs } = await lifecycle.create(context, inputs);
      return { id, outputs: sealed(stored(outputs)) };
    });
  }

  /** Judges a new resource by what is live. Returns what is known before it is made. */
  async previewCreate(urn: string, given: Properties): Promise<{ id: string; outputs: Properties }> {
    const { kind, lifecycle } = lifecycleOf(urn);
    const inputs = openedProperties(given);
    const context = this.context(urn);
    return called(context, [inputs], async () => {
      await this.#foresee(urn, context, inputs);
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
    const olds = isImport ? { __import: true } : openedProperties(oldOutputs);
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
    return called(context, [olds, news], async () => {
      const outputs = await lifecycle.update(context, id, olds, news);
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
      await this.#foresee(urn, context, news);
      return sealed(stored(changedOutputs(kind, olds, news)));
    });
  }

  async delete(urn: string, id: string, oldOutputs: Properties): Promise<void> {
    const { lifecycle } = lifecycleOf(urn);
    const olds = openedProperties(oldOutputs);
    const context = this.context(urn);
    return called(context, [olds], () => lifecycle.remove(context, id, olds));
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
  async #foresee(urn: string, context: Context, inputs: Properties): Promise<void> {
    const { kind, lifecycle } = lifecycleOf(urn);
    const checked = this.#checked.get(urn);
    // The engine checks a resource before it previews it.
    if (!checked) return;
    const { olds, program, shown } = checked;
    for (const text of warningsOf(kind, shown, context.now())) context.log(redacted(`warning: ${text}`));
    const news = { ...program, __mark: inputs["__mark"], __preview: true };
    const { problems } = await checkProgram(lifecycle, context, olds, news);
    if (problems.length > 0)
      throw new CallFailure(
        problems.map(({ path, message }) => redacted(path ? `${path}: ${message}` : message).text),
      );
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

/**
 * Names the property of a failure. The engine prints the value of a property of the resource itself, so only a failure about a
 * plain, public value names one; all others have a path, of which the engine knows no value.
 */
function failureOf(path: string, reason: string, given: Properties): CheckFailure {
  const value = given[path];
  const isShown = typeof value === "object" && value !== null;
  return isShown ? { property: "", reason: `${path}: ${reason}` } : { property: path, reason };
}

/** Returns inputs as a program writes them: rules as a list, and all names as the schema has them. */
function writtenInputs(inputs: Properties): Properties {
  const { rules } = inputs;
  // The cast holds: the lifecycle has made the map.
  return isMembers(rules) ? withSchemaNames({ ...inputs, rules: rulesFromMap(rules as RuleMap) }) : inputs;
}

/** Returns the outputs of a resource that an update will change, as far as they are known. */
function changedOutputs(kind: ResourceKind, olds: Properties, news: Properties): Properties {
  const table = PROPERTIES[kind];
  const differs = (name: string) => JSON.stringify(olds[name]) !== JSON.stringify(news[name]);
  const kept = keptOutputsOf(table, comparedOf(table).filter(differs));
  const values = kept.flatMap((name) => (olds[name] === undefined ? [] : [[name, olds[name]] as const]));
  return { ...unknownOutputs(kind), ...Object.fromEntries(values), ...foreseenRuleIds(olds, news), ...news };
}

/** A rule keeps its id; a new rule will get one. */
function foreseenRuleIds({ ruleIds }: Properties, { rules }: Properties): Properties {
  if (!isMembers(ruleIds) || !isMembers(rules)) return {};
  const ids = Object.keys(rules).map((ref) => [ref, Object.hasOwn(ruleIds, ref) ? ruleIds[ref] : UNKNOWN]);
  return { ruleIds: Object.fromEntries(ids) as Properties };
}

function unknownOutputs(kind: ResourceKind): Properties {
  return Object.fromEntries(outputsOf(PROPERTIES[kind]).map((name) => [name, UNKNOWN]));
}
