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
