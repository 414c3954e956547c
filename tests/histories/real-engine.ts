import fs from "node:fs";
import { NATIVE_PROJECT } from "../support/native-stack";
import type { EngineModel, Run, UpOptions } from "../support/engine-model/engine-model";
import type { Entry, Goal, Properties } from "../support/engine-model/steps";
import { createWorkspace, type PulumiResult, type Workspace } from "../support/engine";
import { Front } from "../faults/front";
import { TOKEN, World } from "../faults/world";
import { nameIn } from "./goals";

/** What a history asks of an engine. */
export interface Engine extends Pick<EngineModel, "up" | "refresh" | "destroy"> {
  preview(...args: Parameters<EngineModel["preview"]>): Promise<Run>;
}

/** The ways in which the engine reaches the provider, by the module that the program loads. */
export const DOORS = { dynamic: "pulumi-edge-platform", native: "pulumi-edge-platform/native" } as const;
export type Door = keyof typeof DOORS;

/** Returns the door that an option names; undefined without the option. */
export function doorNamed(name: string | undefined): Door | undefined {
  const door = (Object.keys(DOORS) as Door[]).find((one) => one === name);
  if (name !== undefined && door === undefined) throw new Error(`there is no door ${name}`);
  return door;
}

/** Opens a platform, and the real engine on it by that door. */
export async function openRealEngine(
  door: Door,
): Promise<{ readonly world: World; readonly front: Front; readonly engine: RealEngine }> {
  const world = new World();
  const front = await Front.start(world);
  try {
    return { world, front, engine: await RealEngine.open(door, world, front) };
  } catch (error) {
    await front.close();
    throw error;
  }
}

/** Declares the resources of `program.json`, each after those on which it depends. */
const PROGRAM = (module: string) => `
const edge = require(${JSON.stringify(module)});
const made = new Map();
let left = require("./program.json");
while (left.length > 0) {
  const isReady = ({ dependsOn }) => dependsOn.every((name) => !left.some((one) => one.name === name));
  for (const { kind, name, args, aliases, dependsOn } of left.filter(isReady)) {
    const options = { aliases: aliases.map((name) => ({ name })), dependsOn: dependsOn.map((name) => made.get(name)) };
    made.set(name, new edge[kind](name, args, options));
  }
  left = left.filter(({ name }) => !made.has(name));
}
`;

/** A line of the CLI about a resource that it has changed. */
const CHANGED = /^\s+(?:[-+~]{1,2})\s+\S*edge:\S*:?\w+ (\S+) (created|updated|replaced|deleted)\b/gm;

/** The Pulumi CLI, on the platform and behind the faults of the histories. A state is what a run has returned before. */
export class RealEngine implements Engine {
  readonly #texts = new WeakMap<readonly Entry[], string>();

  private constructor(
    private readonly workspace: Workspace,
    private readonly close: () => void,
  ) {}

  static async open(door: Door, world: World, front: Front): Promise<RealEngine> {
    const { baseUrl, leave } = front.admit({
      dead: () => false,
      killProvider: () => undefined,
      killEngine: () => undefined,
      held: () => undefined,
    });
    const index = { "index.js": PROGRAM(DOORS[door]) };
    const workspace = await createWorkspace({
      program: { ...index, ...(door === "native" && { "Pulumi.yaml": NATIVE_PROJECT }) },
      env: { EDGE_API_TOKEN: TOKEN, EDGE_BASE_URL: baseUrl },
    });
    // The platform runs on a virtual clock. The processes that the CLI starts use real time, so the virtual clock follows it.
    const ticking = setInterval(() => world.clock.advance(20), 20);
    return new RealEngine(workspace, () => {
      clearInterval(ticking);
      leave();
    });
  }

  async dispose(): Promise<void> {
    this.close();
    await this.workspace.dispose();
  }

  up(state: readonly Entry[], goals: readonly Goal[], { replace = [] }: UpOptions = {}): Promise<Run> {
    return this.#run(state, goals, () => this.workspace.up(...replaced(state, replace)));
  }

  async preview(
    state: readonly Entry[],
    goals: readonly Goal[],
    { replace = [] }: UpOptions = {},
  ): Promise<Run> {
    const run = await this.#run(state, goals, () => this.workspace.preview(...replaced(state, replace)));
    return { ...run, state };
  }

  /** Previews, and returns what the CLI prints with `--json`. */
  async previewDocument(
    state: readonly Entry[],
    goals: readonly Goal[],
    { replace = [] }: UpOptions = {},
  ): Promise<{ readonly document: string; readonly error: string | undefined }> {
    this.#prepare(state, goals);
    const { code, stdout, stderr } = await this.workspace.preview(
      "--json",
      "--show-sames",
      "--show-replacement-steps",
      ...replaced(state, replace),
    );
    return { document: stdout, error: code === 0 ? undefined : stdout + stderr };
  }

  refresh(state: readonly Entry[]): Promise<Run> {
    return this.#run(state, undefined, () => this.workspace.refresh());
  }

  destroy(state: readonly Entry[]): Promise<Run> {
    return this.#run(state, undefined, () => this.workspace.destroy());
  }

  async #run(
    state: readonly Entry[],
    goals: readonly Goal[] | undefined,
    work: () => Promise<PulumiResult>,
  ): Promise<Run> {
    this.#prepare(state, goals);
    const { code, stdout, stderr } = await work();
    const after = entriesIn(await this.workspace.exportState());
    this.#texts.set(after, fs.readFileSync(this.workspace.stateFile(), "utf8"));
    const operations = [...stdout.matchAll(CHANGED)].map(
      // The pattern has both groups.
      ([, name, verb = ""]) => `${verb.replace(/d$/, "")} ${name}` as Run["operations"][number],
    );
    return {
      state: after,
      operations,
      lines: [stdout, stderr],
      error: code === 0 ? undefined : diagnosticsIn(stdout + stderr),
    };
  }

  /** Lets the backend have the state that a run has returned, none at the start, and the program have the goals. */
  #prepare(state: readonly Entry[], goals: readonly Goal[] | undefined): void {
    if (goals) this.workspace.write("program.json", JSON.stringify(goals.map(declared)));
    const text = this.#texts.get(state);
    if (text === undefined) this.workspace.emptyState();
    else fs.writeFileSync(this.workspace.stateFile(), text);
  }
}

/** Returns a resource as the program reads it: without what the classes add. */
function declared({ name, kind, inputs, aliases, dependsOn = [] }: Goal): Properties {
  const args = Object.fromEntries(Object.entries(inputs).filter(([key]) => !key.startsWith("__")));
  return { name, kind, args, aliases: aliases.map(nameIn), dependsOn };
}

/** Returns the options that replace resources, which the model names by its own URNs. */
function replaced(state: readonly Entry[], urns: readonly string[]): string[] {
  const names = new Set(urns.map(nameIn));
  return state.filter(({ urn }) => names.has(nameIn(urn))).map(({ urn }) => `--replace=${urn}`);
}

function entriesIn({ deployment }: Awaited<ReturnType<Workspace["exportState"]>>): Entry[] {
  return (deployment.resources ?? []).flatMap((resource) => {
    const { urn, type, id, inputs = {}, outputs = {}, delete: deleted, pendingReplacement } = resource;
    if (id === undefined || type.startsWith("pulumi:")) return [];
    const kind = type.split(":").at(-1) ?? "";
    const marks = { ...(deleted && { deleted }), ...(pendingReplacement && { pendingReplacement }) };
    return [{ urn, kind, id, inputs, outs: outputs, ...marks }];
  });
}

function diagnosticsIn(text: string): string {
  const [, diagnostics = text] = /\nDiagnostics:\n([^]*)/.exec(text) ?? [];
  return diagnostics;
}
