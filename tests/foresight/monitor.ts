import type { EngineProvider } from "../../provider/dynamic";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Messages } from "./messages";

type Properties = Record<string, unknown>;

/** A resource in a state. */
export interface Deployed {
  readonly kind: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly outs: Properties;
}

/** What the engine reads of a registration. */
interface Registration {
  getType(): string;
  getName(): string;
  getParent(): string;
  getObject(): { toJavaScript(): Properties } | undefined;
}

interface ReadRequest {
  getType(): string;
  getName(): string;
  getId(): string;
  getProperties(): { toJavaScript(): Properties } | undefined;
}

type Answer = (error: unknown, answer?: unknown) => void;

interface MonitorOptions {
  readonly loadKind: (kind: string) => EngineProvider;
  readonly config: Readonly<Record<string, string>>;
  readonly before: ReadonlyMap<string, Deployed>;
  readonly preview: boolean;
  readonly project: string;
  readonly messages: Pick<Messages, "add">;
}

const TYPE = /^pulumi-nodejs:dynamic\/edge:(\w+)$/;
const STACK_REFERENCE = "pulumi:pulumi:StackReference";
/** The SDK's mark of a secret value in a request. */
const SECRET = { key: "4dabf18193072939515e22adb298388d", value: "1b47061264138c4ac30d75fd1eb44270" };
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** The outputs of the stack that StackReferences of programs name. */
const REFERENCED = { office: "192.0.2.0/24" };

/** A model of the engine, with the methods of the SDK's monitor that programs of this package need. */
export function createMonitor({ loadKind, config, before, preview, project, messages }: MonitorOptions) {
  const deployed = new Map(before);
  const providers = new Map<string, EngineProvider>();
  const provider = (kind: string): EngineProvider => {
    const known = providers.get(kind);
    if (known) return known;
    const made = loadKind(kind);
    providers.set(kind, made);
    void made.configure({ config: { get: (key) => config[key] } });
    return made;
  };

  async function register(kind: string, name: string, urn: string, news: Properties) {
    const old = before.get(urn);
    const { inputs, failures } = await provider(kind).check(old?.inputs ?? {}, news);
    if (failures.length > 0) {
      for (const { reason } of failures)
        messages.add({ severity: "error", text: `resource '${name}' has a problem: ${reason}` });
      return { id: "", outs: unknownsIn(news) };
    }
    if (preview) {
      const difference = old && (await provider(kind).diff(old.id, old.outs, inputs));
      return { id: old?.id ?? "", outs: difference?.changes === false ? (old?.outs ?? {}) : inputs };
    }
    const made = old
      ? { id: old.id, ...(await provider(kind).update(old.id, old.outs, inputs)) }
      : await provider(kind).create(inputs);
    deployed.set(urn, { kind, inputs, ...made });
    return made;
  }

  const fail = (name: string, error: unknown) => {
    const { reasons, message } = error as { reasons?: readonly string[]; message?: string };
    messages.add({ severity: "error", text: `${name}: ${reasons?.join("\n") ?? message ?? String(error)}` });
  };

  return {
    deployed: deployed as ReadonlyMap<string, Deployed>,
    monitor: {
      async registerResource(request: Registration, answer: Answer): Promise<void> {
        const [type, name] = [request.getType(), request.getName()];
        const urn = urnOf(project, request.getParent(), type, name);
        const kind = TYPE.exec(type)?.[1];
        const news = withoutSecrets(request.getObject()?.toJavaScript() ?? {}) as Properties;
        try {
          const { id, outs } =
            kind === undefined ? { id: "", outs: {} } : await register(kind, name, urn, news);
          answer(undefined, registered(urn, id, outs));
        } catch (error) {
          fail(name, error);
          answer(undefined, registered(urn, "", unknownsIn(news)));
        }
      },
      async readResource(request: ReadRequest, answer: Answer): Promise<void> {
        const [type, name, id] = [request.getType(), request.getName(), request.getId()];
        const kind = TYPE.exec(type)?.[1];
        const urn = urnOf(project, "", type, name);
        const given = withoutSecrets(request.getProperties()?.toJavaScript() ?? {}) as Properties;
        try {
          if (kind === undefined) {
            const outs = type === STACK_REFERENCE ? { name: given["name"], outputs: REFERENCED } : {};
            answer(undefined, registered(urn, id, outs));
            return;
          }
          const { props } = await provider(kind).read(id, given);
          answer(undefined, registered(urn, id, props ?? {}));
        } catch (error) {
          fail(name, error);
          answer(undefined, registered(urn, id, {}));
        }
      },
      registerResourceOutputs: (_: unknown, answer: Answer): void => answer(undefined, {}),
    },
  };
}

function urnOf(project: string, parent: string, type: string, name: string): string {
  const parentType = parent.split("::")[2];
  const qualified =
    parentType === undefined || parentType === "pulumi:pulumi:Stack" ? type : `${parentType}$${type}`;
  return `urn:pulumi:prod::${project}::${qualified}::${name}`;
}

function registered(urn: string, id: string, outs: Properties) {
  const object = Struct.fromJavaScript(outs as Parameters<typeof Struct.fromJavaScript>[0]);
  return {
    getUrn: () => urn,
    getId: () => id,
    getObject: () => object,
    getProperties: () => object,
    getPropertydependenciesMap: () => undefined,
    getResult: () => 0,
  };
}

/** Other resources of the program are checked too: what a failed one would give is unknown to them. */
function unknownsIn(properties: Properties): Properties {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, UNKNOWN]));
}

/** As the engine hands values to a dynamic provider: secrets are plain. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  const members = value as Properties;
  if (members[SECRET.key] === SECRET.value) return withoutSecrets(members["value"]);
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, withoutSecrets(member)]));
}
