import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Deployed, Manager, Properties } from "./doors";
import type { Messages } from "./messages";

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
  readonly manager: Manager;
  /** Matches the types of the resources that it manages. */
  readonly managed: RegExp;
  readonly before: ReadonlyMap<string, Deployed>;
  readonly preview: boolean;
  readonly project: string;
  readonly messages: Pick<Messages, "add">;
}

const STACK_REFERENCE = "pulumi:pulumi:StackReference";
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** The outputs of the stack that StackReferences of programs name. */
const REFERENCED = { office: "192.0.2.0/24" };

/** A model of the engine, with the methods of the SDK's monitor that programs of this package need. */
export function createMonitor({ manager, managed, before, preview, project, messages }: MonitorOptions) {
  const deployed = new Map(before);
  const targetOf = (urn: string, kind: string) => ({ urn, kind, old: before.get(urn) });

  async function register(kind: string, name: string, urn: string, news: Properties) {
    const target = targetOf(urn, kind);
    const { inputs, problems } = await manager.check(target, news);
    if (problems.length > 0) {
      for (const problem of problems)
        messages.add({ severity: "error", text: `resource '${name}' has a problem: ${problem}` });
      return { id: "", outs: unknownsIn(news) };
    }
    if (preview) return manager.preview(target, inputs);
    const made = await manager.create(target, inputs);
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
        const kind = managed.exec(type)?.[1];
        const news = request.getObject()?.toJavaScript() ?? {};
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
        const kind = managed.exec(type)?.[1];
        const urn = urnOf(project, "", type, name);
        const given = request.getProperties()?.toJavaScript() ?? {};
        try {
          if (kind === undefined) {
            const outs = type === STACK_REFERENCE ? { name: given["name"], outputs: REFERENCED } : {};
            answer(undefined, registered(urn, id, outs));
            return;
          }
          answer(undefined, registered(urn, id, await manager.read(targetOf(urn, kind), id, given)));
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
    getUnknown: () => false,
    getProperties: () => object,
    getPropertydependenciesMap: () => undefined,
    getResult: () => 0,
  };
}

/** Other resources of the program are checked too: what a failed one would give is unknown to them. */
function unknownsIn(properties: Properties): Properties {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, UNKNOWN]));
}
