import { outputOf, type EdgeStack } from "./edge-stack";
import { liveObjects, type Live } from "./live";

export interface SettledOptions {
  /** Whether the order of the rules of several resources is given. Default: true. */
  readonly order?: boolean;
}

/**
 * Expects that nothing is left to do: the live objects are those of the program, the next `up` changes and writes nothing, a
 * refresh agrees with the state, and nothing in the state is pending deletion.
 */
export async function expectSettled(
  stack: EdgeStack,
  live: Live,
  { order = true }: SettledOptions = {},
): Promise<void> {
  const found = await liveObjects(stack);
  expect(order ? found : sorted(found)).toEqual(order ? live : sorted(live));
  const again = await stack.watch(() => stack.up("--expect-no-changes"));
  outputOf(again.result);
  expect(again.writes).toEqual([]);
  outputOf(await stack.refresh("--expect-no-changes"));
  const { deployment } = await stack.exportState();
  expect(deployment.pending_operations ?? []).toEqual([]);
  expect((deployment.resources ?? []).filter((resource) => "delete" in resource)).toEqual([]);
}

function sorted(live: Live): Live {
  return Object.fromEntries(Object.entries(live).map(([place, lines]) => [place, [...lines].sort()]));
}
