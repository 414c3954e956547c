/** Memory of the processes of one stack: the CLI, the program and the provider. Measured: docs/performance.md. */
const BYTES_PER_STACK = 550_000_000;

export interface Machine {
  readonly cores: number;
  readonly freeBytes: number;
}

/** Returns how many stacks a machine runs at a time: one for each core, if they fit into its free memory. */
export function stacksAtATime({ cores, freeBytes }: Machine): number {
  return Math.max(1, Math.min(cores, Math.floor(freeBytes / BYTES_PER_STACK)));
}

/** Returns the part of a credential's rate limit for each of so many stacks at a time, for `EDGE_RATE_SHARE`. */
export function rateShare(stacks: number): string {
  return `1/${stacks}`;
}

/** V8's memory for new objects. Half of the default saves 25 MB in each program and provider of a small stack, and no CPU. */
const YOUNG_MEMORY = "--max-semi-space-size=8";

/** Returns the options of Node for the processes of stacks. @param given what the user's NODE_OPTIONS say, which takes precedence */
export function nodeOptions(given = ""): string {
  return given.includes("semi-space-size") ? given : `${given} ${YOUNG_MEMORY}`.trim();
}
