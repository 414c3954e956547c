import { parseArgs } from "node:util";
import { doorNamed, DOORS } from "../histories/real-engine";
import { exitAs, playSeeds, print } from "../support/play-seeds";
import { ReviewedUpdates } from "./play";

const USAGE = `usage: npm run reviewed-updates [-- OPTIONS]
  --count N  how many programs (default 100; 10 with --engine)
  --engine DOOR  plays them with the real engine, by the door ${Object.keys(DOORS).join(" or ")}
  --without-lines  reviews previews without the lines of the provider: then a review should miss something
  --seeds S,S  plays these
  --seed S   of the first; each that follows has the next number (default: of the time)`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { type: "string" },
      engine: { type: "string" },
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
  const sums = { compared: 0, written: 0 };
  const door = doorNamed(values.engine);
  const updates = door
    ? await ReviewedUpdates.openReal(door)
    : await ReviewedUpdates.open({ hasLines: !values["without-lines"] });
  try {
    const { played, summary, code } = await playSeeds(
      {
        script: "reviewed-updates",
        seeds: values.seeds,
        first: Number(values.seed),
        count: Number(values.count ?? (door ? 10 : 100)),
      },
      async (seed) => {
        const { story, problems, compared, written } = await updates.play(seed);
        sums.compared += compared;
        sums.written += written;
        return { story, problems: problems.map((problem) => `the review does not name ${problem}`) };
      },
    );
    print(`${played} programs, ${sums.compared} updates, ${sums.written} written objects, ${summary}`);
    return code;
  } finally {
    await updates.close();
  }
}

exitAs(main);
