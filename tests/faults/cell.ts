import { EngineModel, type Run } from "../support/engine-model/engine-model";
import { renamedTo, type Entry, type Goal, type Import } from "../support/engine-model/steps";
import { Front, type PlannedFault } from "./front";
import { startGrpcProcess } from "./grpc-process";
import { bringUp, neighbourOf, type Neighbour } from "./neighbour";
import { PREVIEW } from "../../provider/properties/hidden";
import { goalsOf, type Program } from "./program";
import { startProcess } from "./provider-process";
import type { Scenario } from "./scenario";
import { deadValues, difference, leaks, READS, told, type Verdict } from "./verdict";
import { deployed, foreignTo, liveView, objectsOf, stateView, untouched, type Objects } from "./view";
import { ACCOUNT, OTHER_ACCOUNT } from "./places";
import { TOKEN, World, type Snapshot } from "./world";

/** The maximum number of runs until a user gives up typing `up` again. */
export const PATIENCE = 4;
const STACK = { project: "matrix", stack: "test" } as const;
const DAY = 86_400_000;
/** Operations after which no program is deployed. */
const ENDS: readonly unknown[] = ["destroy", "preview"];
/** Faults after which a preview may fail: a refusal of what it reads, and the end of a process. */
const MAY_FAIL = /^403$|killed/;
export const ENVIRONMENT = {
  EDGE_ACCOUNT_ID: ACCOUNT,
  EDGE_CONNECTIONS: JSON.stringify({ other: { apiToken: TOKEN } }),
};
/** The start of a scenario and its expected result. */
interface Stage {
  readonly scenario: Scenario;
  readonly goals: readonly Goal[];
  readonly neighbour: Neighbour | undefined;
  readonly imports: readonly Import[];
  readonly foreign: Objects;
  /** The objects that exist without the stack. */
  readonly empty: readonly string[];
  readonly snapshot: Snapshot;
  readonly state: readonly Entry[];
  /** Rules that exist before and after the operation, so they must exist all the time. */
  readonly kept: ReadonlySet<string>;
  readonly live: readonly string[];
  readonly states: readonly string[];
  readonly unfaulted: Verdict;
}

/** Plays cells on one platform. Each cell starts from the snapshot of its scenario, independent of the others. */
export class Theatre {
  private readonly stages = new Map<Scenario, Promise<Stage>>();
  private readonly base: Snapshot;

  private constructor(
    private readonly world: World,
    private readonly front: Front,
    private readonly start: typeof startProcess,
  ) {
    this.base = world.snapshot();
  }

  /** With `real`, each provider is a process called over gRPC, with the machine's clock. */
  static async open({ real = false } = {}): Promise<Theatre> {
    const world = new World();
    if (real) world.clock.set(Date.now());
    prepareAccounts(world);
    return new Theatre(world, await Front.start(world), real ? startGrpcProcess : startProcess);
  }

  close(): Promise<void> {
    return this.front.close();
  }

  /** Frees what is kept of a scenario, of which no more cells are played. */
  forget(scenario: Scenario): void {
    this.stages.delete(scenario);
  }

  /** The result of the operation without a fault, and its number of requests. */
  async unfaulted(scenario: Scenario): Promise<Verdict> {
    return (await this.stage(scenario)).unfaulted;
  }

  async play(scenario: Scenario, fault: PlannedFault): Promise<Verdict> {
    const stage = await this.stage(scenario);
    const act = await this.act(stage, fault);
    const problems = [...act.problems];
    if (act.finished && !ENDS.includes(scenario.operation)) {
      problems.push(
        ...difference("live", stage.live, act.live),
        ...difference("state", stage.states, act.states),
      );
      if (!scenario.refused) problems.push(...(await this.aftermath(stage, act.state, act.story)));
    }
    return { problems, story: act.story, requests: act.requests };
  }

  private stage(scenario: Scenario): Promise<Stage> {
    const known = this.stages.get(scenario) ?? this.prepare(scenario);
    this.stages.set(scenario, known);
    return known;
  }

  private async prepare(scenario: Scenario): Promise<Stage> {
    const { world } = this;
    const goals = await goalsFor(scenario, "after", scenario.program);
    world.restore(this.base);
    await scenario.setup?.(world);
    this.front.plan(undefined);
    const neighbour = scenario.neighbour && (await neighbourOf(this.engine(), scenario, STACK));
    const start = world.snapshot();
    const own = { ...STACK, stack: scenario.formerStack ?? STACK.stack };
    let state: readonly Entry[] = [];
    if (scenario.before) {
      const before = await goalsOf(`${scenario.name} before`, { ...own, program: scenario.before });
      state = await bringUp(this.engine(), scenario.name, [], before);
      await useTokens(world, state);
      world.clock.advance(10 * 60_000);
    }
    state = [...state, ...(neighbour?.moved ?? [])].map((entry) => renamedTo(entry, STACK));
    if (scenario.since)
      await bringUp(this.engine(), scenario.name, state, await goalsFor(scenario, "since", scenario.since));
    const imports = scenario.imports?.(world) ?? [];
    const imported = await this.imported(scenario, goals, imports);
    const foreign = foreignTo([...state, ...imported], objectsOf(world), scenario.adopts);
    if (scenario.operation !== "import") state = [...state, ...imported];
    await scenario.meanwhile?.(world, state);
    const held = deployed(world);
    const half = {
      scenario,
      goals,
      neighbour,
      imports,
      foreign,
      state,
      empty: liveView(foreign),
      snapshot: world.snapshot(),
      live: [],
      states: [],
      kept: new Set<string>(),
      unfaulted: { problems: [], story: [], requests: 0 },
    };
    const act = await this.act(half, undefined);
    const after = deployed(world);
    const kept = new Set(
      scenario.gap || scenario.operation === "destroy" ? [] : [...held].filter((one) => after.has(one)),
    );
    const stage = { ...half, live: act.live, states: act.states, kept };
    const problems = [...act.problems];
    if (act.finished && !ENDS.includes(scenario.operation) && !scenario.refused) {
      problems.push(...(await this.aftermath(stage, act.state, act.story)));
      if (!scenario.history) problems.push(...(await this.differsFromNew(stage, start)));
      // Play it again: now the rules that must exist all the time are known.
      if (kept.size > 0) problems.push(...(await this.act(stage, undefined)).problems);
    }
    const unfaulted = { problems: [...new Set(problems)], story: act.story, requests: act.requests };
    return { ...stage, unfaulted };
  }

  /** What is imported, as entries of a state. */
  private async imported(
    { name }: Scenario,
    goals: readonly Goal[],
    imports: readonly Import[],
  ): Promise<readonly Entry[]> {
    const run = await this.engine().import([], goals, imports);
    if (run.error !== undefined) throw new Error(`${name} cannot begin: ${run.error}`);
    return run.state;
  }

  /** Runs the operation with the fault, and repeats it until it succeeds. */
  private async act(stage: Stage, fault: PlannedFault | undefined) {
    const { world, front } = this;
    const { scenario, goals } = stage;
    world.restore(stage.snapshot);
    front.plan(fault);
    const gaps = new Set<string>();
    front.onDone = () => {
      if (stage.kept.size === 0) return;
      const now = deployed(world);
      for (const one of stage.kept) if (!now.has(one)) gaps.add(`for a while there is no rule ${one}`);
    };
    const replace = goals.filter(({ name }) => scenario.replace?.includes(name)).map(({ urn }) => urn);
    const story: string[] = [];
    const problems: string[] = [];
    let state = stage.state;
    let requests = 0;
    let finished = false;
    const { refused, operation = "up" } = scenario;
    // Without a fault, one run is sufficient, or two if a refresh or an import comes first.
    let begun = operation === "up" || ENDS.includes(operation);
    const before = liveView(objectsOf(world));
    const runs = fault ? PATIENCE + fault.times : begun ? 1 : 2;
    for (let attempt = 1; attempt <= runs && !finished; attempt += 1) {
      if (attempt > 1) world.clock.advance((scenario.pause ?? 0) * DAY);
      const engine = this.engine();
      const run = await attemptOf(scenario, () => {
        if (!begun && operation === "import") return engine.import(state, goals, stage.imports);
        if (!begun) return engine.refresh(state);
        if (operation === "destroy") return engine.destroy(state);
        if (operation === "preview") return engine.preview(state, goals.map(inPreview));
        return engine.up(state, goals, { replace });
      });
      story.push(...told(attempt, front.seen.splice(0), run));
      ({ state } = run);
      const asWanted = refused ? refused.test(run.error ?? "") : run.error === undefined;
      finished = asWanted && (begun || operation === "refresh");
      begun ||= run.error === undefined;
      if (fault === undefined) requests = front.made;
      problems.push(...leaks(run, state));
      if (
        operation === "preview" &&
        attempt === 1 &&
        !(fault && MAY_FAIL.test(fault.kind)) &&
        run.error !== undefined
      )
        problems.push(`the preview fails: ${run.error}`);
      if (attempt > 1 && run.error !== undefined && scenario.named)
        story.push(...(await removeCandidates(world, run.error, stage.foreign, state)));
    }
    front.onDone = undefined;
    problems.push(...gaps);
    if (!finished) problems.push(`it does not succeed: ${String(story.at(-1)).trim()}`);
    else if (scenario.says && !scenario.says.test(story.join("\n")))
      problems.push(`the output does not say ${String(scenario.says)}`);
    const objects = objectsOf(world);
    problems.push(...untouched(stage.foreign, objects));
    if (finished && stage.neighbour) problems.push(...(await this.visit(scenario, stage.neighbour, story)));
    if (operation === "preview")
      problems.push(...difference("after the preview, live", before, liveView(objects)));
    if (finished && scenario.operation === "destroy")
      problems.push(...difference("after the destroy, live", stage.empty, liveView(objects)));
    return {
      problems,
      story,
      requests,
      finished,
      state,
      live: liveView(objects),
      states: stateView(state, objects),
    };
  }

  /**
   * Checks what a user sees afterwards: token values work, an up changes nothing, a refresh finds no drift, a destroy leaves
   * nothing.
   */
  private async aftermath(stage: Stage, state: readonly Entry[], story: string[]): Promise<string[]> {
    const { world, front } = this;
    const { goals, scenario } = stage;
    const problems: string[] = [];
    const note = (what: string, run: Run) => {
      story.push(...told(what, front.seen.splice(0), run));
      if (run.error !== undefined) problems.push(`${what} fails: ${run.error}`);
    };
    front.plan(undefined);

    problems.push(...(await deadValues(world, state, "the state")));
    if (scenario.overlap) problems.push(...(await deadValues(world, stage.state, "the state before")));

    const unchanged = async (what: string, from: readonly Entry[]) => {
      const run = await this.engine().up(from, goals, { skipPreview: true });
      const writes = front.seen.filter(({ method, path }) => !READS.test(`${method} ${path}`));
      note(what, run);
      if (run.operations.length > 0) problems.push(`${what} changes: ${run.operations.join(", ")}`);
      else if (writes.length > 0)
        problems.push(`${what} writes: ${writes.map(({ method }) => method).join(", ")}`);
      return run.state;
    };
    const same = await unchanged("the next up", state);

    const refresh = await this.engine().refresh(same);
    note("the refresh", refresh);
    const objects = objectsOf(world);
    problems.push(
      ...difference("the refreshed state", stateView(same, objects), stateView(refresh.state, objects)),
    );
    const last = await unchanged("the up after the refresh", refresh.state);

    const destroy = await this.engine().destroy(last);
    note("the destroy", destroy);
    const left = objectsOf(world);
    problems.push(
      ...difference("after the destroy, live", stage.empty, liveView(left)),
      ...untouched(stage.foreign, left),
    );
    return problems;
  }

  /** The neighbour's next refresh and up find and write nothing. */
  private async visit(scenario: Scenario, { goals, state }: Neighbour, story: string[]): Promise<string[]> {
    const { world, front } = this;
    const { pending } = world;
    // Another backend, or another stack of this one, does not have the pending operations of this stack.
    world.pending = [];
    front.plan(undefined);
    const refresh = await this.engine().refresh(state);
    const objects = objectsOf(world);
    const same = await this.engine().up(refresh.state, goals, { skipPreview: true });
    const writes = front.seen.filter(({ method, path }) => !READS.test(`${method} ${path}`));
    world.pending = pending;
    story.push(...told("the neighbour", front.seen.splice(0), { ...same, lines: refresh.lines }));
    const error = refresh.error ?? same.error;
    if (error !== undefined) return [`the neighbour fails: ${error}`];
    // A machine records attempts by names, which twins share. So one of them may look for what an attempt of the other made.
    const operations = scenario.twin ? [] : same.operations;
    const changes = [...operations, ...writes.map(({ method }) => method)];
    return [
      ...difference("the neighbour's state", stateView(state, objects), stateView(refresh.state, objects)),
      ...(changes.length > 0 ? [`the neighbour changes: ${changes.join(", ")}`] : []),
    ];
  }

  /** Compares the result with that of the same program in a new stack. */
  private async differsFromNew(stage: Stage, start: Snapshot): Promise<string[]> {
    this.world.restore(start);
    this.front.plan(undefined);
    const run = await this.engine().up([], stage.goals);
    const objects = objectsOf(this.world);
    return difference("compared with a new stack, live", liveView(objects), stage.live, run.error);
  }

  private engine(): EngineModel {
    return new EngineModel(() => this.start(this.world, this.front, ENVIRONMENT));
  }
}

/** What the class of a resource registers in a preview. */
function inPreview(goal: Goal): Goal {
  return { ...goal, inputs: { ...goal.inputs, [PREVIEW]: true } };
}

function goalsFor(scenario: Scenario, part: string, program: Program): Promise<readonly Goal[]> {
  return goalsOf(`${scenario.name} ${part}`, { ...STACK, program });
}

/** An error with a stack trace is a bug in the package, so it is reported with its scenario. */
async function attemptOf(scenario: Scenario, run: () => Promise<Run>): Promise<Run> {
  try {
    return await run();
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`${scenario.name}: ${why}`);
  }
}

async function useTokens(world: World, state: readonly Entry[]): Promise<void> {
  await deadValues(world, state, "the first state");
}

/**
 * Does what the error of a failed run asks for if ownership cannot be proved: removes those of the listed tokens that nobody
 * owns.
 */
async function removeCandidates(
  world: World,
  message: string,
  foreign: Objects,
  state: readonly Entry[],
): Promise<string[]> {
  const known = new Set([...foreign.tokens.map(({ id }) => id), ...state.map(({ outs }) => outs["tokenId"])]);
  const listed = objectsOf(world).tokens.filter(({ id }) => message.includes(id) && !known.has(id));
  const removed: string[] = [];
  for (const { id, owner } of listed) {
    const path = owner.startsWith("user:") ? "/user" : `/accounts/${owner.slice("account:".length)}`;
    await world.must("DELETE", `${path}/tokens/${id}`);
    removed.push(`a person removes the token ${id}`);
  }
  return removed;
}

/** Adds the accounts that scenarios need to those of every platform. */
export function prepareAccounts(world: World): void {
  world.store.accounts.create({
    id: OTHER_ACCOUNT,
    name: "Other account",
    created_on: "2031-01-01T00:00:00.000000Z",
  });
}
