/** A random program that was played, and what went wrong in it. */
interface PlayedSeed {
  readonly story: readonly string[];
  readonly problems: readonly string[];
}

export interface SeedOptions {
  /** The npm script, which a failure names. */
  readonly script: string;
  /** These seeds, separated by commas, in place of `count` from `first` on. */
  readonly seeds: string | undefined;
  readonly first: number;
  readonly count: number;
  /** Whether one failure is enough, of which nothing is printed. Default: no. */
  readonly isOneEnough?: boolean;
}

export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Plays one seed after the other, prints those that fail, and returns a summary of seeds and failures, and the exit code. */
export async function playSeeds(
  { script, seeds, first, count, isOneEnough = false }: SeedOptions,
  play: (seed: number) => Promise<PlayedSeed>,
): Promise<{ readonly played: number; readonly summary: string; readonly code: number }> {
  const began = Date.now();
  const failed: number[] = [];
  const all = seeds?.split(",").map(Number) ?? Array.from({ length: count }, (_, at) => first + at);
  print(`seed ${all[0]}`);
  for (const seed of all) {
    const { story, problems } = await play(seed);
    if (problems.length === 0) continue;
    failed.push(seed);
    if (isOneEnough) break;
    for (const line of story) print(`  ${line}`);
    for (const problem of problems) print(`FAILED ${seed}: ${problem}`);
    print(`again: npm run ${script} -- --seed ${seed} --count 1`);
  }
  const names = failed.length > 0 ? ` (seeds ${failed.join(", ")})` : "";
  const seconds = Math.round((Date.now() - began) / 1000);
  return {
    played: all.length,
    summary: `${failed.length} failed${names}, ${seconds} s`,
    code: failed.length > 0 ? 1 : 0,
  };
}

/** Ends the process with the exit code of `main`, and prints what it throws. */
export function exitAs(main: () => Promise<number>): void {
  main().then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
