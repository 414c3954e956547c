import fc from "fast-check";
import { UNKNOWN } from "../../../../provider/api";
import {
  checkRotation,
  checkWarnBefore,
  dueGeneration,
  expiryWarning,
  generationInName,
  generationName,
  parseDuration,
  startSetBack,
  startWithMargin,
  type Generation,
} from "../../../../provider/tokens";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = "2030-01-01T00:00:00Z";
const at = (ms: number) => new Date(Date.parse(START) + ms);

describe("parseDuration", () => {
  it.each([
    ["90s", 90_000],
    ["15m", 900_000],
    ["24h", DAY],
    ["30d", 30 * DAY],
    ["2w", 14 * DAY],
  ])("parses %s", (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(["", "30", "d", "30 d", "-1d", "1.5h", "30D", "1d12h", "1mo", "9999999999s"])(
    "rejects %j",
    (text) => expect(parseDuration(text)).toBeUndefined(),
  );
});

describe("checkRotation", () => {
  const rotation = { every: "30d", overlap: "24h" };

  it.each([
    [undefined, []],
    [rotation, []],
    [UNKNOWN, []],
    [{ ...rotation, every: UNKNOWN }, []],
    ["30d", ["rotation: must be an object, found a string"]],
    [{ every: "30d" }, [expect.stringMatching(/^rotation.overlap: must be a whole number .*found nothing$/)]],
    [
      { ...rotation, every: "monthly" },
      [
        'rotation.every: must be a whole number with a unit, such as 90s, 15m, 24h, 30d or 2w; found "monthly"',
      ],
    ],
    [{ ...rotation, every: "59m" }, ['rotation.every: must be from 1h to 3650d, found "59m"']],
    [{ ...rotation, overlap: "1s" }, ['rotation.overlap: must be from 5m to 3650d, found "1s"']],
    [{ every: "1d", overlap: "24h" }, ['rotation.overlap: must be shorter than every (1d), found "24h"']],
    [
      { ...rotation, jitter: "1h" },
      ["rotation.jitter: is not a known property; known properties are every, overlap"],
    ],
  ])("checks %j", (value, messages) =>
    expect(checkRotation(value).map(({ path, message }) => `${path}: ${message}`)).toEqual(messages),
  );
});

describe("dueGeneration", () => {
  const every = 30 * DAY;
  const first: Generation = { generation: 3, generationSince: START };
  const due = (old: Partial<Generation>, ms: number, triggered = false) =>
    dueGeneration(old, { every, triggered, now: at(ms) });

  it("starts with the first generation, also for an existing token", () => {
    expect(due({}, 1234)).toEqual({ generation: 1, generationSince: "2030-01-01T00:00:01Z" });
    expect(due({ generation: 4 }, 0)).toEqual({ generation: 4, generationSince: START });
  });

  it("stays within a period, and advances at its end", () => {
    expect(due(first, every - 1)).toEqual(first);
    expect(due(first, every)).toEqual({ generation: 4, generationSince: "2030-01-31T00:00:00Z" });
  });

  it("advances by one however many periods have passed, and keeps the grid of periods", () =>
    expect(due(first, 3 * every + 5 * DAY)).toEqual({
      generation: 4,
      generationSince: "2030-04-01T00:00:00Z",
    }));

  it("advances when triggered, and keeps the schedule", () => {
    expect(due(first, DAY, true)).toEqual({ ...first, generation: 4 });
    expect(due(first, every, true)).toMatchObject({ generation: 4 });
  });

  it("applies another length of the period at once", () =>
    expect(dueGeneration(first, { every: 7 * DAY, triggered: false, now: at(8 * DAY) })).toEqual({
      generation: 4,
      generationSince: "2030-01-08T00:00:00Z",
    }));

  it("stays when the clock is set back, and restarts if the state has no time", () => {
    expect(due(first, -DAY)).toEqual(first);
    expect(due({ generation: 3, generationSince: "soon" }, 0)).toEqual(first);
  });

  // Durations have whole seconds.
  const periods = fc.integer({ min: HOUR / 1000, max: (400 * DAY) / 1000 }).map((seconds) => seconds * 1000);
  const times = fc.array(fc.integer({ min: 0, max: 4000 * DAY }), { minLength: 1, maxLength: 40 });

  it("is never overdue after a run, never due twice at once, and never due more than once per period", () =>
    fc.assert(
      fc.property(periods, times, (length, runs) => {
        let state = dueGeneration({}, { every: length, triggered: false, now: at(0) });
        for (const run of runs.sort((a, b) => a - b)) {
          const options = { every: length, triggered: false, now: at(run) };
          const next = dueGeneration(state, options);
          expect(dueGeneration(next, options)).toEqual(next);
          expect(next.generation - state.generation).toBe(
            Number(at(run).getTime() - Date.parse(state.generationSince) >= length),
          );
          const age = at(run).getTime() - Date.parse(next.generationSince);
          expect(age).toBeGreaterThanOrEqual(0);
          expect(age).toBeLessThan(length);
          state = next;
        }
        expect(state.generation - 1).toBeLessThanOrEqual(Math.max(...runs) / length + 1);
      }),
    ));

  it("is the same for a failed update and the next run within the period", () => {
    const twoRuns = periods.chain((length) =>
      fc.tuple(fc.constant(length), fc.nat(length - 1), fc.nat(length - 1)),
    );
    fc.assert(
      fc.property(twoRuns, ([length, one, two]) => {
        const run = (ms: number) =>
          dueGeneration(first, { every: length, triggered: false, now: at(length + ms) });
        expect(run(one)).toEqual(run(two));
      }),
    );
  });
});

describe("generationName", () => {
  const id = "user/ed17574386854bf78a67040be0a770b0";

  it("returns the plain name for the first generation, and adds generation and resource to later ones", () => {
    expect(generationName("ci", id, 1)).toBe("ci");
    expect(generationName("ci", id, 4)).toMatch(/^ci-g4-[0-9a-f]{8}$/);
  });

  it("fits the limit of the API, and can be parsed, for any name", () =>
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 120 }),
        fc.integer({ min: 2, max: 1_000_000 }),
        (name, generation) => {
          const text = generationName(name, id, generation);
          expect(text.length).toBeLessThanOrEqual(120);
          // Throws if a surrogate pair was split.
          expect(decodeURIComponent(encodeURIComponent(text))).toBe(text);
          expect(generationInName(text, id)).toBe(generation);
        },
      ),
    ));

  it("is not parsed for another resource, or from a similar name", () => {
    expect(
      generationInName(generationName("ci", id, 4), "user/00000000000000000000000000000000"),
    ).toBeUndefined();
    expect(generationInName("ci", id)).toBeUndefined();
    expect(generationInName("ci-g4", id)).toBeUndefined();
  });
});

describe("startWithMargin", () => {
  it("moves a start that has just passed back by five minutes", () => {
    expect(startSetBack(START)).toBe("2029-12-31T23:55:00Z");
    expect(startWithMargin(START, at(0))).toBe("2029-12-31T23:55:00Z");
    expect(startWithMargin(START, at(5 * 60_000 - 1))).toBe("2029-12-31T23:55:00Z");
  });

  it("keeps a start in the future, or longer ago than the margin", () => {
    expect(startWithMargin(START, at(-1))).toBe(START);
    expect(startWithMargin(START, at(5 * 60_000))).toBe(START);
  });
});

describe("expiryWarning", () => {
  const warning = (expiresOn: unknown, warnBefore: unknown, ms = 0) =>
    expiryWarning({ expiresOn, warnBefore }, at(ms));

  it("says how much time is left, and what to do", () => {
    expect(warning("2030-01-14T12:00:00Z", "14d")).toBe(
      "the token expires in 13 days, at 2030-01-14T12:00:00Z. To keep it valid, set expiresOn to a later time, or remove expiresOn.",
    );
    expect(warning("2030-01-01T05:30:00Z", "14d")).toContain("expires in 6 hours, at");
    expect(warning("2030-01-01T00:30:00Z", "14d")).toContain("expires in an hour or less, at");
    expect(warning("2029-12-31T00:00:00Z", "14d")).toContain("has expired: expiresOn is 2029-12-31");
  });

  it.each([
    ["2030-01-15T00:00:01Z", "14d"],
    ["2030-01-02T00:00:00Z", undefined],
    [undefined, "14d"],
    [UNKNOWN, "14d"],
    ["2030-01-02T00:00:00Z", UNKNOWN],
    ["soon", "14d"],
  ])("is undefined for %j with %j", (expiresOn, warnBefore) =>
    expect(warning(expiresOn, warnBefore)).toBeUndefined(),
  );

  it("is checked as a duration", () => {
    expect(checkWarnBefore(undefined)).toEqual([]);
    expect(checkWarnBefore("14d")).toEqual([]);
    expect(checkWarnBefore("14")).toMatchObject([{ path: "warnBefore" }]);
  });
});
