import { RateLimiter } from "../../../../emulator/rate-limiter";
import { SlidingRateLimiter } from "../../../support/sliding-rate-limiter";
import { virtualFleet, type Fleet, type FleetRun } from "../../../support/virtual-fleet";

const LIMIT = 1200;
const WINDOW_SECONDS = 300;
const STACKS = 100;
/** Requests of a first up of 30 zones. */
const UP = 64;
/** Lookups of a program: each zone by name, and the permission groups. */
const LOOKUPS = 31;

const fixed = () => new RateLimiter(LIMIT, WINDOW_SECONDS);
const sliding = (reset: "oldest" | "all") => new SlidingRateLimiter(LIMIT, WINDOW_SECONDS * 1000, reset);

function run(some: Partial<Fleet> = {}): Promise<FleetRun> {
  const machines = some.machines ?? 8;
  const atATime = 2;
  return virtualFleet({
    server: fixed(),
    announced: true,
    machines,
    atATime,
    stacks: STACKS,
    processes: [UP],
    share: 1 / (machines * atATime),
    clockStep: 0,
    killedAtMs: Infinity,
    foreign: undefined,
    ...some,
  });
}

/** 30 % of the limit. */
const FOREIGN = { burst: 45, everyMs: 37_500 };

/** The time in which the limit lets so many requests pass. */
const evenSeconds = ({ sent, foreign }: FleetRun) => ((sent + foreign) / LIMIT) * WINDOW_SECONDS;
/** The same if each window is used up at its beginning, so that the requests of the last one need no time. */
const burstSeconds = ({ sent, foreign }: FleetRun) =>
  (Math.ceil((sent + foreign) / LIMIT) - 1) * WINDOW_SECONDS;

describe("3,000 zones in 100 stacks, two at a time on each machine, with shares of one limit", () => {
  it.each([1, 3, 8])(
    "are never refused, and end at most 10 %% later than the limit allows: %i machines",
    async (machines) => {
      const fleet = await run({ machines });
      expect(fleet).toMatchObject({ sent: STACKS * UP, refused: 0, ended: STACKS });
      expect(fleet.seconds).toBeLessThan(burstSeconds(fleet) * 1.1);
    },
  );

  it("need no equal clocks", async () => {
    const fleet = await run({ clockStep: 30_000 });
    expect(fleet).toMatchObject({ refused: 0, ended: STACKS });
    expect(fleet.seconds).toBeLessThan(burstSeconds(fleet) * 1.1);
  });

  it("use what a machine leaves that dies", async () => {
    const fleet = await run({ killedAtMs: 700_000 });
    expect(fleet.refused).toBe(0);
    expect(fleet.ended).toBeLessThan(STACKS);
    expect(fleet.seconds).toBeLessThan(evenSeconds(fleet) * 1.1);
  });

  it.each([
    { server: "fixed", processes: [UP] },
    { server: "fixed", processes: [LOOKUPS, UP] },
    { server: "sliding", processes: [UP] },
  ])(
    "leave room for the bursts of a user who knows nothing of them: $server window, $processes",
    async (given) => {
      const server = given.server === "fixed" ? fixed() : sliding("oldest");
      const fleet = await run({ server, processes: given.processes, foreign: FOREIGN });
      expect(fleet).toMatchObject({ refused: 0, ended: STACKS });
      expect(fleet.seconds).toBeLessThan(evenSeconds(fleet) * 1.1);
    },
  );

  it("leave room for a burst in the last seconds of each window", async () => {
    const fleet = await run({ foreign: { burst: 60, everyMs: (WINDOW_SECONDS - 1) * 1000 } });
    expect(fleet).toMatchObject({ refused: 0, ended: STACKS });
    expect(fleet.foreign).toBeGreaterThanOrEqual(5 * 60);
  });

  it("may have a second process in each stack, for lookups", async () => {
    const fleet = await run({ processes: [LOOKUPS, UP] });
    expect(fleet).toMatchObject({ sent: STACKS * (LOOKUPS + UP), refused: 0, ended: STACKS });
    expect(fleet.seconds).toBeLessThan(evenSeconds(fleet) * 1.1);
  });

  it("are as fast if the server's window slides", async () => {
    const fleet = await run({ server: sliding("oldest") });
    expect(fleet).toMatchObject({ refused: 0, ended: STACKS });
    expect(fleet.seconds).toBeLessThan(evenSeconds(fleet) * 1.1);
  });

  it("are slower, but not refused, if a sliding window names the time until it is empty", async () => {
    const fleet = await run({ server: sliding("all") });
    expect(fleet).toMatchObject({ refused: 0, ended: STACKS });
  });

  it.each([
    { server: "fixed", processes: [UP] },
    { server: "fixed", processes: [LOOKUPS, UP] },
    { server: "sliding", processes: [LOOKUPS, UP] },
  ])("are not refused if answers do not tell what is left: $server window, $processes", async (given) => {
    const server = given.server === "fixed" ? fixed() : sliding("oldest");
    const fleet = await run({ server, processes: given.processes, announced: false });
    expect(fleet).toMatchObject({ refused: 0, ended: STACKS });
  });

  it("say about once per window and process why they wait", async () => {
    const { lines, seconds } = await run();
    expect(lines[0]).toMatch(
      /^edge: waiting \d+ s: the share of this process is 1\/16 of 1,200 requests in 5 minutes$/,
    );
    expect(lines.length).toBeLessThanOrEqual(STACKS + (16 * seconds) / WINDOW_SECONDS);
  });
});
