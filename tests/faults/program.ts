import * as pulumi from "@pulumi/pulumi";
import { getMonitor } from "@pulumi/pulumi/runtime/settings";
import * as edge from "../../provider";
import type { Goal } from "../support/engine-model/steps";

/** A program of a user, which declares resources. */
export type Program = (library: typeof edge) => unknown;

/** A program and the stack it runs for. */
export interface Deployment {
  readonly project: string;
  readonly stack: string;
  readonly program: Program;
}

type Properties = Record<string, unknown>;

const TYPE = /^pulumi-nodejs:dynamic\/edge:(\w+)$/;
const goals = new Map<string, Promise<readonly Goal[]>>();
let queue: Promise<unknown> = Promise.resolve();

/** Returns what the classes register for a program. A program runs once per key, since its result never changes. */
export function goalsOf(key: string, deployment: Deployment): Promise<readonly Goal[]> {
  const known = goals.get(key) ?? freshGoals(deployment);
  goals.set(key, known);
  return known;
}

/** The same for a program that runs only once. */
export function freshGoals(deployment: Deployment): Promise<readonly Goal[]> {
  // The SDK stores the running program in a global.
  const run = queue.then(() => register(deployment));
  queue = run.catch(() => undefined);
  return run;
}

async function register({ project, stack, program }: Deployment): Promise<readonly Goal[]> {
  const registered: Goal[] = [];
  const taken = (type: string, name: string, inputs: Properties) => {
    const kind = TYPE.exec(type)?.[1];
    if (kind !== undefined) {
      // JSON as the engine sends it, without undefined members.
      const sent = JSON.parse(JSON.stringify(inputs)) as Properties;
      const urn = `urn:pulumi:${stack}::${project}::${type}::${name}`;
      registered.push({ urn, name, kind, inputs: sent, deleteBeforeReplace: undefined, aliases: [] });
    }
    return { id: `${name}-id`, state: inputs };
  };
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs }) => taken(type, name, inputs as Properties),
      call: () => ({}),
    },
    project,
    stack,
    false,
    "organization",
  );
  noteOptions(registered);
  program(edge);
  await pulumi.runtime.disconnect();
  return registered;
}

interface Registration {
  getName(): string;
  getType(): string;
  getParent(): string;
  getDeletebeforereplace(): boolean;
  getDeletebeforereplacedefined(): boolean;
  getAliasurnsList(): string[];
  getAliasesList(): { hasSpec(): boolean; getUrn(): string; getSpec(): AliasSpec | undefined }[];
}

interface AliasSpec {
  getName(): string;
  getType(): string;
}

interface Monitor {
  registerResource(
    request: Registration,
    done: (error: unknown, answer?: { getUrn(): string }) => void,
  ): void;
}

/** The SDK's mocks do not see resource options, so this reads the request itself. */
function noteOptions(registered: Goal[]): void {
  // The SDK types its monitor as the generated client. The mock has only the method that is used here.
  const monitor = getMonitor() as unknown as Monitor;
  const register = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, done) => {
    register(request, (error, answer) => {
      const at = registered.findIndex(
        ({ name, kind }) => name === request.getName() && request.getType().endsWith(`:${kind}`),
      );
      const goal = registered[at];
      if (goal && answer) {
        const urn = answer.getUrn();
        registered[at] = {
          ...goal,
          urn,
          deleteBeforeReplace: request.getDeletebeforereplacedefined()
            ? request.getDeletebeforereplace()
            : undefined,
          aliases: aliasesOf(request, urn),
        };
      }
      done(error, answer);
    });
  };
}

function aliasesOf(request: Registration, urn: string): string[] {
  const ofSpecs = request.getAliasesList().map((alias) => {
    const spec = alias.getSpec();
    if (!alias.hasSpec() || !spec) return alias.getUrn();
    const parts = urn.split("::");
    const name = spec.getName() || request.getName();
    return [...parts.slice(0, -1), name].join("::");
  });
  return [...request.getAliasurnsList(), ...ofSpecs];
}
