import { outputOf, type EdgeStack } from "./edge-stack";
import { liveObjects, type Live } from "./live";

export interface SettledOptions {
  /** Whether rules of several resources stand in the order that is given. Default true. */
  readonly order?: boolean;
}

/**
 * Expects that nothing is left to do: the live objects are those of the program, the next `up` changes nothing and sends
 * nothing that writes, a refresh finds what the state says, and the state holds nothing that waits to be deleted.
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
