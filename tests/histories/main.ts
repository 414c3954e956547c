import { parseArgs } from "node:util";
import { GUARDS, isGuard } from "./guards";
import { Histories } from "./play";
import { DOORS, type Door } from "./real-engine";

const USAGE = `usage: npm run histories [-- OPTIONS]
  --count N  how many (default 20000; 20 with --engine)
  --engine DOOR  plays them with the real engine, by the door ${Object.keys(DOORS).join(" or ")}
  --without G  breaks a guard (${Object.keys(GUARDS).join(", ")}): then a history should fail
  --seeds S,S  plays these
  --seed S   of the first history; each that follows has the next number (default: of the time)`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { type: "string" },
      engine: { type: "string" },
      seeds: { type: "string" },
      without: { type: "string" },
      seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const began = Date.now();
  const door = (Object.keys(DOORS) as Door[]).find((name) => name === values.engine);
  if (values.engine !== undefined && door === undefined) throw new Error(`there is no door ${values.engine}`);
  const [first, count] = [Number(values.seed), Number(values.count ?? (door ? 20 : 20_000))];
  const sums = { runs: 0, refused: 0 };
  const failed: number[] = [];
  const guard = isGuard(values.without) ? values.without : undefined;
  if (values.without !== undefined && guard === undefined)
    throw new Error(`there is no guard ${values.without}`);
  const histories = door ? await Histories.openReal(door) : await Histories.open(guard);
  const seeds = values.seeds?.split(",").map(Number) ?? Array.from({ length: count }, (_, at) => first + at);
  print(`seed ${seeds[0]}`);
  try {
    for (const seed of seeds) {
      const { story, problems, runs, refused } = await histories.play(seed);
      sums.runs += runs;
      sums.refused += refused;
      if (problems.length === 0) continue;
      failed.push(seed);
      // One is enough to see that the guard is needed.
      if (guard !== undefined) break;
      for (const line of story) print(`  ${line}`);
      for (const problem of problems) print(`FAILED ${seed}: ${problem}`);
      print(`again: npm run histories -- --seed ${seed} --count 1`);
    }
  } finally {
    await histories.close();
  }
  print(
    `${seeds.length} histories, ${sums.runs} updates, ${sums.refused} refused, ${failed.length} failed` +
      `${failed.length > 0 ? ` (seeds ${failed.join(", ")})` : ""}, ${Math.round((Date.now() - began) / 1000)} s`,
  );
  return failed.length > 0 ? 1 : 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
