import type { ExportedState } from "./engine";

/** Returns the positions of a resource in the program, from its state: its own and those of its callers. */
export function sourceLinesOf({ deployment }: ExportedState, name: string): (string | undefined)[] {
  const { sourcePosition, stackTrace = [] } =
    deployment.resources?.find(({ urn }) => urn.endsWith(`::${name}`)) ?? {};
  return [sourcePosition, ...stackTrace.map((frame) => frame.sourcePosition)];
}
