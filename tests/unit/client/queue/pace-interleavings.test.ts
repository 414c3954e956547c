import fc from "fast-check";
import { type Measured, nextStart } from "../../../../provider/client/queue/pace";

const QUOTA = { quota: 1200, windowMs: 300_000 };
const IDLE = { inFlight: 0, pacedAt: -Infinity, borrowed: 0 };
const NOW = 1_000_000;

/**
 * Returns the largest use of a window of a server by processes that want to send nothing until a random time of each window, and then
 * begin and stop to want as much as they can, each at random. `random` returns a number from 0 to 999.
 */
function mostUsed(stacks: number, random: () => number): number {
  const processes = Array.from({ length: 2 * stacks }, () => ({
    own: IDLE,
    measured: undefined as Measured | undefined,
    isBusy: random() < 500,
    answers: [] as { at: number; left: number; resetMs: number }[],
  }));
  let used = 0;
  let most = 0;
  let quietMs = 0;
  for (let now = NOW; now < NOW + 3 * QUOTA.windowMs; now += 100) {
    const elapsed = (now - NOW) % QUOTA.windowMs;
    if (elapsed === 0) {
      used = 0;
      quietMs = Math.sqrt(random() / 1000) * QUOTA.windowMs;
    }
    for (const one of processes) {
      if (random() < 5) one.isBusy = !one.isBusy;
      for (const { left, resetMs } of one.answers.filter(({ at }) => at <= now)) {
        one.measured = { left, until: now + resetMs, at: now };
        one.own = { ...one.own, inFlight: one.own.inFlight - 1 };
      }
      one.answers = one.answers.filter(({ at }) => at > now);
      if (!one.isBusy || elapsed < quietMs) continue;
      if (nextStart(QUOTA, 1 / stacks, one.own, one.measured, now) > now) continue;
      one.own = { inFlight: one.own.inFlight + 1, pacedAt: now, borrowed: 0 };
      used += 1;
      one.answers.push({
        at: now + 100 + random() * 0.9,
        left: QUOTA.quota - used,
        resetMs: QUOTA.windowMs - elapsed,
      });
    }
    most = Math.max(most, used);
  }
  return most;
}

describe("processes that share a quota", () => {
  it("keeps 36 stacks within the quota, whenever their processes want to send and however answers are delayed up to a second", () =>
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 36 }), fc.infiniteStream(fc.nat(999)), (stacks, random) => {
        const numbers = random[Symbol.iterator]();
        expect(mostUsed(stacks, () => Number(numbers.next().value))).toBeLessThanOrEqual(QUOTA.quota);
      }),
      { numRuns: 6 },
    ));
});
