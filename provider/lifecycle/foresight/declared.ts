import type { EdgeClient } from "../../client";
import type { Mark } from "../../marks";

/** The rules that one resource of the program declares; undefined if they are not known yet. */
export type DeclaredRefs = readonly string[] | undefined;

/**
 * What the resources of the program declare, by entry point and resource, as far as the preview has come: it checks one resource
 * after the other, a dependency before what depends on it.
 */
const programs = new WeakMap<EdgeClient, Map<string, Map<string, DeclaredRefs>>>();

/** Records what a resource declares, and returns what the other resources have declared so far. */
export function noteDeclared(
  client: EdgeClient,
  entrypoint: unknown,
  { stack, resource }: Mark,
  refs: DeclaredRefs,
): readonly DeclaredRefs[] {
  const program = programs.get(client) ?? new Map<string, Map<string, DeclaredRefs>>();
  programs.set(client, program);
  const key = JSON.stringify(entrypoint);
  const owners = program.get(key) ?? new Map<string, DeclaredRefs>();
  program.set(key, owners);
  owners.set(stack + resource, refs);
  return [...owners].filter(([owner]) => owner !== stack + resource).map(([, declared]) => declared);
}
