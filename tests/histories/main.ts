import { parseArgs } from "node:util";
import { exitAs, playSeeds, print } from "../support/play-seeds";
import { GUARDS, isGuard } from "./guards";
import { Histories } from "./play";
import { doorNamed, DOORS } from "./real-engine";

const USAGE = `usage: npm run histories [-- OPTIONS]
  --count N  how many (default 20000; 20 with --engine)
  --engine DOOR  plays them with the real engine, by the door ${Object.keys(DOORS).join(" or ")}
  --without G  breaks a guard (${Object.keys(GUARDS).join(", ")}): then a history should fail
  --seeds S,S  plays these
  --seed S   of the first history; each that follows has the next number (default: of the time)`;

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
  const door = doorNamed(values.engine);
  const [first, count] = [Number(values.seed), Number(values.count ?? (door ? 20 : 20_000))];
  const sums = { runs: 0, refused: 0 };
  const guard = isGuard(values.without) ? values.without : undefined;
  if (values.without !== undefined && guard === undefined)
    throw new Error(`there is no guard ${values.without}`);
  const histories = door ? await Histories.openReal(door) : await Histories.open(guard);
  try {
    const { played, summary, code } = await playSeeds(
      // One is enough to see that the guard is needed.
      { script: "histories", seeds: values.seeds, first, count, isOneEnough: guard !== undefined },
      async (seed) => {
        const history = await histories.play(seed);
        sums.runs += history.runs;
        sums.refused += history.refused;
        return history;
      },
    );
    print(`${played} histories, ${sums.runs} updates, ${sums.refused} refused, ${summary}`);
    return code;
  } finally {
    await histories.close();
  }
}

exitAs(main);
