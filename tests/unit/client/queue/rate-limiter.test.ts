import {
  createRateLimiter,
  documentedQuotas,
  MAX_IN_FLIGHT,
} from "../../../../provider/client/queue/rate-limiter";
import { asked, DOCUMENTED, NOTHING, settle, spend, stillClock } from "./still-clock";

describe("the rate limiter", () => {
  it("allows a burst of the whole documented quota without waiting", async () => {
    const clock = stillClock();
    await spend(createRateLimiter(clock, DOCUMENTED), 1200);
    expect(clock.sleeping()).toBe(0);
  });

  it("has only the announced limits if none is documented", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, []);
    await spend(limiter, 5000);
    expect(clock.sleeping()).toBe(0);
    await limiter.acquire();
    limiter.release({ "ratelimit-policy": '"default";q=1;w=60' });
    const answers = asked(limiter, 1);
    await settle();
    expect(answers).toHaveLength(0);
  });

  it("never starts more than the quota within any window", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 3, windowMs: 10_000 }]);
    const starts: number[] = [];
    const ask = async () => {
      await limiter.acquire();
      starts.push(clock.now());
      limiter.release(NOTHING);
    };
    const all = Promise.all(Array.from({ length: 10 }, ask));
    for (let i = 0; i < 80; i++) await clock.advance(500);
    await all;
    const crowded = starts.filter(
      (at) => starts.filter((other) => other >= at && other < at + 10_000).length > 3,
    );
    expect(starts).toHaveLength(10);
    expect(crowded).toEqual([]);
  });

  it("starts the next request as soon as the window has passed", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 1, windowMs: 10_000 }]);
    await spend(limiter, 1);
    const answers = asked(limiter, 1);
    await clock.advance(9_999);
    expect(answers).toHaveLength(0);
    await clock.advance(1);
    expect(answers).toEqual([undefined]);
  });

  it("sends the first request alone, since its response may show that others have used the quota", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    const answers = asked(limiter, 3);
    await settle();
    expect(answers).toHaveLength(1);
    limiter.release({ ratelimit: '"default";r=1;t=60' });
    await settle();
    expect(answers).toHaveLength(2);
  });

  it("limits the number of concurrent requests", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await spend(limiter, 1);
    const answers = asked(limiter, MAX_IN_FLIGHT + 2);
    await settle();
    expect(answers).toHaveLength(MAX_IN_FLIGHT);
    limiter.release(NOTHING);
    await settle();
    expect(answers).toHaveLength(MAX_IN_FLIGHT + 1);
  });

  it("starts the window at the end of a request, since the request may have reached the server late", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 1, windowMs: 10_000 }]);
    await limiter.acquire();
    const answers = asked(limiter, 1);
    await clock.advance(15_000);
    limiter.release(NOTHING);
    await clock.advance(9_999);
    expect(answers).toHaveLength(0);
    await clock.advance(1);
    expect(answers).toEqual([undefined]);
  });

  it("applies the server's policy", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await limiter.acquire();
    limiter.release({ "ratelimit-policy": '"burst";q=2;w=60' });
    const answers = asked(limiter, 2);
    await settle();
    expect(answers).toHaveLength(1);
    await clock.advance(60_000);
    expect(answers).toHaveLength(2);
  });

  it("applies a policy that allows more than documented", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 1, windowMs: 60_000 }]);
    await limiter.acquire();
    limiter.release({ "ratelimit-policy": '"wide";q=1000;w=60' });
    await spend(limiter, 50);
    expect(clock.sleeping()).toBe(0);
  });

  it("waits for the reset if no requests are left", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=0;t=30' });
    const answers = asked(limiter, 1);
    await clock.advance(29_999);
    expect(answers).toHaveLength(0);
    await clock.advance(1);
    expect(answers).toEqual([undefined]);
  });

  it("starts no more requests than are left, including those in flight", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=2;t=30' });
    const answers = asked(limiter, 3);
    await settle();
    expect(answers).toHaveLength(2);
    limiter.release({ ratelimit: '"default";r=1;t=30' });
    limiter.release({ ratelimit: '"default";r=0;t=30' });
    await settle();
    expect(answers).toHaveLength(2);
    await clock.advance(30_000);
    expect(answers).toHaveLength(3);
  });

  it("sets no timer while a request in flight may change what is left", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=1;t=300' });
    asked(limiter, 2);
    await settle();
    expect(clock.sleeping()).toBe(0);
  });

  it("counts a response without a Ratelimit header as one used request", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=1;t=30' });
    await spend(limiter, 1);
    const answers = asked(limiter, 1);
    await settle();
    expect(answers).toHaveLength(0);
  });

  it("uses the lower number if responses arrive out of order", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await spend(limiter, 1);
    await limiter.acquire();
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=0;t=30' });
    limiter.release({ ratelimit: '"default";r=1;t=30' });
    const answers = asked(limiter, 1);
    await settle();
    expect(answers).toHaveLength(0);
  });

  it("delays every request during a pause", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await spend(limiter, 1);
    limiter.pause(clock.now() + 5_000);
    const answers = asked(limiter, 3);
    await clock.advance(4_999);
    expect(answers).toHaveLength(0);
    await clock.advance(1);
    expect(answers).toEqual([undefined, undefined, undefined]);
  });

  it("reports a pause that is too long to wait for to every caller", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    limiter.pause(clock.now() + 601_000);
    const answers = asked(limiter, 2);
    await settle();
    expect(answers).toEqual([601_000, 601_000]);
  });

  // setTimeout fires at once if a wait is longer than 24.8 days, so such a wait would never end.
  it.each([
    { "ratelimit-policy": '"default";q=1;w=2592000' },
    { ratelimit: '"default";r=0;t=2592000' },
    { ratelimit: `"default";r=0;t=${"9".repeat(400)}` },
  ])("reports a wait of weeks to every caller: %j", async (headers) => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED);
    await limiter.acquire();
    limiter.release(headers);
    const answers = asked(limiter, 2);
    await settle();
    expect(answers).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(...answers.map(Number))).toBeGreaterThanOrEqual(2_592_000_000);
    expect(clock.sleeping()).toBe(0);
  });

  it("forgets the requests before the clock was set back", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 2, windowMs: 10_000 }]);
    await spend(limiter, 1);
    await clock.advance(-500_000);
    await spend(limiter, 1);
    await clock.advance(10_000);
    const answers = asked(limiter, 2);
    await settle();
    expect(answers).toHaveLength(2);
  });

  it("serves waiting requests in their order", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 1, windowMs: 1_000 }]);
    const order: string[] = [];
    for (const name of ["first", "second", "third"])
      void limiter.acquire().then(() => {
        order.push(name);
        limiter.release(NOTHING);
      });
    for (let i = 0; i < 4; i++) await clock.advance(2_000);
    expect(order).toEqual(["first", "second", "third"]);
  });

  it("serves a request that must go first before those that wait already", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, [{ quota: 1, windowMs: 1_000 }]);
    const order: string[] = [];
    for (const name of ["sent", "second", "third", "first"])
      void limiter.acquire(name === "first").then(() => {
        order.push(name);
        limiter.release(NOTHING);
      });
    for (let i = 0; i < 5; i++) await clock.advance(2_000);
    expect(order).toEqual(["sent", "first", "second", "third"]);
  });
});

describe("the rate limiter of a process with a share", () => {
  const left = (requests: number) => ({
    "ratelimit-policy": '"default";q=1200;w=300',
    ratelimit: `"default";r=${requests};t=150`,
  });

  it("spreads its requests over the window if responses have no Ratelimit header", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED, 1 / 4);
    await spend(limiter, 1);
    const answers = asked(limiter, 3);
    await clock.advance(2_127);
    expect(answers).toHaveLength(0);
    await clock.advance(1);
    expect(answers).toHaveLength(1);
    await clock.advance(2_128);
    expect(answers).toHaveLength(2);
  });

  it("uses its part of what others have left", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED, 1 / 4);
    await limiter.acquire();
    limiter.release(left(1100));
    const answers = asked(limiter, 3);
    await clock.advance(1_000);
    expect(answers.length).toBeGreaterThan(0);
  });

  it("slows down if all together are too early", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED, 1 / 4);
    await limiter.acquire();
    limiter.release(left(200));
    const answers = asked(limiter, 3);
    await clock.advance(10_000);
    expect(answers).toHaveLength(0);
  });

  it("pairs a single policy with a single measurement of another name", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED, 1 / 4);
    await limiter.acquire();
    limiter.release({ ...left(1100), "ratelimit-policy": '"burst";q=1200;w=300' });
    const answers = asked(limiter, 1);
    await clock.advance(1_000);
    expect(answers).toHaveLength(1);
  });

  it("does not delay a request that must go first, and delays the next for it", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED, 1 / 4);
    await spend(limiter, 1);
    const waits = asked(limiter, 1);
    expect(await limiter.acquire(true)).toBeUndefined();
    limiter.release(NOTHING);
    await clock.advance(2_128);
    expect(waits).toHaveLength(0);
    await clock.advance(2_128);
    expect(waits).toHaveLength(1);
  });

  it("is not delayed by a platform without limits", async () => {
    const clock = stillClock();
    await spend(createRateLimiter(clock, [], 1 / 4), 50);
    expect(clock.sleeping()).toBe(0);
  });

  it("sets one timer, even if an earlier decision has set a longer one", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, DOCUMENTED, 1 / 4);
    await spend(limiter, 1);
    const answers = asked(limiter, 5);
    await limiter.acquire(true);
    limiter.release(left(1100));
    for (let i = 0; i < 10; i++) await clock.advance(100);
    for (let i = 0; i < 5; i++) limiter.release(left(150));
    asked(limiter, 5);
    for (let i = 0; i < 50; i++) await clock.advance(100);
    expect(answers).toHaveLength(5);
    expect(clock.sleeping()).toBe(1);
  });
});

describe("documentedQuotas", () => {
  it("are 1200 requests in five minutes at the hosted API", () =>
    expect(documentedQuotas("https://api.cloudflare.com/client/v4")).toEqual([
      { quota: 1200, windowMs: 300_000 },
    ]));

  it("are none on this machine", () =>
    expect(documentedQuotas("http://127.0.0.1:8787/client/v4")).toEqual([]));
});
