import path from "node:path";
import type { Provider } from "../../plugin/provider";
import type { EngineProvider } from "../../provider/dynamic";
import { withPlainAnswers } from "../support/engine-model/plain-answers";
import type { Load } from "../faults/modules";
import { operationOf } from "../support/engine-model/steps";
import type { Messages } from "./messages";

export type Properties = Record<string, unknown>;

/** A resource in a state. */
export interface Deployed {
  readonly kind: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly outs: Properties;
}

/** A resource that a program declares. */
export interface Target {
  readonly kind: string;
  readonly urn: string;
  readonly old: Deployed | undefined;
}

/** What the engine asks of the process that manages resources. */
export interface Manager {
  check(target: Target, news: Properties): Promise<{ inputs: Properties; problems: readonly string[] }>;
  preview(target: Target, inputs: Properties): Promise<{ id: string; outs: Properties }>;
  /** What a stack has deployed is always new: no program is updated twice. */
  create(target: Target, inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(target: Target, id: string, given: Properties): Promise<Properties>;
}

/** What a manager is made of. */
export interface ManagerOptions {
  /** The modules of its process. */
  readonly load: Load;
  readonly config: Readonly<Record<string, string>>;
  readonly messages: Pick<Messages, "add">;
}

/** One of the two ways to use the package. */
export interface Door {
  /** The source file that programs import. */
  readonly library: string;
  /** Matches the types of its resources, with the kind as its group. */
  readonly type: RegExp;
  /** A folder with executables that its programs look for. */
  readonly path: string;
  manager(options: ManagerOptions): Manager;
}

export type DoorName = "dynamic" | "plugin";

export const DOORS: Readonly<Record<DoorName, Door>> = {
  dynamic: {
    library: "provider/index.ts",
    type: /^pulumi-nodejs:dynamic\/edge:(\w+)$/,
    path: "",
    manager: dynamicManager,
  },
  plugin: {
    library: "provider/native/index.ts",
    // The component has no remote object of its own.
    type: /^edge:index:(?!ZoneBaseline$)(\w+)$/,
    path: path.resolve(__dirname, "../../plugin"),
    manager: pluginManager,
  },
};

/** The SDK's mark of a secret value in a request. */
const SECRET = { key: "4dabf18193072939515e22adb298388d", value: "1b47061264138c4ac30d75fd1eb44270" };

function dynamicManager({ load, config }: ManagerOptions): Manager {
  const { load: loadKind } = load("provider/dynamic.ts") as { load: (kind: string) => EngineProvider };
  const providers = new Map<string, EngineProvider>();
  const provider = (kind: string): EngineProvider => {
    const known = providers.get(kind);
    if (known) return known;
    const made = withPlainAnswers(loadKind(kind));
    providers.set(kind, made);
    void made.configure({ config: { get: (key) => config[key] } });
    return made;
  };
  return {
    async check({ kind, old }, news) {
      // The cast holds: no properties are secret as a whole.
      const plain = withoutSecrets(news) as Properties;
      const { inputs, failures } = await provider(kind).check(old?.inputs ?? {}, plain);
      return { inputs, problems: failures.map(({ reason }) => reason) };
    },
    async preview({ kind, old }, inputs) {
      if (!old) return { id: "", outs: inputs };
      const operation = operationOf(old, await provider(kind).diff(old.id, old.outs, inputs));
      if (operation === "same") return old;
      // Until the update, the engine takes the inputs for the outputs.
      return { id: operation === "replace" ? "" : old.id, outs: inputs };
    },
    create: ({ kind }, inputs) => provider(kind).create(inputs),
    async read({ kind }, id, given) {
      const { props } = await provider(kind).read(id, withoutSecrets(given) as Properties);
      return props ?? {};
    },
  };
}

function pluginManager({ load, config, messages }: ManagerOptions): Manager {
  const { Provider: Loaded } = load("plugin/provider.ts") as { Provider: typeof Provider };
  const provider = new Loaded({
    line: (_, { text }) => {
      const [, warning] = /^warning: (.*)$/s.exec(text) ?? [];
      messages.add({ severity: warning === undefined ? "info" : "warning", text: warning ?? text });
    },
  });
  const args = Object.entries(config).map(([key, value]) => [key.replace(/^edge:/, ""), value]);
  provider.configure({ args: Object.fromEntries(args) as Properties, isExplicit: false });
  const created = async (work: Promise<{ id: string; outputs: Properties }>) => {
    const { id, outputs } = await work;
    return { id, outs: outputs };
  };
  return {
    async check({ urn, old }, news) {
      const { inputs, failures } = await provider.check(urn, old?.inputs ?? {}, news);
      const problems = failures.map(({ property, reason }) => (property ? `${property}: ${reason}` : reason));
      return { inputs, problems };
    },
    async preview({ urn, old }, inputs) {
      if (!old) return created(provider.previewCreate(urn, inputs));
      const operation = operationOf(old, await provider.diff(urn, old.id, old.outs, inputs));
      if (operation === "same") return old;
      if (operation === "replace") return created(provider.previewCreate(urn, inputs));
      return { id: old.id, outs: await provider.previewUpdate(urn, old.id, old.outs, inputs) };
    },
    create: ({ urn }, inputs) => created(provider.create(urn, inputs)),
    async read({ urn }, id, given) {
      return (await provider.read(urn, id, given))?.outputs ?? {};
    },
  };
}

/** As the engine hands values to a dynamic provider: secrets are plain. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  const members = value as Properties;
  if (members[SECRET.key] === SECRET.value) return withoutSecrets(members["value"]);
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, withoutSecrets(member)]));
}
