import {
  LONGEST_PAUSE_MS,
  MAX_RETRY_MS,
  MAX_ATTEMPTS,
  parseRetryAfter,
  planRetry,
  verdictOfStatus,
  type FailedAttempt,
} from "../../../../provider/client/queue/retry-timing";

const failed: FailedAttempt = {
  attempts: 1,
  elapsedMs: 0,
  repeatable: true,
  verdict: "unknown",
  retryAfterMs: undefined,
};

describe("planRetry", () => {
  it("doubles the maximum wait with each attempt, up to eight seconds", () => {
    const waits = [1, 2, 3].map((attempts) => planRetry({ ...failed, attempts }, 1));
    expect(waits).toEqual([500, 1000, 2000]);
  });

  it("applies full jitter", () => {
    expect(planRetry(failed, 0)).toBe(0);
    expect(planRetry(failed, 0.25)).toBe(125);
  });

  it("prefers Retry-After to the backoff", () => {
    expect(planRetry({ ...failed, retryAfterMs: 7000 }, 0.9)).toBe(7000);
    expect(planRetry({ ...failed, retryAfterMs: 0 }, 0.9)).toBe(0);
  });

  it("gives up after four attempts", () => {
    expect(planRetry({ ...failed, attempts: MAX_ATTEMPTS - 1 }, 1)).toBe(2000);
    expect(planRetry({ ...failed, attempts: MAX_ATTEMPTS }, 1)).toBeUndefined();
  });

  it("gives up if the wait would end later than two minutes after the first attempt", () => {
    expect(planRetry({ ...failed, elapsedMs: MAX_RETRY_MS - 500 }, 1)).toBe(500);
    expect(planRetry({ ...failed, elapsedMs: MAX_RETRY_MS - 499 }, 1)).toBeUndefined();
    expect(planRetry({ ...failed, retryAfterMs: MAX_RETRY_MS + 1 }, 1)).toBeUndefined();
  });

  it("does not retry a non-repeatable request that may have been carried out", () => {
    expect(planRetry({ ...failed, repeatable: false }, 1)).toBeUndefined();
  });

  it("retries a non-repeatable request that was not carried out", () => {
    expect(planRetry({ ...failed, repeatable: false, verdict: "refused" }, 1)).toBe(500);
  });

  it("waits for the pause of a 429, which may be longer than the retries of a failure, up to ten minutes", () => {
    const refused = { ...failed, verdict: "refused", elapsedMs: 2 * MAX_RETRY_MS } as const;
    expect(planRetry({ ...refused, retryAfterMs: 300_000 }, 1)).toBe(300_000);
    expect(planRetry({ ...refused, retryAfterMs: LONGEST_PAUSE_MS + 1 }, 1)).toBeUndefined();
    expect(planRetry({ ...refused, attempts: MAX_ATTEMPTS, retryAfterMs: 1 }, 1)).toBeUndefined();
  });

  it("does not retry if a retry cannot help", () => {
    expect(planRetry({ ...failed, verdict: "final" }, 1)).toBeUndefined();
  });
});

describe("verdictOfStatus", () => {
  it.each([
    [429, "refused"],
    [408, "unknown"],
    [500, "unknown"],
    [503, "unknown"],
    [522, "unknown"],
    [200, "final"],
    [204, "final"],
    [302, "final"],
    [400, "final"],
    [401, "final"],
    [403, "final"],
    [404, "final"],
    [409, "final"],
  ])("classifies %i as %s", (status, verdict) => expect(verdictOfStatus(status)).toBe(verdict));
});

describe("parseRetryAfter", () => {
  const now = Date.parse("2030-01-01T00:00:00Z");

  it("reads seconds", () => expect(parseRetryAfter("120", now)).toBe(120_000));
  it("reads a date", () => expect(parseRetryAfter("Tue, 01 Jan 2030 00:00:30 GMT", now)).toBe(30_000));
  it("treats a past date as now", () =>
    expect(parseRetryAfter("Mon, 31 Dec 2029 23:59:00 GMT", now)).toBe(0));
  it.each([undefined, "", "soon", "-5", "1e3", "NaN"])("ignores %p", (text) =>
    expect(parseRetryAfter(text, now)).toBeUndefined(),
  );
});
