import { CALLS, virtualRun } from "../../../support/virtual-run";

const LIMIT = 1200;
const WINDOW_SECONDS = 300;
/** Requests for a stack of 300 zones (docs/performance.md): a first up, a refresh and a destroy. */
const UP = 634;
const WHOLE_LIFE = UP + 301 + 1161;

/** The minimum duration of a run: each window allows one quota, and the last requests need no further window. */
const leastSeconds = (requests: number) => (Math.ceil(requests / LIMIT) - 1) * WINDOW_SECONDS;

describe("stacks of 300 zones under the documented limit", () => {
  it("are never refused if one process runs", async () => {
    const run = await virtualRun(LIMIT, [WHOLE_LIFE]);
    expect(run).toMatchObject({ answered: WHOLE_LIFE, refused: 0, failed: 0 });
    expect(run.seconds).toBeLessThan(leastSeconds(WHOLE_LIFE) * 1.1);
  });

  it.each([
    { count: 2, requests: UP, announced: true },
    { count: 3, requests: UP, announced: true },
    { count: 3, requests: UP, announced: false },
    { count: 3, requests: WHOLE_LIFE, announced: false },
    { count: 20, requests: UP, announced: true },
  ])(
    "end at most 5 % later than the limit allows, and lose few requests: $count processes with $requests requests each, " +
      "answers that tell what is left: $announced",
    async ({ count, requests, announced }) => {
      const total = count * requests;
      const processes = Array.from({ length: count }, () => requests);
      const run = await virtualRun(LIMIT, processes, { announced });
      expect(run).toMatchObject({ answered: total, failed: 0 });
      const least = leastSeconds(total);
      expect(run.seconds).toBeGreaterThanOrEqual(least);
      expect(run.seconds).toBeLessThan(least * 1.05);
      // Of each process, at most the calls in flight are refused in each window.
      const windows = Math.ceil(total / LIMIT);
      expect(run.refused).toBeLessThanOrEqual(windows * count * CALLS);
      // Each process logs about once per window.
      expect(run.lines.length).toBeLessThanOrEqual(windows * count);
    },
  );
});
