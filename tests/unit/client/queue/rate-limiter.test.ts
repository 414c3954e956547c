import { createBudget } from "../../../../provider/client/budget/budget";
import {
  createRateLimiter,
  documentedQuotas,
  MAX_IN_FLIGHT,
} from "../../../../provider/client/queue/rate-limiter";
import type { Redacted } from "../../../../provider/redaction";

const NOTHING = {};
const DOCUMENTED = documentedQuotas("https://api.cloudflare.com/client/v4");

/** A clock that stands until `advance`; waits end when it has come so far. */
function stillClock() {
  let now = 1_000_000;
  let sleepers: { at: number; wake: () => void }[] = [];
  const lines: string[] = [];
  return {
    lines,
    log: (line: Redacted) => void lines.push(line.text),
    now: () => now,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ at: now + ms, wake });
      }),
    sleeping: () => sleepers.length,
    async advance(ms: number) {
      now += ms;
      const due = sleepers.filter(({ at }) => at <= now);
      sleepers = sleepers.filter(({ at }) => at > now);
      for (const { wake } of due) wake();
      await settle();
    },
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Asks so often and counts who may start. */
function asked(limiter: ReturnType<typeof createRateLimiter>, times: number) {
  const answers: (number | undefined)[] = [];
  for (let i = 0; i < times; i++) void limiter.acquire().then((pausedMs) => answers.push(pausedMs));
  return answers;
}

/** Starts and ends so many requests at once. */
async function spend(limiter: ReturnType<typeof createRateLimiter>, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await limiter.acquire();
    limiter.release(NOTHING);
  }
}

describe("the limiter", () => {
  it("lets a burst of the whole documented quota through without waiting", async () => {
    const clock = stillClock();
    await spend(createRateLimiter(clock, createBudget(DOCUMENTED)), 1200);
    expect(clock.sleeping()).toBe(0);
  });

  it("knows no limit but what the server tells, where none is documented", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget([]));
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
    const limiter = createRateLimiter(clock, createBudget([{ quota: 3, windowMs: 10_000 }]));
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

  it("starts the request after a full window as soon as the window has passed", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget([{ quota: 1, windowMs: 10_000 }]));
    await spend(limiter, 1);
    const answers = asked(limiter, 1);
    await clock.advance(9_999);
    expect(answers).toHaveLength(0);
    await clock.advance(1);
    expect(answers).toEqual([undefined]);
  });

  it("sends the first request alone, since its answer may tell that others have used the quota up", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    const answers = asked(limiter, 3);
    await settle();
    expect(answers).toHaveLength(1);
    limiter.release({ ratelimit: '"default";r=1;t=60' });
    await settle();
    expect(answers).toHaveLength(2);
  });

  it("keeps so many requests under way at a time, and no more", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    await spend(limiter, 1);
    const answers = asked(limiter, MAX_IN_FLIGHT + 2);
    await settle();
    expect(answers).toHaveLength(MAX_IN_FLIGHT);
    limiter.release(NOTHING);
    await settle();
    expect(answers).toHaveLength(MAX_IN_FLIGHT + 1);
  });

  it("counts from the end of a request, since it may have reached the server late", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget([{ quota: 1, windowMs: 10_000 }]));
    await limiter.acquire();
    const answers = asked(limiter, 1);
    await clock.advance(15_000);
    limiter.release(NOTHING);
    await clock.advance(9_999);
    expect(answers).toHaveLength(0);
    await clock.advance(1);
    expect(answers).toEqual([undefined]);
  });

  it("takes the server's policy for its own", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    await limiter.acquire();
    limiter.release({ "ratelimit-policy": '"burst";q=2;w=60' });
    const answers = asked(limiter, 2);
    await settle();
    expect(answers).toHaveLength(1);
    await clock.advance(60_000);
    expect(answers).toHaveLength(2);
  });

  it("lets a server that allows more than is documented have its way", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget([{ quota: 1, windowMs: 60_000 }]));
    await limiter.acquire();
    limiter.release({ "ratelimit-policy": '"wide";q=1000;w=60' });
    await spend(limiter, 50);
    expect(clock.sleeping()).toBe(0);
  });

  it("waits for the reset when the server says that nothing is left", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=0;t=30' });
    const answers = asked(limiter, 1);
    await clock.advance(29_999);
    expect(answers).toHaveLength(0);
    await clock.advance(1);
    expect(answers).toEqual([undefined]);
  });

  it("starts no more than what the server says is left, those under way counted", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
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

  it("sets no timer while an answer is on its way that may change what is left", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=1;t=300' });
    asked(limiter, 2);
    await settle();
    expect(clock.sleeping()).toBe(0);
  });

  it("counts an answer that does not say what is left as one used up", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=1;t=30' });
    await spend(limiter, 1);
    const answers = asked(limiter, 1);
    await settle();
    expect(answers).toHaveLength(0);
  });

  it("believes the lower number when answers overtake each other", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    await spend(limiter, 1);
    await limiter.acquire();
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=0;t=30' });
    limiter.release({ ratelimit: '"default";r=1;t=30' });
    const answers = asked(limiter, 1);
    await settle();
    expect(answers).toHaveLength(0);
  });

  it("holds every caller back in a pause", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    await spend(limiter, 1);
    limiter.pause(clock.now() + 5_000);
    const answers = asked(limiter, 3);
    await clock.advance(4_999);
    expect(answers).toHaveLength(0);
    await clock.advance(1);
    expect(answers).toEqual([undefined, undefined, undefined]);
  });

  it("tells every caller how long a pause lasts that is too long to wait for", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    limiter.pause(clock.now() + 300_000);
    const answers = asked(limiter, 2);
    await settle();
    expect(answers).toEqual([300_000, 300_000]);
  });

  it("serves those who wait in the order in which they came", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget([{ quota: 1, windowMs: 1_000 }]));
    const order: string[] = [];
    for (const name of ["first", "second", "third"])
      void limiter.acquire().then(() => {
        order.push(name);
        limiter.release(NOTHING);
      });
    for (let i = 0; i < 4; i++) await clock.advance(2_000);
    expect(order).toEqual(["first", "second", "third"]);
  });
});

describe("the line that says how long a run waits", () => {
  const waiting = async (
    limiter: ReturnType<typeof createRateLimiter>,
    clock: ReturnType<typeof stillClock>,
    times: number,
  ) => {
    asked(limiter, times);
    await settle();
    return clock.lines;
  };

  it("names the quota that is used up, once for all requests that wait", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget([{ quota: 3, windowMs: 300_000 }]));
    await spend(limiter, 3);
    expect(await waiting(limiter, clock, 5)).toEqual([
      "edge: waiting 300 s: 3 requests in 5 minutes are used up (by this process)",
    ]);
    await clock.advance(100_000);
    expect(await waiting(limiter, clock, 5)).toHaveLength(1);
  });

  it("is written for each window that has to pass", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget([{ quota: 1000, windowMs: 10_000 }]));
    const ask = async () => {
      await limiter.acquire();
      limiter.release(NOTHING);
    };
    const all = Promise.all(Array.from({ length: 3000 }, ask));
    await settle();
    await clock.advance(10_000);
    await clock.advance(10_000);
    await all;
    const line = "edge: waiting 10 s: 1,000 requests in 10 seconds are used up (by this process)";
    expect(clock.lines).toEqual([line, line]);
  });

  it("is not written for a short wait", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget([{ quota: 1, windowMs: 4_999 }]));
    await spend(limiter, 1);
    expect(await waiting(limiter, clock, 1)).toEqual([]);
  });

  it("says that the API has asked for a pause, also when no other request waits", () => {
    const clock = stillClock();
    createRateLimiter(clock, createBudget([])).pause(clock.now() + 30_000);
    expect(clock.lines).toEqual(["edge: waiting 30 s: the API asked for a pause (status 429)"]);
  });

  it("is not written for a pause that is too long to wait for, which the error tells", () => {
    const clock = stillClock();
    createRateLimiter(clock, createBudget([])).pause(clock.now() + 300_000);
    expect(clock.lines).toEqual([]);
  });

  it("says that the API leaves nothing", async () => {
    const clock = stillClock();
    const limiter = createRateLimiter(clock, createBudget(DOCUMENTED));
    await limiter.acquire();
    limiter.release({ ratelimit: '"default";r=0;t=30' });
    expect(await waiting(limiter, clock, 3)).toEqual([
      "edge: waiting 30 s: the API reports that no requests are left; it also counts requests from other machines and the dashboard",
    ]);
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
