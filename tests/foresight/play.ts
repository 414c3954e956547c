import { correctPrograms } from "./correct";
import type { CorrectProgram, FaultyProgram } from "./case";
import type { DoorName } from "./doors";
import { alarmsOf, judgeFaulty, missOf, type Previewed } from "./judge";
import { faultClasses } from "./programs";
import { runProgram } from "./run-program";
import type { CorrectResult, FaultyResult, Results } from "./results";
import { openWorld, type OpenWorld } from "./world";

/** The fault of this program is the name that a directive has in the native schema. */
const DYNAMIC_ONLY = /a directive in camelCase/i;

/** Every program whose place in the order of all programs is `number`, `number + of`, and so on. The first place is 1. */
export interface Share {
  readonly number: number;
  readonly of: number;
}

export interface PlayOptions {
  /** A part of the names, `class/title`, of the programs. */
  readonly only?: string | undefined;
  readonly door?: DoorName;
  readonly share?: Share;
}

/** Previews the programs that the options select, which are all by default. */
export async function playAll({
  only = "",
  door = "dynamic",
  share = { number: 1, of: 1 },
}: PlayOptions): Promise<Results> {
  let place = 0;
  const isPlayed = (name: string) => {
    place += 1;
    return (
      place % share.of === share.number % share.of &&
      name.includes(only) &&
      !(door === "plugin" && DYNAMIC_ONLY.test(name))
    );
  };
  const open = await openWorld();
  const secrets = Object.values(open.world.tokens);
  try {
    const faulty: FaultyResult[] = [];
    for (const { name, programs } of faultClasses)
      for (const one of programs.filter(({ title }) => isPlayed(`${name}/${title}`))) {
        // The platform would report what the package misses.
        const previewed = await preview(open, one, door, { EDGE_DRY_RUN: "false" });
        const verdict = judgeFaulty(one, previewed, secrets);
        const output = previewed.messages.map(({ severity, text }) => `${severity}: ${text}`);
        faulty.push({ class: name, title: one.title, verdict, miss: missOf(verdict), output });
      }
    const correct: CorrectResult[] = [];
    for (const one of correctPrograms.filter(({ title }) => isPlayed(`correct/${title}`))) {
      const previewed = await preview(open, one, door);
      correct.push({ title: one.title, alarms: alarmsOf(previewed), writes: previewed.writes });
    }
    return { faulty, correct };
  } finally {
    await open.platform.close();
  }
}

const READS = ["GET", "HEAD"];

async function preview(
  open: OpenWorld,
  one: FaultyProgram | CorrectProgram,
  door: DoorName,
  more: Readonly<Record<string, string>> = {},
): Promise<Previewed> {
  const { world, platform } = open;
  const env = { ...open.env(one.token?.(world) ?? platform.token), ...one.env?.(world), ...more };
  const config = one.config?.(world) ?? {};
  const { before } = one;
  const deployed =
    before &&
    (await runProgram({
      program: (edge, load) => before(edge, world, load),
      preview: false,
      door,
      env,
      config,
    }));
  const { next } = await platform.control.requests(Number.MAX_SAFE_INTEGER);
  const { messages } = await runProgram({
    program: (edge, load) => one.program(edge, world, load),
    preview: true,
    door,
    env,
    config,
    ...(deployed && { before: deployed.after }),
  });
  const { requests } = await platform.control.requests(next);
  const writes = requests.filter(({ method, path }) => !READS.includes(method) && !validates(path));
  return { messages, writes: writes.map(({ method, path }) => `${method} ${path}`) };
}

/** The validation of an expression by POST stores nothing, and neither does a dry run. */
function validates(path: string): boolean {
  return path.startsWith("/filters/validate-expr") || path.includes("dry_run=");
}
