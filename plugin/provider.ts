import { insteadOf, isMembers } from "../provider/api";
import { warningsOf } from "../provider/claims/warnings-of";
import { trialNotices } from "../provider/rulebook/log-only";
import {
  called,
  contextOf,
  plain,
  problemText,
  ProviderFailure,
  reportedInputs,
  ResourceProvider,
  stored,
  withoutTimes,
  type EngineConfig,
} from "../provider/engine";
import { newRun, noteStack, type Context, type Properties } from "../provider/lifecycle";
import { identityText, nonceOfSeed } from "../provider/marks";
import type { EngineLog } from "../provider/process";
import { isResourceKind, PROPERTIES, type ResourceKind } from "../provider/properties";
import { redacted } from "../provider/redaction";
import { rulesFromMap, type RuleMap } from "../provider/rulesets";
import { failureOf, type CheckFailure } from "./config";
import { ClaimsOfRun } from "./claims-of-run";
import { declarationsOf, remediated, type Arguments } from "./declarations";
import { detailedDiff, type DetailedDiff, changedOutputs, unknownOutputs } from "./detailed-diff";
import { withSchemaNames, withWireNames } from "./directive-names";
import { LOOKUP_NAMES, lookupOf } from "./lookups";
import { openedProperties, programInputs, sealed, withoutSecrets } from "./secrets";
import { kindOfType, parseUrn } from "./urn";
import type { PreviewLine } from "../provider/properties/preview-line";
import { BASE, BEFORE_PREVIEW, IMPORT, LINES, MARK, PREVIEW, PROBLEMS } from "../provider/properties/hidden";

interface Checked extends Arguments {
  readonly olds: Properties;
  readonly inputs: Properties;
  /** Whether the class of the resource reports problems, since this is a preview of its program. */
  readonly isReported: boolean;
}

/** What changes between the old outputs and the new inputs of a resource. */
export interface Changes {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  readonly detailed: DetailedDiff;
}

export interface Configuration {
  readonly args: Properties;
  /** Whether the program made the provider itself. Then its arguments take precedence over the environment. */
  readonly isExplicit: boolean;
}

class PluginRun {
  readonly run = newRun();
  readonly claims = new ClaimsOfRun();
  /** By URN, what a preview judges again by what is live. */
  readonly checked = new Map<string, Checked>();
  /** By URN, what `diff` has said about a resource, which only a preview prints. */
  readonly said = new Map<string, Parameters<Context["log"]>[]>();
  /** Whether a resource has failed because of its problems, at which the engine stops. */
  hasStopped = false;
}

/** The operations of a native resource provider on properties with secret envelopes. Every error is a `ProviderFailure`. */
export class Provider {
  #configuration: Configuration = { args: {}, isExplicit: false };
  #run = new PluginRun();

  constructor(
    private readonly log: Pick<EngineLog, "line">,
    private readonly contextFor: typeof contextOf = contextOf,
  ) {}

  /** Begins a run: a plugin that runs in a debugger (PULUMI_DEBUG_PROVIDERS) serves several, of which each configures it first. */
  configure(configuration: Configuration): void {
    this.#run = new PluginRun();
    this.#configuration = { ...configuration, args: openedProperties(configuration.args) };
  }

  /** Returns the context of a call about a resource, whose lines the engine shows at that resource. */
  context(urn: string, log = this.#logAt(urn), seed?: Uint8Array): Context {
    const context = this.contextFor(this.#config, this.#run.run, log, {
      configFirst: this.#configuration.isExplicit,
      ...(seed && { drawNonce: () => nonceOfSeed(seed) }),
    });
    // In every call: in a refresh and a destroy, no resource is checked.
    if (urn !== "") noteStack(context, parseUrn(urn).stack);
    return context;
  }

  /** @param seed the engine's random bytes for this resource: the same in a preview and in the update by its plan */
  async check(
    urn: string,
    oldInputs: Properties,
    written: Properties,
    seed?: Uint8Array,
  ): Promise<{ inputs: Properties; failures: CheckFailure[] }> {
    const kind = kindOf(urn);
    const { [PREVIEW]: isReported, ...given } = written;
    const olds = withWireNames(openedProperties(oldInputs));
    const { name } = parseUrn(urn);
    const program = {
      ...withWireNames(programInputs(given)),
      [BASE]: name,
      [MARK]: this.#identity(urn),
      // Also in an update: its writes report what the credential lacks.
      [BEFORE_PREVIEW]: true,
    };
    // The cast holds: no properties are secret as a whole.
    const shown = withWireNames(withoutSecrets(given) as Properties);
    const { claims, checked } = this.#run;
    // The engine does not say whether this is a preview. What only a preview prints, `create` and `update` print, unless the engine asks
    // for neither: it finds the resource unchanged.
    const log: Context["log"] = (line, joined) => {
      if (joined?.isOfOther === true) this.#logAt(urn)(line, joined);
    };
    const context = this.context(urn, log, seed);
    const languageOf = () => context.language;
    // Before the first wait, so that resources that are checked at the same time see each other.
    claims.declare(urn, declarationsOf(kind, name, program, shown, languageOf));
    return called(context, [olds, program], async () => {
      const provider = new ResourceProvider(kind, context);
      const { inputs: found, problems } = await provider.check(
        olds,
        program,
        () => claims.of(urn),
        isReported === true,
      );
      const inputs = isReported === true ? withoutTimes(kind, olds, found) : found;
      for (const { severity, text } of trialNotices(shown["allowances"], context.now()))
        this.log.line(urn, redacted(severity === "warn" ? `warning: ${text}` : text));
      checked.set(urn, { olds, program, shown, inputs, isReported: isReported === true });
      if (isReported === true && problems.length > 0)
        return { inputs: reportedInputs(program, problems.map(problemText)), failures: [] };
      if (problems.length > 0) this.#noteStop();
      const failures = problems.map(({ path, message }) => failureOf(path, message, given));
      this.#warnOfSkips(urn);
      return { inputs: sealed(inputs), failures };
    });
  }

  async diff(urn: string, id: string, oldOutputs: Properties, newInputs: Properties): Promise<Changes> {
    const kind = kindOf(urn);
    const [olds, news] = [openedProperties(oldOutputs), openedProperties(newInputs)];
    if (news[PROBLEMS] !== undefined) return PROBLEMATIC;
    const said: Parameters<Context["log"]>[] = [];
    this.#run.said.set(urn, said);
    const provider = this.#providerOf(urn, (...line) => void said.push(line));
    const { changes, replaces = [], deleteBeforeReplace = false } = await provider.diff(id, olds, news);
    const detailed = changes
      ? detailedDiff(PROPERTIES[kind], olds, news, replaces)
      : new Map<string, never>();
    return { changes, replaces, deleteBeforeReplace, detailed };
  }

  async create(urn: string, given: Properties): Promise<{ id: string; outputs: Properties }> {
    const inputs = openedProperties(given);
    const { id, outputs } = await this.#providerOf(urn).create(inputs);
    return { id, outputs: sealed(outputs) };
  }

  /** Judges a new resource by what is live. Returns what is known before it is made. */
  async previewCreate(urn: string, given: Properties): Promise<{ id: string; outputs: Properties }> {
    const kind = kindOf(urn);
    const inputs = openedProperties(given);
    const { log, lines } = this.#previewLog(urn);
    const problems = await this.#foresee(urn, inputs, given, log);
    if (problems) return { id: "", outputs: { ...problems, ...lines() } };
    const { id = "", outputs = {} } = await this.#providerOf(urn, log).foresee(inputs);
    return { id, outputs: sealed(stored({ ...unknownOutputs(kind), ...inputs, ...outputs, ...lines() })) };
  }

  /** Reads a resource of the state, or, without old outputs, one that is imported. Returns undefined if it is gone. */
  async read(
    urn: string,
    id: string,
    oldOutputs: Properties,
  ): Promise<{ id: string; outputs: Properties; inputs: Properties } | undefined> {
    const { [PREVIEW]: isReported, ...given } = oldOutputs;
    const isImport = Object.keys(given).length === 0;
    const olds = isImport ? { [IMPORT]: true } : openedProperties(given);
    const live = await this.#providerOf(urn).read(id, { ...olds, [PREVIEW]: isReported });
    if (!live) return undefined;
    const inputs = isImport ? writtenInputs(live.inputs) : live.inputs;
    return { id: live.id, outputs: sealed(live.outputs), inputs: sealed(inputs) };
  }

  async update(urn: string, id: string, oldOutputs: Properties, given: Properties): Promise<Properties> {
    const news = openedProperties(given);
    return sealed(await this.#providerOf(urn).update(id, openedProperties(oldOutputs), news));
  }

  /** Judges a change by what is live. Returns the outputs as far as they are known. */
  async previewUpdate(
    urn: string,
    id: string,
    oldOutputs: Properties,
    given: Properties,
  ): Promise<Properties> {
    const kind = kindOf(urn);
    const [olds, news] = [openedProperties(oldOutputs), openedProperties(given)];
    const { log, lines } = this.#previewLog(urn);
    for (const line of this.#run.said.get(urn) ?? []) log(...line);
    const problems = await this.#foresee(urn, news, given, log, { id, olds });
    if (problems) return { ...problems, ...lines() };
    return sealed(stored({ ...changedOutputs(kind, olds, news), ...lines() }));
  }

  async delete(urn: string, id: string, oldOutputs: Properties): Promise<void> {
    return this.#providerOf(urn).delete(id, openedProperties(oldOutputs));
  }

  /** Runs a lookup: `edge:index:getZone`. */
  async invoke(token: string, given: Properties): Promise<Properties> {
    const context = this.context("");
    return called(context, [], async () => {
      const name = kindOfType(token) ?? token;
      const look = lookupOf(name, context);
      if (!look)
        throw new ProviderFailure([
          `There is no lookup ${token}${insteadOf(name, LOOKUP_NAMES) || ": update the plugin edge"}`,
        ]);
      return plain(await look(openedProperties(given)));
    });
  }

  /** Returns where a preview prints the lines of a resource: if its class prints them, they become an output. */
  #previewLog(urn: string): { readonly log: Context["log"]; readonly lines: () => Properties } {
    // Both `diff`, which the engine calls before, and the check of the preview may say the same.
    const lines = new Map<string, PreviewLine>();
    const isReported = this.#run.checked.get(urn)?.isReported === true;
    return {
      log: (line, joined) => {
        if (!isReported && !lines.has(line.text)) this.#logAt(urn)(line, joined);
        lines.set(line.text, { text: line.text, ...joined });
      },
      lines: () => (isReported && lines.size > 0 ? { [LINES]: [...lines.values()] } : {}),
    };
  }

  #providerOf(urn: string, log?: Context["log"]): ResourceProvider {
    return new ResourceProvider(kindOf(urn), this.context(urn, log));
  }

  /**
   * Judges a resource whose `check` has passed by what is live. Returns the outputs of a resource with problems if its class reports
   * them, and fails if it does not. Returns undefined for a resource without problems.
   */
  async #foresee(
    urn: string,
    inputs: Properties,
    given: Properties,
    log: Context["log"],
    existing?: Existing,
  ): Promise<Properties | undefined> {
    const kind = kindOf(urn);
    const outputs = (reported: Properties) => stored({ ...unknownOutputs(kind), ...reported });
    if (inputs[PROBLEMS] !== undefined) return outputs(inputs);
    const { claims } = this.#run;
    const checked = this.#run.checked.get(urn);
    // The engine checks a resource before it previews it.
    if (!checked) return undefined;
    const context = this.context(urn, log);
    return called(context, [checked.olds, inputs], async () => {
      const { program, shown } = remediated(checked, checked.inputs, given);
      if (program !== checked.program)
        claims.declare(
          urn,
          declarationsOf(kind, parseUrn(urn).name, program, shown, () => context.language),
        );
      for (const text of warningsOf(kind, shown, context.now(), context.language))
        context.log(redacted(`warning: ${text}`));
      claims.notePreview(urn);
      this.#warnOfSkips(urn);
      const news = { ...program, [MARK]: given[MARK], [PREVIEW]: true };
      // Conflicts again, since more resources are known now than in `check`.
      const provider = new ResourceProvider(kind, context);
      const { problems } = await provider.check(checked.olds, news, () => claims.of(urn));
      const compared = existing && problems.length === 0 ? await refusals(provider, existing, inputs) : [];
      const texts = [...problems.map(problemText), ...compared];
      if (texts.length === 0) return undefined;
      if (!checked.isReported) {
        this.#noteStop();
        throw new ProviderFailure(texts);
      }
      return outputs(reportedInputs(program, texts));
    });
  }

  /** Says once a run that the engine does not check all resources after a failure. */
  #noteStop(): void {
    if (!this.#run.hasStopped)
      this.log.line(
        "",
        redacted("The engine stops at the first resource with a problem: others may have some."),
      );
    this.#run.hasStopped = true;
  }

  /** Warns about skip rules of this resource and of those near it, as soon as a preview shows one of the two. */
  #warnOfSkips(urn: string): void {
    for (const { urn: at, path, message } of this.#run.claims.skipWarnings(urn))
      this.log.line(at, redacted(`warning: ${path}: ${message}`));
  }

  #logAt(urn: string): Context["log"] {
    return (line, joined) => {
      if (!joined?.sum?.isRepeat) this.log.line(urn, line);
    };
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

/** What the engine shows of a resource with problems: a change, or it would drop the problems. */
const PROBLEMATIC: Changes = {
  changes: true,
  replaces: [],
  deleteBeforeReplace: false,
  detailed: new Map<string, never>(),
};

function kindOf(urn: string): ResourceKind {
  const { type } = parseUrn(urn);
  const kind = kindOfType(type);
  if (isResourceKind(kind)) return kind;
  throw new ProviderFailure([`The installed edge plugin has no resource ${type}: update the plugin.`]);
}

/** Returns inputs as a program writes them: rules as a list, and all names as the schema has them. */
function writtenInputs(inputs: Properties): Properties {
  const { rules } = inputs;
  // The cast holds: the lifecycle has made the map.
  return isMembers(rules) ? withSchemaNames({ ...inputs, rules: rulesFromMap(rules as RuleMap) }) : inputs;
}

interface Existing {
  readonly id: string;
  readonly olds: Properties;
}

/**
 * Compares a resource again in its preview: the comparison that the engine asked for could not know that there is one. Returns why its
 * update is refused, as far as only the outputs tell that.
 */
async function refusals(
  provider: ResourceProvider,
  { id, olds }: Existing,
  news: Properties,
): Promise<readonly string[]> {
  try {
    await provider.diff(id, olds, news);
    return [];
  } catch (error) {
    return ProviderFailure.of(error).reasons;
  }
}
