import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Arena, type Ending } from "./episode";

const USAGE = `usage: npm run soak [-- OPTIONS]
  --minutes N   how long (default 30)
  --seed S      of the first episode; each that follows has the next number (default: of the time)
  --episodes N  ends after as many
  --replay      plays the seeds that have failed once (tests/faults/soak-seeds.json), and nothing else`;

const STEPS = 12;
/** The limit, in megabytes, for the growth of the heap from the first tenth of a run to the last. */
const GROWTH = 48;
/** The number of episodes after which all modules are loaded. */
const WARM = 20;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "30" },
      seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
      episodes: { type: "string", default: "Infinity" },
      replay: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const arena = await Arena.open();
  try {
    if (values.replay) return await play(arena, { seeds: keptSeeds(), until: Infinity });
    const first = Number(values.seed);
    print(`seed ${first}`);
    const until = Date.now() + Number(values.minutes) * 60_000;
    return await play(arena, { seeds: upFrom(first, Number(values.episodes)), until });
  } finally {
    await arena.close();
  }
}

interface Plan {
  readonly seeds: Iterable<number>;
  readonly until: number;
}

async function play(arena: Arena, { seeds, until }: Plan): Promise<number> {
  const began = Date.now();
  const failed: number[] = [];
  const heap: number[] = [];
  let episodes = 0;
  let steps = 0;
  for (const seed of seeds) {
    if (Date.now() >= until) break;
    const ending = await arena.play(seed, STEPS);
    episodes += 1;
    steps += ending.steps;
    if (ending.problems.length > 0) {
      failed.push(seed);
      tell(seed, ending);
    }
    if (episodes > WARM && episodes % 10 === 0) heap.push(usedHeap());
  }
  const grown = growthOf(heap);
  if (grown > GROWTH) print(`FAILED memory: the heap has grown by ${grown.toFixed(0)} MB`);
  print(
    `${episodes} episodes of three stacks and a person, ${steps} steps, ${failed.length} failed` +
      `${failed.length > 0 ? ` (seeds ${failed.join(", ")})` : ""}, heap ${grown >= 0 ? "+" : ""}${grown.toFixed(0)} MB, ` +
      `${Math.round((Date.now() - began) / 1000)} s`,
  );
  return failed.length > 0 || grown > GROWTH ? 1 : 0;
}

function tell(seed: number, { problems, story }: Ending): void {
  for (const line of story) print(`  ${line}`);
  for (const problem of problems) print(`FAILED ${seed}: ${problem}`);
  print(`again: npm run soak -- --seed ${seed} --episodes 1`);
}

function* upFrom(first: number, count: number): Generator<number> {
  for (let index = 0; index < count; index += 1) yield first + index;
}

function usedHeap(): number {
  global.gc?.();
  return process.memoryUsage().heapUsed / 1_048_576;
}

/** Returns the growth from the first tenth of the measurements to the last. */
function growthOf(heap: readonly number[]): number {
  const part = Math.max(1, Math.floor(heap.length / 10));
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  return heap.length < 2 ? 0 : mean(heap.slice(-part)) - mean(heap.slice(0, part));
}

function keptSeeds(): number[] {
  const text = fs.readFileSync(path.join(__dirname, "soak-seeds.json"), "utf8");
  // A file beside this one, edited by hand.
  return (JSON.parse(text) as { seeds: number[] }).seeds;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
