import { declaredElsewhere } from "../declared-elsewhere";
import {
  called,
  check,
  made,
  operationOf,
  providerOf,
  Refused,
  updated,
  type Entry,
  type Goal,
  type Import,
  type Operation,
  type Properties,
  type Steps,
  withStub,
} from "./steps";
import { omit } from "../omit";
import { EngineGone, ProviderGone, type ProviderProcess } from "./process";

/** The result of a run of the engine. `state` is what the backend stores then. */
export interface Run {
  readonly state: readonly Entry[];
  readonly error: string | undefined;
  /** The operations on resources, except those without a change. */
  readonly operations: readonly `${Exclude<Operation, "same">} ${string}`[];
  readonly lines: readonly string[];
}

/** What a preview plans for a resource. */
export interface Planned {
  readonly urn: string;
  readonly kind: string;
  readonly operation: Operation;
  readonly old: Entry | undefined;
  /** Undefined for a deletion. */
  readonly inputs: Properties | undefined;
  /** Whether a replacement deletes first. */
  readonly deleteFirst: boolean;
  /** What the provider has printed about the resource. */
  readonly lines: readonly string[];
}

export interface UpOptions {
  /** URNs that `--replace` names. */
  readonly replace?: readonly string[];
  /** `--skip-preview`. */
  readonly skipPreview?: boolean;
  /**
   * Whether resources are written at once, as the engine does: it checks and compares one after the other, and waits before a resource only
   * for what that depends on. Default: one resource after the other.
   */
  readonly concurrent?: boolean;
}

type Start = () => ProviderProcess;
/**
 * A model of the engine: the order in which it calls a provider, and the state that it stores. It processes one resource after
 * the other. It follows `resource/deploy/step_generator.go` and `step.go` of the engine; `tests/engine/call-order.test.ts`
 * compares both.
 */
export class EngineModel {
  constructor(private readonly start: Start) {}

  /** `pulumi up`: a preview and an update, each in its own process. */
  async up(state: readonly Entry[], goals: readonly Goal[], options: UpOptions = {}): Promise<Run> {
    if (!options.skipPreview) {
      const preview = await this.preview(state, goals, options);
      if (preview.error !== undefined) return preview;
    }
    return this.run(state, async (steps) => {
      if (options.concurrent) {
        await applyAll(steps, goals, options);
        await deleteAtOnce(steps, goals);
        return;
      }
      for (const goal of goals) await applyGoal(steps, withElsewhere(goal, goals, state), options);
      await deleteRest(steps, goals);
    });
  }

  async preview(
    state: readonly Entry[],
    goals: readonly Goal[],
    options: UpOptions = {},
  ): Promise<Run & { readonly planned: readonly Planned[] }> {
    const planned: Planned[] = [];
    const run = await this.run(state, async (steps) => {
      for (const goal of goals) {
        const { urn, kind } = goal;
        const before = steps.process.lines.length;
        const plan = await planOf(steps, goal, options);
        if (plan.operation !== "same") steps.operations.push(`${plan.operation} ${urn}`);
        planned.push({ urn, kind, ...plan, lines: steps.process.lines.slice(before) });
      }
      for (const old of goneOf(state, goals))
        planned.push({
          urn: old.urn,
          kind: old.kind,
          operation: "delete",
          old,
          inputs: undefined,
          deleteFirst: false,
          lines: [],
        });
    });
    return { ...run, state, planned };
  }

  /** `pulumi refresh`. A failed read leaves the whole state unchanged. */
  async refresh(state: readonly Entry[]): Promise<Run> {
    const run = await this.run(state, async (steps) => {
      for (const entry of state) {
        const read = entry.pendingReplacement ? entry : await refreshed(steps, entry);
        if (read) steps.settled.push(read);
      }
      steps.base = [];
    });
    return run.error === undefined ? run : { ...run, state };
  }

  /** `pulumi import`, of objects that the program declares. */
  async import(state: readonly Entry[], goals: readonly Goal[], imports: readonly Import[]): Promise<Run> {
    return this.run(state, async (steps) => {
      for (const { name, id } of imports) {
        const goal = goals.find((one) => one.name === name);
        if (!goal) throw new Error(`the program does not declare ${name}`);
        steps.settled.push(await imported(steps, goal, id));
      }
    });
  }

  /** `pulumi destroy`. */
  async destroy(state: readonly Entry[]): Promise<Run> {
    return this.run(state, (steps) => deleteRest(steps, []));
  }

  private async run(state: readonly Entry[], work: (steps: Steps) => Promise<void>): Promise<Run> {
    const process = this.start();
    const steps: Steps = { process, settled: [], base: [...state], operations: [] };
    process.shows(() => [...steps.settled, ...steps.base]);
    let error: string | undefined;
    try {
      await work(steps);
    } catch (problem) {
      error = problem instanceof Error ? problem.message : String(problem);
      if (!(problem instanceof Error)) throw problem;
      if (!(problem instanceof Refused || problem instanceof EngineGone || problem instanceof ProviderGone))
        throw problem;
    }
    const kept = [...steps.settled, ...steps.base];
    await process.end();
    return { state: kept, error, operations: steps.operations, lines: process.lines };
  }
}

/**
 * A program also sends the refs that its other resources declare in an entry point. This model sends only those that they
 * already have: a resource that drops a rule waits for the new owner of that rule, but this model processes resources in
 * sequence.
 */
function withElsewhere(goal: Goal, goals: readonly Goal[], state: readonly Entry[]): Goal {
  const { phase, zoneId, accountId } = goal.inputs;
  if (goals.length === 1 || !goal.kind.endsWith("EntrypointRuleset")) return goal;
  const refs = goals
    .filter((one) => one.urn !== goal.urn && one.kind === goal.kind)
    .filter(
      ({ inputs }) =>
        inputs["phase"] === phase && inputs["zoneId"] === zoneId && inputs["accountId"] === accountId,
    )
    .flatMap((one) => entryOf(one, state)?.outs["ruleIds"] ?? {})
    .flatMap((ids) => Object.keys(ids as Properties));
  return { ...goal, inputs: { ...goal.inputs, ...declaredElsewhere(String(phase), refs) } };
}

/** The engine looks up the resource's own URN first, then its aliases. */
function entryOf(goal: Goal, entries: readonly Entry[]): Entry | undefined {
  return [goal.urn, ...goal.aliases]
    .map((known) => entries.find(({ urn, deleted }) => !deleted && urn === known))
    .find((entry) => entry !== undefined);
}

interface Plan {
  readonly operation: Exclude<Operation, "delete">;
  readonly inputs: Properties;
  readonly old: Entry | undefined;
  readonly deleteFirst: boolean;
}

async function planOf(steps: Steps, goal: Goal, { replace = [] }: UpOptions): Promise<Plan> {
  const old = entryOf(goal, steps.base);
  const forced = old !== undefined && replace.includes(goal.urn);
  const fresh = old === undefined || forced;
  const inputs = await check(steps, goal, fresh ? {} : old.inputs);
  if (old === undefined) return { operation: "create", inputs, old, deleteFirst: false };
  // The engine calls no diff for a forced replacement, so `deleteBeforeReplace` of the provider is unknown.
  const diff = forced
    ? { changes: true, replaces: ["id"], deleteBeforeReplace: false }
    : await called(steps, () => providerOf(steps, goal.kind).diff(old.id, old.outs, inputs));
  const operation = operationOf(old, diff);
  if (operation === "replace") {
    return {
      operation,
      inputs: forced ? inputs : await check(steps, goal, {}),
      old,
      deleteFirst: goal.deleteBeforeReplace ?? diff.deleteBeforeReplace ?? false,
    };
  }
  return { operation, inputs, old, deleteFirst: false };
}

/** After a failure, what runs is completed, and nothing else begins. */
async function applyAll(steps: Steps, goals: readonly Goal[], options: UpOptions): Promise<void> {
  const running = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  for (const goal of goals) {
    for (const name of goal.dependsOn ?? []) await running.get(name);
    if (failures.length > 0) break;
    try {
      const plan = await planOf(steps, goal, options);
      const work = carryOut(steps, goal, plan).catch((error: unknown) => void failures.push(error));
      running.set(goal.name, work);
    } catch (error) {
      failures.push(error);
    }
  }
  await Promise.all(running.values());
  if (failures.length > 0) throw failures[0];
}

async function applyGoal(steps: Steps, goal: Goal, options: UpOptions): Promise<void> {
  await carryOut(steps, goal, await planOf(steps, goal, options));
}

async function carryOut(
  steps: Steps,
  goal: Goal,
  { operation, inputs, old, deleteFirst }: Plan,
): Promise<void> {
  const { urn, kind } = goal;
  const provider = providerOf(steps, kind);
  const without = (entry: Entry) => (steps.base = steps.base.filter((one) => one !== entry));
  const create = () => made(steps, { urn, kind, inputs }, () => provider.create(inputs));
  if (operation !== "same") steps.operations.push(`${operation} ${urn}`);
  if (!old) {
    await create();
    return;
  }
  switch (operation) {
    case "same":
      without(old);
      steps.settled.push({ ...old, urn, inputs });
      return;
    case "update":
      await updated(steps, goal, old, inputs, without);
      return;
    case "create":
    case "replace": {
      let gone = old;
      if (deleteFirst && !old.pendingReplacement) {
        await called(steps, () => provider.delete(old.id, old.outs));
        // The entry stays, so that the next run knows about an interruption before the create.
        gone = { ...old, pendingReplacement: true };
        steps.base = steps.base.map((entry) => (entry === old ? gone : entry));
      }
      const mark = () => {
        if (deleteFirst || gone.pendingReplacement) without(gone);
        else steps.base = steps.base.map((entry) => (entry === gone ? { ...gone, deleted: true } : entry));
      };
      await made(steps, { urn, kind, inputs }, () => provider.create(inputs), mark);
      return;
    }
  }
}

/** Deletes what the program no longer declares, and the old objects of replacements, in reverse order of the state. */
async function deleteRest(steps: Steps, goals: readonly Goal[]): Promise<void> {
  const settled = new Set(goals.map(({ urn }) => urn));
  for (const entry of [...steps.base].reverse()) {
    if (!entry.deleted && settled.has(entry.urn)) continue;
    if (!entry.pendingReplacement) {
      steps.operations.push(`delete ${entry.urn}`);
      await called(steps, () => providerOf(steps, entry.kind).delete(entry.id, entry.outs));
    }
    steps.base = steps.base.filter((one) => one !== entry);
  }
}

/** Returns the entries of a state whose objects the engine deletes at the end of an update. Replacements of it add theirs. */
function goneOf(state: readonly Entry[], goals: readonly Goal[]): Entry[] {
  const kept = new Set(goals.map((goal) => entryOf(goal, state)));
  return state.filter((entry) => entry.deleted || !kept.has(entry));
}

/** As `deleteRest`, but all at once. */
async function deleteAtOnce(steps: Steps, goals: readonly Goal[]): Promise<void> {
  const settled = new Set(goals.map(({ urn }) => urn));
  const gone = steps.base.filter((entry) => entry.deleted || !settled.has(entry.urn));
  const results = await Promise.allSettled(
    gone.map(async (entry) => {
      steps.operations.push(`delete ${entry.urn}`);
      await called(steps, () => providerOf(steps, entry.kind).delete(entry.id, entry.outs));
      steps.base = steps.base.filter((one) => one !== entry);
    }),
  );
  const failure = results.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}

/** Returns undefined if the object is gone. */
async function refreshed(steps: Steps, entry: Entry): Promise<Entry | undefined> {
  const provider = providerOf(steps, entry.kind);
  const live = await called(steps, () => provider.read(entry.id, entry.outs));
  const { id } = live;
  if (!id) return undefined;
  const outs = withStub(live.props ?? {}, entry.outs);
  // The engine shows this difference in the output of a refresh.
  await called(steps, () => provider.diff(id, outs, entry.inputs));
  return { ...omit(entry, "initErrors"), id, outs, inputs: live.inputs ?? entry.inputs };
}

/** Reads an object without a state, as the plugin does for `pulumi import`. The inputs of the answer become those of the state. */
async function imported(steps: Steps, { urn, kind, inputs: given }: Goal, id: string): Promise<Entry> {
  const live = await called(steps, () => providerOf(steps, kind).read(id, { __import: true }));
  if (!live.id || !live.inputs) throw new Refused(`resource '${id}' does not exist`);
  return {
    urn,
    kind,
    id: live.id,
    inputs: withStub(live.inputs, given),
    outs: withStub(live.props ?? {}, given),
  };
}
