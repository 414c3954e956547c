import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createBudget } from "../../../../provider/client/budget/budget";
import { documentedQuotas } from "../../../../provider/client/queue/rate-limiter";
import { virtualRun } from "../../../support/budget/virtual-run";

const LIMIT = 1200;
const WINDOW_SECONDS = 300;
const QUOTAS = documentedQuotas("https://api.cloudflare.com/client/v4");
/** Requests for a stack of 300 zones (docs/performance.md): a first up, a refresh and a destroy. */
const UP = 634;
const WHOLE_LIFE = UP + 301 + 1161;

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-budget-test-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** The minimum duration of a run: each window allows one quota, and the last requests need no further window. */
const leastSeconds = (requests: number) => (Math.ceil(requests / LIMIT) - 1) * WINDOW_SECONDS;

const shared = () => createBudget(QUOTAS, { folder, key: "credential", warn: fail });
const fail = (line: string) => {
  throw new Error(line);
};

describe("300 zones under the documented limit", () => {
  it.each([
    { processes: [WHOLE_LIFE] },
    { processes: [UP, UP] },
    { processes: [UP, UP, UP] },
    { processes: [WHOLE_LIFE, WHOLE_LIFE, WHOLE_LIFE] },
  ])(
    "are never refused and take at most 10 % more than the minimum time: $processes requests",
    async ({ processes }) => {
      const total = processes.reduce((sum, requests) => sum + requests);
      const run = await virtualRun(
        LIMIT,
        processes.map((requests) => ({ budget: shared(), requests })),
      );
      expect(run).toMatchObject({ answered: total, refused: 0 });
      const least = leastSeconds(total);
      expect(run.seconds).toBeGreaterThanOrEqual(least);
      expect(run.seconds).toBeLessThanOrEqual(least * 1.1);
      // Each process logs at most once per window, and short waits are not logged.
      expect(run.lines.length).toBeLessThanOrEqual((least / WINDOW_SECONDS) * processes.length);
    },
  );

  it.each([
    { processes: [UP, UP] },
    { processes: [UP, UP, UP] },
    { processes: [WHOLE_LIFE, WHOLE_LIFE, WHOLE_LIFE] },
  ])("are refused if each process has its own budget: $processes requests", async ({ processes }) => {
    const own = (requests: number) => ({ budget: createBudget(QUOTAS), requests });
    const run = await virtualRun(LIMIT, processes.map(own));
    expect(run.refused).toBeGreaterThan(0);
    expect(run.answered).toBe(LIMIT);
  });
});
