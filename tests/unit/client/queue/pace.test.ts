import fc from "fast-check";
import { type Measured, nextStart } from "../../../../provider/client/queue/pace";

const QUOTA = { quota: 1200, windowMs: 300_000 };
const NOW = 1_000_000;
const IDLE = { inFlight: 0, pacedAt: -Infinity, borrowed: 0 };

const measurement = fc.record({
  left: fc.integer({ min: 0, max: QUOTA.quota }),
  resetMs: fc.integer({ min: 0, max: QUOTA.windowMs }),
});
const measuredAt = (at: number, { left, resetMs }: { left: number; resetMs: number }): Measured => ({
  left,
  until: at + resetMs,
  at,
});

/** How many requests a process has in flight if it starts all that its measurement allows. */
function most(share: number, measured: Measured): number {
  let inFlight = 0;
  while (inFlight < QUOTA.quota && nextStart(QUOTA, share, { ...IDLE, inFlight }, measured, NOW) <= NOW)
    inFlight += 1;
  return inFlight;
}

describe("nextStart", () => {
  it("starts the first request at once", () =>
    expect(nextStart(QUOTA, 1 / 16, IDLE, undefined, NOW)).toBeLessThanOrEqual(NOW));

  it("keeps all processes together below the quota if responses have no Ratelimit header", () =>
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1000 }), (stacks) => {
        const wait = nextStart(QUOTA, 1 / stacks, { ...IDLE, pacedAt: NOW }, undefined, NOW) - NOW;
        expect((QUOTA.windowMs / wait) * 2 * stacks).toBeLessThan(QUOTA.quota);
      }),
    ));

  it("lets those who measure the same surplus use it once, beside one request each", () =>
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1000 }), measurement, (stacks, given) => {
        const processes = 2 * stacks;
        const beside = processes * (most(1 / stacks, measuredAt(NOW, given)) - 1);
        expect(beside).toBeLessThanOrEqual(Math.max(0, given.left - 0.06 * QUOTA.quota));
      }),
    ));

  it("never allows more for an older measurement of a surplus", () =>
    fc.assert(
      fc.property(measurement, fc.integer({ min: 0, max: 20_000 }), (given, ageMs) => {
        const [fresh, old] = [measuredAt(NOW, given), measuredAt(NOW - ageMs, given)];
        fc.pre(most(1 / 16, fresh) > 1);
        expect(most(1 / 16, old)).toBeLessThanOrEqual(most(1 / 16, fresh));
        const own = { ...IDLE, pacedAt: NOW };
        expect(nextStart(QUOTA, 1 / 16, own, old, NOW)).toBeGreaterThanOrEqual(
          nextStart(QUOTA, 1 / 16, own, fresh, NOW),
        );
      }),
    ));

  it("counts on less of a surplus that was measured seconds ago", () => {
    const [fresh, old] = [0, 5_000].map((ageMs) => measuredAt(NOW - ageMs, { left: 1000, resetMs: 100_000 }));
    expect(most(1 / 16, fresh!)).toBe(24);
    expect(most(1 / 16, old!)).toBe(2);
  });

  it("waits longer, the more is left of the window and the less of the quota", () => {
    const own = { ...IDLE, pacedAt: NOW };
    const waits = [900, 600, 300, 240, 230, 220].map((left) =>
      nextStart(QUOTA, 1 / 16, own, measuredAt(NOW, { left, resetMs: 100_000 }), NOW),
    );
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(new Set(waits).size).toBe(waits.length);
  });

  it("waits no longer than until the reset, or three of its turns", () => {
    const own = { ...IDLE, pacedAt: NOW };
    const used = (resetMs: number) =>
      nextStart(QUOTA, 1 / 16, own, measuredAt(NOW, { left: 0, resetMs }), NOW) - NOW;
    expect(used(200_000)).toBe(200_000);
    const turn = nextStart(QUOTA, 1 / 16, own, undefined, NOW) - NOW;
    expect(used(0)).toBeCloseTo(3 * turn);
  });

  it("does not wait for a time before the clock was set back", () => {
    const own = { ...IDLE, pacedAt: NOW + 500_000 };
    const measured = measuredAt(NOW + 500_000, { left: 0, resetMs: 1_000 });
    expect(nextStart(QUOTA, 1 / 16, own, measured, NOW)).toBeLessThanOrEqual(NOW);
  });

  it("waits one turn more for each request that could not wait", () => {
    const own = { ...IDLE, pacedAt: NOW };
    const turn = nextStart(QUOTA, 1 / 16, own, undefined, NOW) - NOW;
    expect(nextStart(QUOTA, 1 / 16, { ...own, borrowed: 2 }, undefined, NOW) - NOW).toBeCloseTo(3 * turn);
  });
});
