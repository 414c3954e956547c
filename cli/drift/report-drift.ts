import { inOrder } from "../../provider/api";
import { contextOf } from "../../provider/engine";
import { newRun, type Context } from "../../provider/lifecycle";
import type { ConnectionFlags } from "../connection";
import { type LanguageFlags, languageOfFlags } from "../language-options";
import { edgeKind, stackOf, type StackState, type StateResource } from "../stack-state";
import type { DriftReport } from "./drift-report";
import { examineResource } from "./examine-resource";

/** Compares resources of a state with what is live. */
export async function reportDrift(
  state: StackState,
  resources: readonly StateResource[],
  context: Context,
): Promise<DriftReport> {
  const examined = await Promise.all(resources.map((resource) => examineResource(context, resource)));
  const { project = "", stack = "" } = stackOf(state) ?? {};
  return {
    format: "edge-platform-drift",
    version: 1,
    stack: `${project}/${stack}`,
    resources: inOrder(
      examined.filter((one) => one !== undefined),
      ({ label }) => [label],
    ),
  };
}

/** Returns the resources of this package. */
export function ownResources(resources: readonly StateResource[]): StateResource[] {
  return resources.filter((resource) => edgeKind(resource) !== undefined);
}

/**
 * Returns a context for reads like those of a refresh. Warnings of a read are no drift. `--connection` names the default connection.
 *
 * @param config looks up the stack's configuration by full key
 */
export function driftContext(
  config: (key: string) => string | undefined,
  flags: ConnectionFlags & LanguageFlags,
): Context {
  const language = languageOfFlags(flags, config);
  const context = contextOf(config, newRun(), () => undefined);
  const { connection: preferred } = flags;
  return {
    ...context,
    language,
    settings: (connection) => context.settings(connection ?? preferred),
    client: (connection) => context.client(connection ?? preferred),
  };
}
