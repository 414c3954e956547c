import { outputOf, type EdgeStack } from "./edge-stack";
import type { PulumiResult, Workspace } from "./engine";
import { liveObjects, type Live } from "./live";

export interface SettledOptions {
  /** Whether the order of the rules of several resources is given. Default: true. */
  readonly order?: boolean;
}

/**
 * Expects that nothing is left to do: the live objects are those of the program, a refresh agrees with the state, the `up` after it
 * changes and writes nothing, and nothing in the state is pending deletion.
 */
export async function expectSettled(
  stack: EdgeStack,
  live: Live,
  { order = true }: SettledOptions = {},
): Promise<void> {
  const found = await liveObjects(stack);
  expect(order ? found : sorted(found)).toEqual(order ? live : sorted(live));
  const { writes } = await stack.watch(() => upUnchanged(stack));
  expect(writes).toEqual([]);
  const { deployment } = await stack.exportState();
  expect(deployment.pending_operations ?? []).toEqual([]);
  expect((deployment.resources ?? []).filter((resource) => "delete" in resource)).toEqual([]);
}

/**
 * Runs `up` with a refresh before it in the same process, and expects that neither changes anything. In an `up`, the engine does not
 * count what the refresh has found, but prints it.
 */
export async function upUnchanged(workspace: Workspace, ...args: readonly string[]): Promise<PulumiResult> {
  const result = await workspace.up("--refresh", "--expect-no-changes", ...args);
  expect(outputOf(result)).not.toContain("[diff: ");
  return result;
}

function sorted(live: Live): Live {
  return Object.fromEntries(Object.entries(live).map(([place, lines]) => [place, [...lines].sort()]));
}
