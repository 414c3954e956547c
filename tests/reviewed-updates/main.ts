import { parseArgs } from "node:util";
import { ReviewedUpdates } from "./play";

const USAGE = `usage: npm run reviewed-updates [-- OPTIONS]
  --count N  how many programs (default 100)
  --without-lines  reviews previews without the lines of the provider: then a review should miss something
  --seeds S,S  plays these
  --seed S   of the first; each that follows has the next number (default: of the time)`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "100" },
      seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
      seeds: { type: "string" },
      "without-lines": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const began = Date.now();
  const [first, count] = [Number(values.seed), Number(values.count)];
  const sums = { compared: 0, written: 0 };
  const failed: number[] = [];
  const seeds = values.seeds?.split(",").map(Number) ?? Array.from({ length: count }, (_, at) => first + at);
  const updates = await ReviewedUpdates.open({ hasLines: !values["without-lines"] });
  print(`seed ${seeds[0]}`);
  try {
    for (const seed of seeds) {
      const { story, problems, compared, written } = await updates.play(seed);
      sums.compared += compared;
      sums.written += written;
      if (problems.length === 0) continue;
      failed.push(seed);
      for (const line of story) print(`  ${line}`);
      for (const problem of problems) print(`FAILED ${seed}: the review does not name ${problem}`);
      print(`again: npm run reviewed-updates -- --seed ${seed} --count 1`);
    }
  } finally {
    await updates.close();
  }
  print(
    `${seeds.length} programs, ${sums.compared} updates, ${sums.written} written objects, ${failed.length} failed` +
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
