import { createRateLimiter } from "../../../../provider/client/queue/rate-limiter";
import { asked, DOCUMENTED, NOTHING, settle, spend, stillClock } from "./still-clock";

describe("the log line of a wait", () => {
  const waiting = async (
    limiter: ReturnType<typeof createRateLimiter>,
    clock: ReturnType<typeof stillClock>,
    times: number,
  ) => {
    asked(limiter, times);
    await settle();
    return clock.lines;
  };

  it("names the exhausted quota, once for all waiting requests", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 3, windowMs: 300_000 }]);
    await spend(limiter, 3);
    expect(await waiting(limiter, clock, 5)).toEqual([
      "edge: waiting 300 s: 3 requests in 5 minutes are used up",
    ]);
    await clock.advance(100_000);
    expect(await waiting(limiter, clock, 5)).toHaveLength(1);
  });

  it("is written for each window", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 1000, windowMs: 10_000 }]);
    const ask = async () => {
      await limiter.acquire();
      limiter.release(NOTHING);
    };
    const all = Promise.all(Array.from({ length: 3000 }, ask));
    await settle();
    await clock.advance(10_000);
    await clock.advance(10_000);
    await all;
    const line = "edge: waiting 10 s: 1,000 requests in 10 seconds are used up";
    expect(clock.lines).toEqual([line, line]);
  });

  it("is not written for a short wait", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 1, windowMs: 4_999 }]);
    await spend(limiter, 1);
    expect(await waiting(limiter, clock, 1)).toEqual([]);
  });

  it("reports a pause of the API, even if no other request waits", () => {
    const clock = stillClock();
    createRateLimiter(clock, []).pause(clock.now() + 30_000);
    expect(clock.lines).toEqual(["edge: waiting 30 s: the API asked for a pause (status 429)"]);
  });

  it("is not written for a pause that is too long to wait for, which the error reports", () => {
    const clock = stillClock();
    createRateLimiter(clock, []).pause(clock.now() + 601_000);
    expect(clock.lines).toEqual([]);
  });

  it("reports that no requests are left", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=0;t=30' });
    expect(await waiting(limiter, clock, 3)).toEqual([
      "edge: waiting 30 s: the API reports that no requests are left; it also counts requests from other processes and the dashboard",
    ]);
  });

  it("names the share of the process, once in a window", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED, 1 / 16);
    const ask = async () => {
      await limiter.acquire();
      limiter.release(NOTHING);
    };
    for (let i = 0; i < 100; i++) void ask();
    await settle();
    const line = "edge: waiting 9 s: the share of this process is 1/16 of 1,200 requests in 5 minutes";
    expect(clock.lines).toEqual([line]);
    for (let i = 0; i < 299; i++) await clock.advance(1_000);
    expect(clock.lines).toEqual([line]);
    for (let i = 0; i < 20; i++) await clock.advance(1_000);
    expect(clock.lines).toHaveLength(2);
  });
});
