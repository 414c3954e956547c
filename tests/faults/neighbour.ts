import type { EngineModel } from "../support/engine-model/engine-model";
import type { Entry, Goal } from "../support/engine-model/steps";
import { goalsOf, type Deployment } from "./program";
import type { Scenario } from "./scenario";

const NEIGHBOUR = { project: "neighbour", stack: "test" } as const;

/** Another stack, whose resources are foreign to this one. */
export interface Neighbour {
  readonly goals: readonly Goal[];
  readonly state: readonly Entry[];
  /** Resources of its state that are moved to this stack. */
  readonly moved: readonly Entry[];
}

/** Creates the neighbour of a scenario. A twin has the names of the stack. */
export async function neighbourOf(
  engine: EngineModel,
  { name, twin, neighbour: program = () => undefined, moved }: Scenario,
  names: Omit<Deployment, "program">,
): Promise<Neighbour> {
  const own = twin ? names : NEIGHBOUR;
  const goals = await goalsOf(`${name} neighbour`, { ...own, program });
  const state = await bringUp(engine, `the neighbour of ${name}`, [], goals);
  const urns = goals.filter((goal) => moved?.names.includes(goal.name)).map(({ urn }) => urn);
  return {
    goals: moved ? await goalsOf(`${name} left`, { ...own, program: moved.left }) : goals,
    state: state.filter(({ urn }) => !urns.includes(urn)),
    moved: state.filter(({ urn }) => urns.includes(urn)),
  };
}

/** Returns the state after an `up` that must succeed. */
export async function bringUp(
  engine: EngineModel,
  what: string,
  state: readonly Entry[],
  goals: readonly Goal[],
): Promise<readonly Entry[]> {
  const run = await engine.up(state, goals);
  if (run.error !== undefined) throw new Error(`${what} cannot begin: ${run.error}`);
  return run.state;
}
